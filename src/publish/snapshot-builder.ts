/** Turns what the store holds into the parts of a Snapshot, and remembers what it made of each review. */
import { isDeepStrictEqual } from 'node:util'
import type { InsightsEngine } from '../insights/analyze.ts'
import { createTagReader, type ReadTags } from '../insights/aspects/tags.ts'
import { resolveTaxonomy } from '../insights/text/resolve-taxonomy.ts'
import type { BusinessFile } from '../model/business.ts'
import { StoreProblem } from '../store/base/store-problem.ts'
import type { ChangesSince, Store } from '../store/store.ts'
import { composeContext } from './context/compose-context.ts'
import { readMonths } from './context/month-readings.ts'
import { groupByDay, renderDataset, renderInsights, renderOpenings } from './documents/dataset-documents.ts'
import type { RenderDocuments } from './documents/document.ts'
import { renderAtom } from './documents/feed-atom.ts'
import { renderJsonFeed } from './documents/feed-json.ts'
import type { RenderCheckpoint } from './documents/log-checkpoint.ts'
import { createRepresent, type Represent } from './documents/representation.ts'
import { createLogBuilder, type PublishedLog } from './log/published-log.ts'
import { orderReannouncements } from './log/re-announcements.ts'
import { asBuffer } from './pieces/bytes.ts'
import { foldCase } from './pieces/case-folding.ts'
import { digestOf } from './pieces/content-digest.ts'
import { type AnalysesDependencies, createFindAnalyses, type FindAnalyses } from './pieces/find-analyses.ts'
import { type MonthOfReviews, replaceReviews } from './pieces/month.ts'
import { prepareReview } from './pieces/prepare-review.ts'
import { createWordNumbers } from './pieces/word-numbers.ts'
import { countLanguages } from './search/language-counts.ts'
import { buildIndex } from './search/search-index.ts'
import type { SnapshotParts } from './snapshot.ts'

export interface SnapshotBuilder {
  /** Reads what changed and makes the parts of the next Snapshot; null while there is no business to publish. */
  build(): Promise<SnapshotParts | null>
}

export interface SnapshotBuilderDependencies {
  store: Pick<Store, 'changesSince' | 'analyses'>
  engine: InsightsEngine
  /** How many texts are read, and who is told of the progress. */
  reading?: Pick<AnalysesDependencies, 'analyzeAll' | 'onProgress'>
  baseUrl: string
  renderDocuments: RenderDocuments
  renderCheckpoint: RenderCheckpoint
  /** Tells this log from another one. */
  logId: string
}

export function createSnapshotBuilder({
  store,
  reading,
  ...means
}: SnapshotBuilderDependencies): SnapshotBuilder {
  const findAnalyses = createFindAnalyses({ store: store.analyses, engine: means.engine, ...reading })
  let memory = emptyMemory()
  const represent = createRepresent()
  let log = createLogBuilder()

  async function update(): Promise<ChangesSince> {
    let publication = await store.changesSince(memory.version, log.size())
    if (!isDeepStrictEqual(publication.business, memory.business)) {
      // The roster may have changed, and with it what every review mentions.
      memory = emptyMemory()
      publication = await store.changesSince(0, log.size())
    }
    return publication
  }

  /** The root was kept when the last entry was written: other entries than those would give another one. */
  function takeEntries({ entries, logRoot }: ChangesSince): PublishedLog {
    log.append(entries)
    const book = log.read()
    if (asBuffer(book.root).toString('base64') === logRoot) return book
    log = createLogBuilder()
    throw new StoreProblem(
      'The ledger in the database is damaged: its entries are not those that were written.',
    )
  }

  return {
    async build() {
      const publication = await update()
      if (!publication.business) return null
      const readTags = createTagReader(resolveTaxonomy(means.engine.taxonomies, publication.business))
      // Kept only when all went well: a broken change must not leave half of itself behind.
      const next = await remember(memory, publication, publication.business, { findAnalyses, readTags })
      const book = takeEntries(publication)
      checkCount(next, book)
      const parts = await buildParts(next, publication, book, { ...means, represent })
      memory = next
      return parts
    },
  }
}

/** Somebody may have deleted a review past the store. */
function checkCount({ sheets }: Memory, { counts: { shown } }: PublishedLog): void {
  const count = sheets.reduce((sum, { reviews }) => sum + reviews.length, 0)
  if (count !== shown)
    throw new StoreProblem(
      `The database is damaged: the ledger has ${shown} reviews, and there are ${count}.`,
    )
}

interface Memory {
  version: number
  business: BusinessFile | null
  vocabulary: ReturnType<typeof createWordNumbers>
  /** The newest month first. */
  sheets: MonthOfReviews[]
}

const emptyMemory = (): Memory => ({
  version: 0,
  business: null,
  vocabulary: createWordNumbers(),
  sheets: [],
})

async function remember(
  memory: Memory,
  publication: ChangesSince,
  business: BusinessFile,
  { findAnalyses, readTags }: { findAnalyses: FindAnalyses; readTags: ReadTags },
): Promise<Memory> {
  const { shown } = publication
  const analyses = await findAnalyses(
    shown.map(({ content: { text }, particulars: { language } }) => ({ text, language })),
    business,
  )
  const changed = new Set([...publication.removed, ...shown.map(record => record.id)])
  const renewed = shown.map((record, place) =>
    prepareReview(record, business, analyses[place]!, { vocabulary: memory.vocabulary, readTags }),
  )
  return {
    version: publication.version,
    business,
    vocabulary: memory.vocabulary,
    sheets: replaceReviews(memory.sheets, changed, renewed),
  }
}

async function buildParts(
  { sheets, vocabulary, business: file }: Memory,
  publication: ChangesSince,
  book: PublishedLog,
  {
    baseUrl,
    renderDocuments,
    renderCheckpoint,
    logId,
    engine,
    represent,
  }: Omit<SnapshotBuilderDependencies, 'store' | 'reading'> & { represent: Represent },
): Promise<SnapshotParts> {
  const readings = readMonths(sheets, engine.background, namesIn(file!))
  const context = composeContext(file!, sheets, readings, book, publication, { baseUrl, engine })
  const { document: dataset, starts } = renderDataset(context, sheets)
  const { document: openings, starts: openingStarts } = renderOpenings(sheets)
  const documents = [
    dataset,
    renderInsights(context, readings.months),
    renderJsonFeed(context),
    renderAtom(context),
    openings,
    ...renderCheckpoint(book),
    ...renderDocuments(context),
  ]
  // Compression goes on in threads of its own while the index is built here.
  const representations = represent(documents)
  const sinceGroups = groupByDay(sheets)
  const names = {
    technicians: file!.technicians.flatMap(({ name, aliases }) => spell(name, [name, ...aliases])),
    services: file!.services.flatMap(({ id, label }) => spell(id, [id, label])),
    serviceAreas: file!.service_areas.flatMap(({ id, label }) => spell(id, [id, label])),
  }
  const index = buildIndex(sheets, vocabulary, names)
  const renewals = orderReannouncements(
    sheets.flatMap(({ reviews }) =>
      reviews.map(({ id, reannouncedVersion: renewed }) => ({
        id,
        version: Math.max(renewed, publication.rosterVersion),
      })),
    ),
  )
  return {
    version: publication.version,
    digest: digestOf(dataset.digest + JSON.stringify(names)),
    log: book.parts,
    logDigest: digestOf(book.root),
    logId,
    lastModified: publication.changedAt!,
    baseUrl,
    business: context.business,
    site: context.site,
    aggregateRating: context.aggregateRating,
    names,
    languages: countLanguages(sheets, index.languages),
    insights: context.insights,
    representations: await representations,
    index,
    starts,
    openingStarts,
    redated: sheets.flatMap(({ reviews }) =>
      reviews.filter(one => one.isRedated).map(({ id, day }) => [id, day] as const),
    ),
    reannouncements: renewals,
    sinceGroups,
  }
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
