/** The page's content as schema.org JSON-LD: nothing that visitors do not see. */
import { type Locale, localeOf, originLabel } from '../../locale/locale.ts'
import type { AggregateRating, Review } from '../../model/review.ts'
import type { Json } from '../../model/scalars.ts'
import { REVIEWS_PATH, reviewUrl } from '../../publish/base/public-paths.ts'
import { publishedRating } from '../../publish/context/aggregate-rating.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import { SUBJECT_KINDS } from '../../publish/context/subjects.ts'
import { kindLabel, knownPart } from '../base/display-format.ts'
import { type Html, html, type PageContext, raw } from '../base/markup.ts'
import { FOLDERS, HIGHLIGHTS_PATH } from '../base/site-paths.ts'
import { logoPath } from '../pictures/logo.ts'
import TYPES from './local-business-types.json' with { type: 'json' }

const CONTEXT = 'https://schema.org'

type Named = Pick<RenderContext, 'baseUrl' | 'business'>
type Reviewed = Named & Pick<RenderContext, 'locale'>
type Rated = Reviewed &
  Pick<RenderContext, 'aggregateRating'> & {
    site: Pick<RenderContext['site'], 'logo' | 'rating_markup'>
    insights: { coverage: { without_text: number } }
  }

/** `reviews` are those that the page shows. */
export function businessLd(rated: Rated, reviews: Review[]): Json {
  const { baseUrl, business, site, aggregateRating, insights } = rated
  return present({
    '@context': CONTEXT,
    ...identity({ baseUrl, business }),
    description: business.description,
    logo: logoPath(site.logo) ? `${baseUrl}${logoPath(site.logo)}` : site.logo,
    geo: business.geo && { '@type': 'GeoCoordinates', ...business.geo },
    telephone: business.telephone,
    openingHoursSpecification: business.hours.map(({ days, opens, closes }) => ({
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: days.map(day => `${CONTEXT}/${day[0]!.toUpperCase()}${day.slice(1)}`),
      opens,
      closes,
    })),
    priceRange: business.price_range,
    sameAs: business.same_as,
    areaServed: business.service_areas.map(({ label }) => label),
    aggregateRating: mayBeMarked(rated)
      ? describeRating(aggregateRating, insights.coverage.without_text)
      : null,
    review: reviews.map(review => describeReview(review, rated)),
  })
}

export const reviewLd = (reviewed: Reviewed, review: Review): Json => ({
  '@context': CONTEXT,
  ...describeReview(review, reviewed),
  itemReviewed: identity(reviewed),
})

/** The way from the home page to a page below it. */
export function breadcrumbLd(context: PageContext, path: string, name: string): Json {
  const { home } = localeOf(context.locale).words.common
  const steps = [['/', home], ...parentOf(context, path), [path, name]]
  const itemListElement = steps.map(([item, label], place) => {
    const step = { name: label, item: `${context.baseUrl}${item}` }
    return { '@type': 'ListItem', position: place + 1, ...step }
  })
  return { '@context': CONTEXT, '@type': 'BreadcrumbList', itemListElement }
}

/** The list that a page belongs to; none for a page right below the home page. */
function parentOf(context: PageContext, path: string): [path: string, name: string][] {
  const folder = path.slice(0, path.lastIndexOf('/'))
  if (folder === REVIEWS_PATH) return [[folder, localeOf(context.locale).words.frame.reviews]]
  if (folder === FOLDERS.aspects)
    return [[HIGHLIGHTS_PATH, localeOf(context.locale).words.highlights.name]]
  const kind = SUBJECT_KINDS.find(one => FOLDERS[one] === folder)
  return kind ? [[folder, kindLabel(context, kind).many]] : []
}

/** A script element with data. The escapes mean the same to a JSON parser and nothing to an HTML parser. */
export function renderLd(linkedData: Json): Html {
  const escaped = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
  const json = JSON.stringify(linkedData).replaceAll(/[<>&\u2028\u2029]/g, escaped)
  return html`<script type="application/ld+json">${raw(json)}</script>`
}

/** `Hair salon` and `HairSalon` are one type. */
export const foldType = (text: string) => text.toLowerCase().replaceAll(/[^a-z]/g, '')

const BY_SPELLING = new Map(TYPES.map(type => [foldType(type), type]))

/** The type a category names, `hair salon` included: LocalBusiness or one of its subtypes; undefined for any other wording. */
export const knownBusinessType = (category: string | null) =>
  BY_SPELLING.get(foldType(category ?? ''))

/** The same `@id` on all pages identifies the same business. */
function identity({ baseUrl, business }: Named): Json {
  const { name, url, address, category, fictional } = business
  return present({
    '@type': knownBusinessType(category) ?? 'LocalBusiness',
    '@id': `${baseUrl}/#business`,
    name,
    disambiguatingDescription: fictional ? 'This business is fictional: it does not exist.' : null,
    url: url ?? `${baseUrl}/`,
    address:
      address &&
      present({
        '@type': 'PostalAddress',
        streetAddress: address.street,
        addressLocality: address.locality,
        addressRegion: address.region,
        postalCode: address.postal_code,
        addressCountry: address.country,
      }),
  })
}

/** Search engines forbid an average of reviews that other sites collected; the owner may know better. */
const mayBeMarked = ({ site, aggregateRating }: Rated) =>
  site.rating_markup || Object.keys(aggregateRating.by_source).every(source => source === 'direct')

/** A rating without a text is a rating, not a review. */
const describeRating = (rating: AggregateRating, withoutText: number) =>
  rating.rating_value && {
    '@type': 'AggregateRating',
    ratingValue: publishedRating(rating).rating_value,
    ratingCount: rating.review_count,
    reviewCount: rating.review_count - withoutText,
    bestRating: rating.best_rating,
    worstRating: rating.worst_rating,
  }

/** That another site published it, only the business says: so it is told in words, never as a fact. */
function describeReview(review: Review, { baseUrl, locale }: Reviewed): Json {
  const { id, author, rating, date, date_precision, text, language } = review
  return present({
    '@type': 'Review',
    description: describeOrigin(localeOf(locale), review),
    url: reviewUrl(baseUrl, id),
    author: { '@type': 'Person', name: author },
    datePublished: knownPart(date, date_precision),
    reviewRating: { '@type': 'Rating', ratingValue: rating, bestRating: 5, worstRating: 1 },
    reviewBody: text,
    inLanguage: language,
  })
}

/** Whatever a page says beside the review; null for one that was sent to the business. */
function describeOrigin(locale: Locale, review: Review): string | null {
  const origin = review.source === 'direct' ? [] : [originLabel(locale, review)]
  const reward = review.incentive ? [locale.words.review.incentive] : []
  return [...origin, ...reward].join('. ') || null
}

/** Drops unknown values. */
function present(object: Json): Json {
  const isKnown = (value: unknown) =>
    value !== null && !(Array.isArray(value) && value.length === 0)
  return Object.fromEntries(Object.entries(object).filter(([, value]) => isKnown(value)))
}
