/** Turns what the store holds into the parts of a Snapshot, and remembers each review so that a change costs only itself. */
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { summarise } from '../insights/insights.ts'
import { createMentionFinder, type FindMentions } from '../insights/mentions.ts'
import { type BusinessFile, publicBusiness } from '../model/business.ts'
import type { Review } from '../model/review.ts'
import type { Publication, Store } from '../store/store.ts'
import { aggregate } from './aggregate.ts'
import { renderAtom } from './atom.ts'
import { asBuffer } from './bytes.ts'
import type { Document, Edition, RenderDocuments } from './edition.ts'
import { renderJsonFeed } from './json-feed.ts'
import { type Prepared, prepare } from './prepare.ts'
import { represent } from './representation.ts'
import { buildIndex, createVocabulary, dateNumber } from './search-index.ts'
import type { SinceGroups, SnapshotParts } from './snapshot.ts'

export interface Press {
  /** Reads what changed and makes the parts of the next Snapshot; null while there is no business to publish. */
  print(): Promise<SnapshotParts | null>
}

export interface PressDependencies {
  store: Store
  baseUrl: string
  renderDocuments: RenderDocuments
}

const FEED_SIZE = 50

export function createPress({ store, baseUrl, renderDocuments }: PressDependencies): Press {
  let memory = emptyMemory()

  async function update(): Promise<Publication> {
    let publication = await store.readSince(memory.version)
    if (!isDeepStrictEqual(publication.business, memory.business)) {
      // The roster may have changed, and with it what every review mentions.
      memory = emptyMemory()
      publication = await store.readSince(0)
    }
    return publication
  }

  return {
    async print() {
      const publication = await update()
      if (!publication.business) return null
      // Kept only when all went well: a broken change must not leave half of itself behind.
      const next = remember(memory, publication, publication.business)
      const parts = await printParts(next, publication, { baseUrl, renderDocuments })
      memory = next
      return parts
    },
  }
}

interface Memory {
  version: number
  business: BusinessFile | null
  vocabulary: ReturnType<typeof createVocabulary>
  /** Newest first. */
  reviews: Prepared[]
}

const emptyMemory = (): Memory => ({
  version: 0,
  business: null,
  vocabulary: createVocabulary(),
  reviews: [],
})

function remember(memory: Memory, publication: Publication, business: BusinessFile): Memory {
  const findMentions: FindMentions = createMentionFinder(business)
  const changed = new Set([...publication.removed, ...publication.shown.map(record => record.id)])
  const kept = memory.reviews.filter(review => !changed.has(review.id))
  const renewed = publication.shown
    .flatMap(record => prepare(record, business, findMentions, memory.vocabulary) ?? [])
    .sort(newestFirst)
  return {
    version: publication.version,
    business,
    vocabulary: memory.vocabulary,
    reviews: mergeSorted(kept, renewed),
  }
}

function newestFirst(a: Prepared, b: Prepared): number {
  if (a.date !== b.date) return a.date < b.date ? 1 : -1
  return a.id < b.id ? 1 : -1
}

function mergeSorted(a: Prepared[], b: Prepared[]): Prepared[] {
  const merged: Prepared[] = []
  let place = 0
  for (const review of a) {
    while (place < b.length && newestFirst(b[place]!, review) < 0) merged.push(b[place++]!)
    merged.push(review)
  }
  return merged.concat(b.slice(place))
}

async function printParts(
  { reviews, vocabulary, business: file }: Memory,
  publication: Publication,
  { baseUrl, renderDocuments }: Omit<PressDependencies, 'store'>,
): Promise<SnapshotParts> {
  const edition = makeEdition(file!, reviews, publication.changedAt!, baseUrl)
  const { document: dataset, starts } = renderDataset(edition, reviews)
  const documents = [
    dataset,
    renderInsights(edition, reviews),
    renderJsonFeed(edition),
    renderAtom(edition),
    ...renderDocuments(edition),
  ]
  const sinceGroups = groupByDay(reviews)
  const index = buildIndex(reviews, vocabulary, {
    technicians: file!.technicians.flatMap(({ name, aliases }) => spell(name, [name, ...aliases])),
    services: file!.services.flatMap(({ id, label }) => spell(id, [id, label])),
  })
  return {
    version: publication.version,
    lastModified: edition.lastModified,
    business: edition.business,
    insights: edition.insights,
    representations: await Promise.all(documents.map(represent)),
    index,
    starts,
    sinceGroups,
  }
}

const spell = (key: string, names: string[]) => names.map(name => [name, key] as [string, string])

function makeEdition(file: BusinessFile, reviews: Prepared[], changedAt: string, baseUrl: string): Edition {
  const business = publicBusiness(file)
  const newest = reviews.slice(0, FEED_SIZE)
  return {
    baseUrl,
    business,
    language: file.language,
    aggregateRating: aggregate(reviews),
    insights: summarise(business, reviews, changedAt),
    newest: newest.map(review => JSON.parse(asBuffer(review.json).toString()) as Review),
    readings: Object.fromEntries(newest.map(review => [review.id, review.insight])),
    verificationPolicy: file.verification_policy ?? DEFAULT_POLICY,
    license: file.license,
    lastModified: changedAt,
  }
}

const DEFAULT_POLICY =
  'A review counts as verified when it is tied to a transaction, to an invitation sent by the business, or to an account of the platform it was written on. Others are not published.'

/** The body of /reviews.json, with the place of each review in it. */
function renderDataset(edition: Edition, reviews: Prepared[]): { document: Document; starts: Uint32Array } {
  const { business, aggregateRating, verificationPolicy, license, lastModified } = edition
  const head = JSON.stringify({ business, aggregate_rating: aggregateRating, reviews: [] }).slice(0, -2)
  const tail = JSON.stringify({
    verification_policy: verificationPolicy,
    license,
    last_modified: lastModified,
  }).slice(1)
  const { body, starts } = joinList(head, reviews, review => review.json, `],${tail}`)
  return { document: { path: '/reviews.json', contentType: 'application/json', body }, starts }
}

function renderInsights({ insights }: Edition, reviews: Prepared[]): Document {
  const head = `${JSON.stringify(insights).slice(0, -1)},"per_review":{`
  const { body } = joinList(head, reviews, review => review.insightJson, '}}')
  return { path: '/insights.json', contentType: 'application/json', body }
}

/** Puts ready pieces between a head and a tail, with commas. */
function joinList(
  head: string,
  reviews: Prepared[],
  piece: (review: Prepared) => Uint8Array,
  tail: string,
): { body: Uint8Array; starts: Uint32Array } {
  const [before, after] = [Buffer.from(head), Buffer.from(tail)]
  const starts = new Uint32Array(reviews.length + 1)
  starts[0] = before.length
  for (let place = 0; place < reviews.length; place++)
    starts[place + 1] = starts[place]! + piece(reviews[place]!).length + 1
  const end = Math.max(before.length, starts[reviews.length]! - 1)
  const body = new Uint8Array(end + after.length)
  body.set(before)
  for (let place = 0; place < reviews.length; place++) {
    if (place > 0) body[starts[place]! - 1] = COMMA
    body.set(piece(reviews[place]!), starts[place])
  }
  body.set(after, end)
  return { body, starts }
}

const COMMA = 44
const DIGEST_CHARACTERS = 22

function groupByDay(reviews: Prepared[]): SinceGroups {
  const running = createHash('sha256')
  const dates: number[] = []
  const counts: number[] = []
  const digests: string[] = []
  for (const [position, review] of reviews.entries()) {
    running.update(review.json)
    if (reviews[position + 1]?.date === review.date) continue
    dates.push(dateNumber(review.date))
    counts.push(position + 1)
    digests.push(running.copy().digest('base64url').slice(0, DIGEST_CHARACTERS))
  }
  return { dates: Uint32Array.from(dates), counts: Uint32Array.from(counts), digests }
}
