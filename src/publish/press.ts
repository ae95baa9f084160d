/** Turns what the store holds into the parts of a Snapshot, and remembers what it made of each review. */
import { isDeepStrictEqual } from 'node:util'
import type { EngineParts } from '../insights/analyse.ts'
import { createTagReader, type ReadTags } from '../insights/tags.ts'
import { resolveTaxonomy } from '../insights/taxonomy.ts'
import type { BusinessFile } from '../model/business.ts'
import { type Publication, type Store, StoreProblem } from '../store/store.ts'
import { type AnalysesDependencies, createAnalyses, type FindAnalyses } from './analyses.ts'
import { renderAtom } from './atom.ts'
import { asBuffer } from './bytes.ts'
import type { RenderCheckpoint } from './checkpoint.ts'
import { composeEdition } from './compose.ts'
import { groupByDay, renderDataset, renderInsights, renderOpenings } from './dataset.ts'
import { digestOf } from './digest.ts'
import type { RenderDocuments } from './edition.ts'
import { foldCase } from './fold.ts'
import { renderJsonFeed } from './json-feed.ts'
import { countLanguages } from './languages.ts'
import { createLogKeeper, type LogBook } from './log-book.ts'
import { prepare } from './prepare.ts'
import { readSheets } from './readings.ts'
import { orderRenewals } from './renewals.ts'
import { createRepresent, type Represent } from './representation.ts'
import { buildIndex } from './search-index.ts'
import { replaceReviews, type Sheet } from './sheet.ts'
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
  renderCheckpoint: RenderCheckpoint
  /** Tells this log from another one. */
  logId: string
}

export function createPress({ store, reading, ...means }: PressDependencies): Press {
  const findAnalyses = createAnalyses({ store: store.analyses, engine: means.engine, ...reading })
  let memory = emptyMemory()
  const represent = createRepresent()
  let log = createLogKeeper()

  async function update(): Promise<Publication> {
    let publication = await store.readSince(memory.version, log.size())
    if (!isDeepStrictEqual(publication.business, memory.business)) {
      // The roster may have changed, and with it what every review mentions.
      memory = emptyMemory()
      publication = await store.readSince(0, log.size())
    }
    return publication
  }

  /** The root was kept when the last entry was written: other entries than those would give another one. */
  function takeEntries({ entries, logRoot }: Publication): LogBook {
    log.append(entries)
    const book = log.read()
    if (asBuffer(book.root).toString('base64') === logRoot) return book
    log = createLogKeeper()
    throw new StoreProblem(
      'The ledger in the database is damaged: its entries are not those that were written.',
    )
  }

  return {
    async print() {
      const publication = await update()
      if (!publication.business) return null
      const readTags = createTagReader(resolveTaxonomy(means.engine.taxonomies, publication.business))
      // Kept only when all went well: a broken change must not leave half of itself behind.
      const next = await remember(memory, publication, publication.business, { findAnalyses, readTags })
      const book = takeEntries(publication)
      checkCount(next, book)
      const parts = await printParts(next, publication, book, { ...means, represent })
      memory = next
      return parts
    },
  }
}

/** Somebody may have deleted a review past the store. */
function checkCount({ sheets }: Memory, { counts: { shown } }: LogBook): void {
  const count = sheets.reduce((sum, { reviews }) => sum + reviews.length, 0)
  if (count !== shown)
    throw new StoreProblem(
      `The database is damaged: the ledger has ${shown} reviews, and there are ${count}.`,
    )
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
  { findAnalyses, readTags }: { findAnalyses: FindAnalyses; readTags: ReadTags },
): Promise<Memory> {
  const { shown } = publication
  const analyses = await findAnalyses(
    shown.map(({ content: { text }, particulars: { language } }) => ({ text, language })),
    business,
  )
  const changed = new Set([...publication.removed, ...shown.map(record => record.id)])
  const renewed = shown.map((record, place) =>
    prepare(record, business, analyses[place]!, { vocabulary: memory.vocabulary, readTags }),
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
  book: LogBook,
  {
    baseUrl,
    renderDocuments,
    renderCheckpoint,
    logId,
    engine,
    represent,
  }: Omit<PressDependencies, 'store' | 'reading'> & { represent: Represent },
): Promise<SnapshotParts> {
  const readings = readSheets(sheets, engine.background, namesIn(file!))
  const edition = composeEdition(file!, sheets, readings, book, publication, { baseUrl, engine })
  const { document: dataset, starts } = renderDataset(edition, sheets)
  const { document: openings, starts: openingStarts } = renderOpenings(sheets)
  const documents = [
    dataset,
    renderInsights(edition, readings.pages),
    renderJsonFeed(edition),
    renderAtom(edition),
    openings,
    ...renderCheckpoint(book),
    ...renderDocuments(edition),
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
  const renewals = orderRenewals(
    sheets.flatMap(({ reviews }) =>
      reviews.map(({ id, renewed }) => ({ id, version: Math.max(renewed, publication.rosterVersion) })),
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
    business: edition.business,
    site: edition.site,
    aggregateRating: edition.aggregateRating,
    names,
    languages: countLanguages(sheets, index.languages),
    insights: edition.insights,
    representations: await representations,
    index,
    starts,
    openingStarts,
    moved: sheets.flatMap(({ reviews }) =>
      reviews.filter(one => one.isMoved).map(({ id, day }) => [id, day] as const),
    ),
    renewals,
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
