/** Turns what the store holds into the parts of a Snapshot, and remembers what it made of each review. */
import { isDeepStrictEqual } from 'node:util'
import type { EngineParts } from '../insights/analyse.ts'
import { summarise } from '../insights/insights.ts'
import { resolveTaxonomy } from '../insights/taxonomy.ts'
import { type BusinessFile, publicBusiness } from '../model/business.ts'
import type { Narrative } from '../model/narrative.ts'
import type { Review } from '../model/review.ts'
import { gatherFacts } from '../narrator/facts.ts'
import { applyNarrative, citedIn } from '../narrator/narrative.ts'
import type { Publication, Store } from '../store/store.ts'
import { aggregate } from './aggregate.ts'
import { type AnalysesDependencies, createAnalyses, type FindAnalyses } from './analyses.ts'
import { renderAtom } from './atom.ts'
import { asBuffer } from './bytes.ts'
import { groupByDay, renderDataset, renderInsights } from './dataset.ts'
import { digestOf } from './digest.ts'
import type { Edition, RenderDocuments } from './edition.ts'
import { foldCase } from './fold.ts'
import { renderJsonFeed } from './json-feed.ts'
import { isPublished, prepare } from './prepare.ts'
import { type Readings, readSheets } from './readings.ts'
import { represent } from './representation.ts'
import { buildIndex } from './search-index.ts'
import { findJson, newestJson, replaceReviews, type Sheet } from './sheet.ts'
import type { SnapshotParts } from './snapshot.ts'
import { createVocabulary } from './words.ts'

export interface Press {
  /** Reads what changed and makes the parts of the next Snapshot; null while there is no business to publish. */
  print(): Promise<SnapshotParts | null>
}

export interface PressDependencies {
  store: Pick<Store, 'readSince' | 'analyses'>
  engine: EngineParts
  /** How many texts are read, and who is told of the progress. */
  reading?: Pick<AnalysesDependencies, 'analyseAll' | 'onProgress'>
  baseUrl: string
  renderDocuments: RenderDocuments
}

const FEED_SIZE = 50

export function createPress({ store, reading, ...means }: PressDependencies): Press {
  const findAnalyses = createAnalyses({ store: store.analyses, engine: means.engine, ...reading })
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
      const next = await remember(memory, publication, publication.business, findAnalyses)
      const parts = await printParts(next, publication, means)
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

async function remember(
  memory: Memory,
  publication: Publication,
  business: BusinessFile,
  findAnalyses: FindAnalyses,
): Promise<Memory> {
  const published = publication.shown.filter(record => isPublished(record, business))
  const analyses = await findAnalyses(
    published.map(({ content: { text }, particulars: { language } }) => ({ text, language })),
    business,
  )
  const changed = new Set([...publication.removed, ...publication.shown.map(record => record.id)])
  const renewed = published.map((record, place) =>
    prepare(record, business, analyses[place]!, memory.vocabulary),
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
  { baseUrl, renderDocuments, engine }: Omit<PressDependencies, 'store' | 'reading'>,
): Promise<SnapshotParts> {
  const readings = readSheets(sheets, engine.background, namesIn(file!))
  const counted = makeEdition(file!, sheets, readings, dataTime(sheets, publication), { baseUrl, engine })
  const edition = publication.narrative ? narrate(counted, publication.narrative, sheets) : counted
  const { document: dataset, starts } = renderDataset(edition, sheets)
  const documents = [
    dataset,
    renderInsights(edition, readings.pages),
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

/** Words that are names and so no topics: of people, places and the business. */
function namesIn({ name, technicians, service_areas }: BusinessFile): ReadonlySet<string> {
  const names = [
    name,
    ...technicians.flatMap(person => [person.name, ...person.aliases]),
    ...service_areas.flatMap(area => [area.label, ...area.aliases]),
  ]
  return new Set(names.flatMap(one => foldCase(one).match(/[\p{L}\p{N}]+/gu) ?? []))
}

const spell = (key: string, names: string[]) => names.map(name => [name, key] as [string, string])

function makeEdition(
  file: BusinessFile,
  sheets: Sheet[],
  { topics, pages }: Readings,
  changedAt: string,
  { baseUrl, engine }: Pick<PressDependencies, 'baseUrl' | 'engine'>,
): Edition {
  const business = publicBusiness(file)
  const reviews = pages.flatMap(page => page.reviews)
  const subject = resolveTaxonomy(engine.taxonomies, file)
  return {
    baseUrl,
    business,
    language: file.language,
    aggregateRating: aggregate(reviews),
    insights: summarise(business, subject, topics, reviews, changedAt),
    newest: newestJson(sheets, FEED_SIZE).map(parseReview),
    readings: Object.fromEntries(reviews.slice(0, FEED_SIZE).map(review => [review.id, review.insight])),
    verificationPolicy: file.verification_policy ?? DEFAULT_POLICY,
    license: file.license,
    lastModified: changedAt,
  }
}

/** Checked against the reviews as they are now, which may be others than those it was written from. */
function narrate(edition: Edition, narrative: Narrative, sheets: Sheet[]): Edition {
  const { business, aggregateRating, insights } = edition
  const facts = gatherFacts(business.name, aggregateRating, insights)
  const cited = findJson(sheets, new Set(citedIn(narrative))).map(parseReview)
  return { ...edition, insights: applyNarrative(insights, narrative, facts, cited) }
}

const parseReview = (json: Uint8Array) => JSON.parse(asBuffer(json).toString()) as Review

const DEFAULT_POLICY =
  'A review counts as verified when it is tied to a transaction, to an invitation sent by the business, or to an account of the platform it was written on. Others are not published.'
