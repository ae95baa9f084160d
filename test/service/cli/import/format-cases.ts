/** For the sample file of every format: how it is imported, and how one of its reviews is shown. */
import type { Review } from '../../../../src/model/review.ts'

export interface FormatCase {
  flags?: string[]
  added: number
  rejected?: number
  /** The end of the format's name in the report. */
  ignored?: string
  /** The author's review; absent if none is imported. */
  shows?: Pick<Review, 'author' | 'rating' | 'date' | 'text' | 'owner_reply' | 'source'>
}

const adaThanked = { text: 'Thank you, Ada.', date: '2026-03-21' }
const ada = {
  author: 'Ada Moreno',
  rating: 5,
  date: '2026-03-14',
  text: 'Warm again within the hour.',
  owner_reply: null,
}
const jonas = { author: 'Jonas Weir', rating: 3, date: '2026-02-28', text: null, owner_reply: null }
const lucia = { author: 'Lucía Prado', rating: 4, date: '2025-11-02', text: 'Amables, pero tarde.' }
const luciaAnswered = { text: 'Sorry for the wait.', date: '2025-11-04' }

const adaThankedSoon = { ...adaThanked, date: '2026-03-15' }

export const CASES: Record<string, FormatCase> = {
  'yotpo.csv': { added: 2, shows: { ...ada, owner_reply: adaThankedSoon, source: 'yotpo' } },
  'reviews-io.json': {
    added: 2,
    shows: { ...ada, owner_reply: adaThankedSoon, source: 'reviews-io' },
  },
  'stamped.json': {
    added: 2,
    shows: { ...ada, owner_reply: { ...adaThanked, date: ada.date }, source: 'stamped' },
  },
  'brightlocal.json': { added: 2, shows: { ...ada, source: 'yelp' } },
  'site-reviews.csv': { added: 1, rejected: 1 },
  'birdeye-api.json': {
    added: 2,
    shows: { ...ada, owner_reply: adaThankedSoon, source: 'google' },
  },
  'yelp-api.json': { added: 0, rejected: 1 },
  'google-api.json': {
    added: 2,
    rejected: 1,
    shows: { ...ada, owner_reply: adaThanked, source: 'google' },
  },
  'google-takeout.json': { added: 3, shows: { ...lucia, owner_reply: null, source: 'google' } },
  'places-api.json': { added: 0, rejected: 1 },
  'places-api-legacy.json': { added: 0, rejected: 1 },
  'outscraper.json': { added: 2, shows: { ...ada, owner_reply: adaThanked, source: 'google' } },
  'outscraper-table.csv': {
    added: 2,
    shows: {
      ...ada,
      text: 'Warm again within the hour.\nAnd "cheap", too.',
      owner_reply: adaThanked,
      source: 'google',
    },
  },
  'outscraper-old.csv': {
    added: 1,
    shows: {
      author: 'Petra Lindqvist',
      rating: 4,
      date: '2020-01-01',
      text: 'Came at night.',
      owner_reply: null,
      source: 'google',
    },
  },
  'apify.json': { added: 2, shows: { ...lucia, owner_reply: luciaAnswered, source: 'google' } },
  'apify-table.csv': {
    added: 2,
    shows: {
      ...ada,
      text: 'Warm again\nwithin the hour.',
      owner_reply: adaThanked,
      source: 'google',
    },
  },
  'serpapi.json': {
    flags: ['--retrieved', '2026-03-28'],
    added: 3,
    shows: {
      ...jonas,
      date: '2026-03-07',
      text: 'Fine.',
      owner_reply: { text: 'Noted, Jonas.', date: '2026-03-12' },
      source: 'google',
    },
  },
  'google-scraper.csv': {
    added: 2,
    shows: { ...ada, date: '2026-03-07', text: 'Warm again\nwithin the hour.', source: 'google' },
  },
  'trustpilot.csv': {
    added: 3,
    shows: {
      ...ada,
      text: 'Warm again within the hour.\n\nWould call them "any" time.',
      owner_reply: adaThanked,
      source: 'trustpilot',
    },
  },
  'trustpilot-api.json': {
    added: 3,
    shows: { ...jonas, rating: 2, text: 'Meh', source: 'trustpilot' },
  },
  'birdeye.csv': { flags: ['--location', 'north'], added: 1, shows: { ...ada, source: 'google' } },
  'podium.csv': { added: 2, shows: { ...jonas, source: 'yelp' } },
  'agency-google.csv': {
    added: 2,
    shows: {
      ...ada,
      text: 'Warm again; within the hour.',
      owner_reply: { ...adaThanked, date: ada.date },
      source: 'google',
    },
  },
  'agency-yelp.csv': { added: 2, shows: { ...ada, author: 'Ada M.', source: 'yelp' } },
  'yelp-dataset.jsonl': {
    added: 2,
    shows: {
      author: 'Anonymous',
      rating: 1,
      date: '2017-01-14',
      text: 'Never came.',
      owner_reply: null,
      source: 'yelp',
    },
  },
  'judgeme.csv': {
    added: 2,
    shows: {
      ...ada,
      text: 'Warm again\n\nFits well.\nNo noise.',
      owner_reply: adaThanked,
      source: 'judgeme',
    },
  },
  'okendo.csv': {
    added: 2,
    shows: { ...ada, text: 'Warm again\n\nFits well, no noise.', source: 'okendo' },
  },
  'loox.csv': { added: 2, shows: { ...ada, text: 'Fits well, no noise.', source: 'loox' } },
  'feefo.csv': { added: 2, shows: { ...jonas, source: 'feefo' } },
  'facebook.json': {
    added: 1,
    rejected: 2,
    shows: { ...ada, rating: 4, date: '2016-05-02', source: 'facebook' },
  },
  'schema-org.json': {
    flags: ['--source', 'Our Site'],
    added: 3,
    shows: { ...jonas, text: 'Fine.', source: 'our-site' },
  },
  'json-feed.json': { added: 3, shows: { ...jonas, source: 'yelp' } },
  'json-feed-news.json': { added: 0, rejected: 1 },
  'own.json': {
    added: 2,
    ignored: ', not imported: email, phone',
    shows: { ...lucia, owner_reply: luciaAnswered, source: 'google' },
  },
  'own-table.csv': {
    added: 2,
    ignored: ', not imported: Email, Phone, Order',
    shows: { ...ada, owner_reply: adaThanked, source: 'direct' },
  },
}
