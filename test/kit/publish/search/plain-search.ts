/** Random searches and a plain scan of all reviews, which search results are compared with. */
import fc from 'fast-check'
import { foldCase } from '../../../../src/model/case-folding.ts'
import type { Review } from '../../../../src/model/review.ts'
import { SearchArgs, Sort } from '../../../../src/model/search.ts'
import type { Snapshot } from '../../../../src/publish/snapshot.ts'
import { fewOf } from '../../few.ts'
import { day, type Row, row } from '../../rows.ts'

/** Without relevance, which a plain scan does not know. */
export const SORTS = Sort.exclude(['relevance']).options

export function search(
  snapshot: Snapshot,
  { skip, ...args }: Partial<SearchArgs> & { skip?: number } = {},
) {
  const found = snapshot.search({ ...SearchArgs.parse(args), ...(skip !== undefined && { skip }) })!
  return {
    ...found,
    reviews: found.reviews.map(bytes => JSON.parse(Buffer.from(bytes).toString()) as Review),
  }
}

export const idsOf = (reviews: Review[]) => reviews.map(({ id }) => id)

/** Few characters, so that queries often match. */
const anyText = (size: object) =>
  fc.string({
    unit: fc.constantFrom('a', 'A', 'b', 'é', 'É', 'σ', 'ς', 'ß', '中', '👍', ' ', '!', '1', '\n'),
    ...size,
  })

/** Few dates, so that there are many ties. */
export function anyRow(): fc.Arbitrary<Row> {
  const text = fc.oneof(
    anyText({ maxLength: 12 }),
    fc.constantFrom(
      'Rosa unclogged it in Old Town',
      'Bobby, water heater',
      'Down in Old Town.',
      null,
    ),
  )
  const parts = {
    text,
    rating: fc.integer({ min: 1, max: 5 }),
    day: fc.integer({ min: 0, max: 6 }),
    source: fc.constantFrom('google', 'yelp'),
    language: fc.constantFrom(null, 'en', 'en-GB', 'pt-BR', 'pt-br', 'zh-Hant-TW', 'enm'),
    owner_reply: fc.constantFrom(null, { text: 'Thank you!', date: day(9) }),
    photos: fc.constantFrom([], [{ url: 'https://photos.example/1.jpg', source_url: null }]),
  }
  return fc.record(parts).map(({ day: number, ...rest }) => row({ ...rest, date: day(number) }))
}

export function anyArgs(): fc.Arbitrary<Partial<SearchArgs>> {
  const date = fc.integer({ min: -1, max: 7 }).map(day)
  const filters = {
    rating: fc.integer({ min: 1, max: 5 }),
    min_rating: fc.constantFrom(1, 2, 2.5, 4, 5),
    max_rating: fc.constantFrom(1, 2, 2.5, 4, 5),
    since: date,
    until: date,
    query: anyText({ minLength: 1, maxLength: 3 }),
    mentions_technician: fc.constantFrom('rosa', 'ROSA MÉNDEZ', 'bobby', 'nobody', 'stone'),
    mentions_service: fc.constantFrom('drain_cleaning', 'WATER HEATER', 'unclogged'),
    mentions_service_area: fc.constantFrom('old_town', 'OLD TOWN', 'Old Town', 'town'),
    has_reply: fc.boolean(),
    has_photos: fc.boolean(),
    language: fc.constantFrom('en', 'EN', 'en-gb', 'pt', 'PT-br', 'zh-hant', 'zh-TW', 'de'),
    source: fc.constantFrom('google', 'YELP', 'yel', 'facebook'),
  }
  const sort = fc.constantFrom(...SORTS)
  return fc.tuple(fewOf(filters, 3), sort).map(([few, order]) => ({ ...few, sort: order }))
}

/** All matching reviews, in the requested order. */
export function findPlainly(reviews: Review[], args: Partial<SearchArgs>): Review[] {
  return reviews
    .filter(review => plainlyMatches(review, args))
    .sort((a, b) => comparePlainly(a, b, args.sort ?? 'newest'))
}

/** Below zero if the first comes before the other. */
export function comparePlainly(a: Review, b: Review, sort: Sort): number {
  const [first, second] = [a.date + a.id, b.date + b.id]
  const newestFirst = first === second ? 0 : first < second ? 1 : -1
  if (sort === 'newest') return newestFirst
  if (sort === 'oldest') return -newestFirst
  return (sort === 'highest' ? b.rating - a.rating : a.rating - b.rating) || newestFirst
}

function plainlyMatches(review: Review, args: Partial<SearchArgs>): boolean {
  const {
    rating,
    min_rating,
    max_rating,
    since,
    until,
    query,
    has_reply,
    has_photos,
    language,
    source,
  } = args
  const { technicians, services, service_areas } = review.mentions
  const mentions = (mentioned: string[], keys: Record<string, string>, asked: string | undefined) =>
    asked === undefined || mentioned.includes(keys[asked.toLowerCase()] ?? '')
  return (
    (rating === undefined || review.rating === rating) &&
    (min_rating === undefined || review.rating >= min_rating) &&
    (max_rating === undefined || review.rating <= max_rating) &&
    (since === undefined || review.date >= since) &&
    (until === undefined || review.date <= until) &&
    (query === undefined || foldCase(review.text ?? '').includes(foldCase(query))) &&
    mentions(technicians, TECHNICIANS, args.mentions_technician) &&
    mentions(services, SERVICES, args.mentions_service) &&
    mentions(service_areas, SERVICE_AREAS, args.mentions_service_area) &&
    (has_reply === undefined || (review.owner_reply !== null) === has_reply) &&
    (has_photos === undefined || review.photos.length > 0 === has_photos) &&
    (language === undefined ||
      `${review.language}-`.toLowerCase().startsWith(`${language}-`.toLowerCase())) &&
    (source === undefined || review.source === source.toLowerCase())
  )
}

const TECHNICIANS = {
  rosa: 'Rosa Méndez',
  'rosa méndez': 'Rosa Méndez',
  bobby: 'Bob Stone',
  stone: 'Bob Stone',
}
const SERVICES = {
  drain_cleaning: 'drain_cleaning',
  'water heater': 'water_heater',
  unclogged: 'drain_cleaning',
}
const SERVICE_AREAS = { old_town: 'old_town', 'old town': 'old_town' }
