/** Formats of review apps for shops, and of the business's own pages: its WordPress site and its Facebook page. */
import type { FormatDescription } from './describe-format.ts'
import { fieldValue, fullName } from './fields.ts'
import type { Fields } from './format.ts'

/** E-mail and IP addresses are never read. */
export const SHOP_FORMATS: Record<string, FormatDescription> = {
  judgeme: {
    title: 'Judge.me export',
    shape: 'table',
    recognizedBy: ['body', 'rating', 'review_date', 'reviewer_name'],
    source: 'judgeme',
    fields: {
      author: 'reviewer_name',
      rating: 'rating',
      date: 'review_date',
      title: 'title',
      text: 'body',
      reply: { text: 'reply', date: 'reply_date' },
      verification: record =>
        matches(/^email$/i, record, 'source')
          ? { level: 'invited', method: 'Asked by e-mail through Judge.me' }
          : undefined,
    },
  },

  okendo: {
    title: 'Okendo export',
    shape: 'table',
    recognizedBy: ['name', 'body', 'rating', 'dateCreated', ['handle', 'productId', 'sku']],
    source: 'okendo',
    fields: { author: 'name', rating: 'rating', date: 'dateCreated', title: 'title', text: 'body' },
  },

  loox: {
    title: 'Loox export',
    shape: 'table',
    recognizedBy: [
      'author',
      'rating',
      'body',
      'created_at',
      ['product_handle', 'photo_url', 'verified_purchase'],
    ],
    source: 'loox',
    fields: {
      author: 'author',
      rating: 'rating',
      date: 'created_at',
      text: 'body',
      verification: record =>
        matches(/^(?:true|yes|1)$/i, record, 'verified_purchase')
          ? { level: 'transaction', method: 'Purchase verified by Loox' }
          : undefined,
    },
  },

  /** The table of service reviews. */
  feefo: {
    title: 'Feefo export',
    shape: 'table',
    recognizedBy: ['Feedback Date', 'Service Rating', 'Service Comment'],
    source: 'feefo',
    fields: { author: 'Name', rating: 'Service Rating', date: 'Feedback Date', text: 'Service Comment' },
  },

  yotpo: {
    title: 'Yotpo export',
    shape: 'table',
    recognizedBy: ['review_score', 'review_content', 'date'],
    source: 'yotpo',
    fields: {
      author: 'display_name',
      rating: 'review_score',
      date: 'date',
      title: 'review_title',
      text: 'review_content',
      reply: { text: 'comment_content', date: 'comment_created_at' },
    },
  },

  /** Reviews as Stamped returns them to the widget of a shop. What it calls verified is not described, so nothing is claimed. */
  stamped: {
    title: 'Stamped API',
    shape: 'json',
    recognizedBy: ['reviewMessage', 'reviewRating', ['dateCreated', 'reviewDate']],
    source: 'stamped',
    fields: {
      source_id: 'id',
      author: 'author',
      rating: 'reviewRating',
      date: ['dateCreated', 'reviewDate'],
      title: 'reviewTitle',
      text: 'reviewMessage',
      reply: { text: 'reviewReply' },
    },
  },

  /** Company reviews, not those of products. */
  'reviews-io': {
    title: 'Reviews.io API',
    shape: 'json',
    recognizedBy: ['store_review_id', 'rating', 'date_created'],
    source: 'reviews-io',
    fields: {
      source_id: 'store_review_id',
      author: fullName,
      rating: 'rating',
      date: 'date_created',
      title: 'title',
      text: ['comments', 'review'],
      reply: { text: 'replies.comments', date: 'replies.date_created' },
    },
  },

  /** The WordPress plugin Site Reviews: reviews that visitors wrote on the business's own site. */
  'site-reviews': {
    title: 'Site Reviews (WordPress) export',
    shape: 'table',
    recognizedBy: ['rating', 'content', 'name', 'date', ['is_approved', 'assigned_posts', 'ip_address']],
    source: 'direct',
    fields: {
      author: 'name',
      rating: 'rating',
      date: 'date',
      title: 'title',
      text: 'content',
      reply: { text: 'response' },
    },
    rejects: record =>
      matches(/^(?:0|false|no)$/i, record, 'is_approved')
        ? 'is not approved in WordPress. Approve it there, and export again.'
        : null,
  },

  /** A page's ratings as the Graph API returned them: stars until 2018, recommendations since. */
  facebook: {
    title: 'Facebook ratings',
    shape: 'json',
    recognizedBy: ['created_time', ['recommendation_type', 'has_rating']],
    source: 'facebook',
    fields: { author: 'reviewer.name', rating: 'rating', date: 'created_time', text: 'review_text' },
    rejects: record =>
      fieldValue(record, 'has_rating') === true && isStars(fieldValue(record, 'rating'))
        ? null
        : 'A Facebook recommendation has no stars, and none are invented.',
  },
}

const matches = (pattern: RegExp, record: Fields, name: string) =>
  pattern.test(String(fieldValue(record, name) ?? '').trim())

const isStars = (rating: unknown) => typeof rating === 'number' && rating >= 1 && rating <= 5
