/** Turns what the store holds into the parts of a Snapshot, and remembers what it made of each review. */
import { isDeepStrictEqual } from 'node:util'
import { summarise } from '../insights/insights.ts'
import { createMentionFinder, type FindMentions } from '../insights/mentions.ts'
import { type BusinessFile, publicBusiness } from '../model/business.ts'
import type { Review } from '../model/review.ts'
import type { Publication, Store } from '../store/store.ts'
import { aggregate } from './aggregate.ts'
import { renderAtom } from './atom.ts'
import { asBuffer } from './bytes.ts'
import { groupByDay, renderDataset, renderInsights } from './dataset.ts'
import { digestOf } from './digest.ts'
import type { Edition, RenderDocuments } from './edition.ts'
import { renderJsonFeed } from './json-feed.ts'
import { prepare } from './prepare.ts'
import { represent } from './representation.ts'
import { buildIndex } from './search-index.ts'
import { newestJson, replaceReviews, type Sheet } from './sheet.ts'
import type { SnapshotParts } from './snapshot.ts'
import { createVocabulary } from './words.ts'

export interface Press {
  /** Reads what changed and makes the parts of the next Snapshot; null while there is no business to publish. */
  print(): Promise<SnapshotParts | null>
}

export interface PressDependencies {
  store: Pick<Store, 'readSince'>
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
  /** The newest month first. */
  sheets: Sheet[]
}

const emptyMemory = (): Memory => ({
  version: 0,
  business: null,
  vocabulary: createVocabulary(),
  sheets: [],
})

function remember(memory: Memory, publication: Publication, business: BusinessFile): Memory {
  const findMentions: FindMentions = createMentionFinder(business)
  const changed = new Set([...publication.removed, ...publication.shown.map(record => record.id)])
  const renewed = publication.shown.flatMap(
    record => prepare(record, business, findMentions, memory.vocabulary) ?? [],
  )
  return {
    version: publication.version,
    business,
    vocabulary: memory.vocabulary,
    sheets: replaceReviews(memory.sheets, changed, renewed),
  }
}

async function printParts(
  { sheets, vocabulary, business: file }: Memory,
  publication: Publication,
  { baseUrl, renderDocuments }: Omit<PressDependencies, 'store'>,
): Promise<SnapshotParts> {
  const edition = makeEdition(file!, sheets, dataTime(sheets, publication), baseUrl)
  const { document: dataset, starts } = renderDataset(edition, sheets)
  const documents = [
    dataset,
    renderInsights(edition, sheets),
    renderJsonFeed(edition),
    renderAtom(edition),
    ...renderDocuments(edition),
  ]
  // Compression goes on in threads of its own while the index is built here.
  const representations = Promise.all(documents.map(represent))
  const sinceGroups = groupByDay(sheets)
  const names = {
    technicians: file!.technicians.flatMap(({ name, aliases }) => spell(name, [name, ...aliases])),
    services: file!.services.flatMap(({ id, label }) => spell(id, [id, label])),
  }
  const index = buildIndex(sheets, vocabulary, names)
  return {
    version: publication.version,
    digest: digestOf(dataset.digest + JSON.stringify(names)),
    lastModified: publication.changedAt!,
    business: edition.business,
    aggregateRating: edition.aggregateRating,
    names,
    insights: edition.insights,
    representations: await representations,
    index,
    starts,
    sinceGroups,
  }
}

/**
 * The time that documents show comes from the data, so that the same data gives the same bytes on every machine. (The
 * Last-Modified header is when this version was made: it moves on even when an old review is added.)
 */
function dataTime(sheets: Sheet[], { business, changedAt }: Publication): string {
  const times = sheets.map(sheet => sheet.updatedAt)
  if (business?.updated_at) times.push(new Date(business.updated_at).toISOString())
  return times.sort().at(-1) ?? changedAt!
}

const spell = (key: string, names: string[]) => names.map(name => [name, key] as [string, string])

function makeEdition(file: BusinessFile, sheets: Sheet[], changedAt: string, baseUrl: string): Edition {
  const business = publicBusiness(file)
  const reviews = sheets.flatMap(sheet => sheet.reviews)
  return {
    baseUrl,
    business,
    language: file.language,
    aggregateRating: aggregate(reviews),
    insights: summarise(business, reviews, changedAt),
    newest: newestJson(sheets, FEED_SIZE).map(json => JSON.parse(asBuffer(json).toString()) as Review),
    readings: Object.fromEntries(reviews.slice(0, FEED_SIZE).map(review => [review.id, review.insight])),
    verificationPolicy: file.verification_policy ?? DEFAULT_POLICY,
    license: file.license,
    lastModified: changedAt,
  }
}

const DEFAULT_POLICY =
  'A review counts as verified when it is tied to a transaction, to an invitation sent by the business, or to an account of the platform it was written on. Others are not published.'
