/** Builds the parts of the next Snapshot from what changed in the store since the last one. */
import { createMentionAnalyzer, type InsightsEngine } from '../insights/analyze.ts'
import { createTagReader } from '../insights/aspects/tags.ts'
import type { KnownTerms } from '../insights/counts/discover-aspects.ts'
import { countMonth } from '../insights/counts/month-counts.ts'
import { createTermCoverage } from '../insights/find-entities.ts'
import { resolveLocalTaxonomy, resolveTaxonomy } from '../insights/text/resolve-taxonomy.ts'
import type { BusinessFile } from '../model/business.ts'
import { StoreProblem } from '../store/base/store-problem.ts'
import type { ChangesSince, Store } from '../store/store.ts'
import { asBuffer } from './base/bytes.ts'
import { digestOf } from './base/content-digest.ts'
import { composeContext } from './context/compose-context.ts'
import { type MonthOfReadings, type Readings, readMonths } from './context/month-readings.ts'
import type { RenderContext } from './context/render-context.ts'
import {
  digestPassages,
  groupByDay,
  groupByYear,
  renderDataset,
  renderInsights,
  renderOpenings,
} from './documents/dataset-documents.ts'
import type { Document, RenderDocuments } from './documents/document.ts'
import { firstPages } from './documents/feed-page.ts'
import type { RenderCheckpoint } from './documents/log-checkpoint.ts'
import { renderAtom, renderJsonFeed } from './documents/render-feed.ts'
import { createRepresent } from './documents/representation.ts'
import { createLogBuilder, type PublishedLog } from './log/published-log.ts'
import { orderReannouncements } from './log/re-announcements.ts'
import { type AnalysesDependencies, type AnalyzeAll, createFindAnalyses } from './months/find-analyses.ts'
import type { MonthOfReviews } from './months/month.ts'
import { isPublishable, type PublishableChanges } from './months/publishable-changes.ts'
import { createPreparer, type PreparedState, readChanges } from './prepared-state.ts'
import { buildIndex, countLanguages } from './search/search-index.ts'
import { listNames } from './search/searchable-names.ts'
import { foldCase } from './words/case-folding.ts'

/** Keeps every prepared month between builds, so that a change costs its own month and not the whole dataset. */
export type SnapshotBuilder = ReturnType<typeof createSnapshotBuilder>

export interface SnapshotBuilderDependencies {
  store: Pick<Store, 'changesSince' | 'analyses'>
  engine: InsightsEngine
  /** How many new texts are analyzed and where progress is reported; by default one by one in this thread. */
  reading?: Pick<AnalysesDependencies, 'analyzeAll' | 'onProgress'>
  /** How the mentions in many texts are found; by default one by one in this thread. */
  mentionAll?: AnalyzeAll
  baseUrl: string
  renderDocuments: RenderDocuments
  renderCheckpoint: RenderCheckpoint
  /** Identifies the log, whatever its host is called. */
  logId: string
}

/**
 * Creates a builder over one store. Call `build` whenever the store has a new version.
 *
 * @example
 * const builder = createSnapshotBuilder({
 *   store,
 *   engine: await loadEngine(),
 *   baseUrl: 'https://reviews.example',
 *   renderDocuments: context => [{ path: '/name', contentType: 'text/plain', body: context.business.name }],
 *   ...createLogSigning(await store.logKey(), 'reviews.example/log'),
 * })
 * const parts = await builder.build()
 * if (parts) console.log(openSnapshot(parts).reviewCount)
 */
export function createSnapshotBuilder({
  store,
  engine,
  reading,
  mentionAll = mentionHere(engine),
  ...output
}: SnapshotBuilderDependencies) {
  const findAnalyses = createFindAnalyses({ store: store.analyses, engine, ...reading })
  const represent = createRepresent()
  let logBuilder = createLogBuilder()
  let last: PreparedState | null = null

  /** The store kept the root when it wrote the last entry: other entries would give another root. */
  function extendLog({ entries, logRoot }: ChangesSince): PublishedLog {
    try {
      logBuilder.append(entries)
      const log = logBuilder.read()
      if (asBuffer(log.root).toString('base64') === logRoot) return log
    } catch {
      // Entries that do not follow from each other were not written like that either.
    }
    logBuilder = createLogBuilder()
    throw new StoreProblem(
      'The public log in the database is damaged: its entries are not those that were written.',
    )
  }

  /** `isReading` while the analyses have only the mentions: then there are no insights to publish. */
  async function assemble(
    prepared: PreparedState,
    changes: PublishableChanges,
    log: PublishedLog,
    isReading: boolean,
  ) {
    checkReviewCount(prepared.months, log)
    const readings = readMonths(prepared.months, engine.background, knownTerms(engine, prepared.business))
    const { baseUrl } = output
    const context = composeContext({ ...prepared, readings, log, changes, engine, baseUrl, isReading })
    const { business, site, locale, aggregateRating, insights, otherAspects } = context
    const rendered = renderAll(context, prepared.months, readings.months, log, changes, output)
    // Other threads compress while the index is built in this one; what is published early must not wait for that.
    const representations = represent(isReading ? rendered.documents.map(compressLater) : rendered.documents)
    const indexed = indexReviews(prepared, readings, engine, changes)
    return {
      version: changes.version,
      /** When this version was made, for Last-Modified. */
      lastModified: isReading ? secondBefore(changes.changedAt) : changes.changedAt,
      ...{ baseUrl, business, site, locale, aggregateRating, insights, otherAspects, isReading },
      discovered: readings.discovered,
      log: log.parts,
      history: context.history,
      /** Of every review that ever changed. */
      revisions: changes.history.revisions,
      /** Identifies the state of the log, which also grows when the reviews end up the same. */
      logDigest: digestOf(log.root),
      logId: output.logId,
      /** Identifies everything that responses depend on: the same on every instance. */
      digest: digestOf([...rendered.digests, JSON.stringify(indexed.names)].join()),
      ...{ starts: rendered.starts, openingStarts: rendered.openingStarts, ...indexed },
      representations: await representations,
    }
  }

  /** Without what customers say about what they mention. */
  async function prepareMentions(base: PreparedState | null, changes: PublishableChanges) {
    const { business } = changes
    const preparer = createPreparer(base, changes, { readTags: () => [], baseUrl: output.baseUrl })
    const texts = textsOf(changes).map(one => ({ ...one, text: one.text ?? '' }))
    await mentionAll(texts, business, preparer.add)
    return preparer.finish()
  }

  return {
    /**
     * Builds the newest state of the store; null while there is no business to publish. A build that fails changes nothing:
     * the next one starts from the last that succeeded. Where most reviews are still to be read, `publishEarly` first gets a
     * Snapshot of the same state without insights.
     */
    async build(publishEarly?: (parts: Awaited<ReturnType<typeof assemble>>) => void) {
      const { base, changes } = await readChanges(store, last, logBuilder.size())
      if (!isPublishable(changes)) return null
      const log = extendLog(changes)
      const knownCount = last ? countReviews(last.months) : 0
      const analyses = await findAnalyses(textsOf(changes), changes.business, async unread => {
        // Insights about most reviews are worth more than the newest reviews a little sooner.
        if (!publishEarly || unread <= knownCount) return
        publishEarly(await assemble(await prepareMentions(base, changes), changes, log, true))
      })
      const readTags = createTagReader(resolveTaxonomy(engine.taxonomies, changes.business))
      const preparer = createPreparer(base, changes, { readTags, baseUrl: output.baseUrl })
      preparer.add(0, analyses)
      const prepared = preparer.finish()
      const parts = await assemble(prepared, changes, log, false)
      last = prepared
      return parts
    },
  }
}

const compressLater = (document: Document): Document => ({ ...document, isCompressedLater: true })

const mentionHere =
  (engine: InsightsEngine): AnalyzeAll =>
  async (texts, business, add) =>
    add(0, texts.map(createMentionAnalyzer(engine, business)))

const textsOf = ({ shown }: PublishableChanges) =>
  shown.map(({ content, particulars }) => ({
    text: content.text,
    language: particulars.language,
    translation: particulars.translation,
    rating: content.rating,
  }))

/** Clients that ask by date must get what is published with the insights, so that counts as newer. */
const secondBefore = (time: string) => new Date(Date.parse(time) - 1000).toISOString()

const countReviews = (months: MonthOfReviews[]) =>
  months.reduce((sum, { reviews }) => sum + reviews.length, 0)

/** Someone may have deleted a review behind the store's back. */
function checkReviewCount(months: MonthOfReviews[], { counts: { shown } }: PublishedLog): void {
  const count = countReviews(months)
  if (count !== shown)
    throw new StoreProblem(
      `The database is damaged: the public log has ${shown} reviews, and there are ${count}.`,
    )
}

function renderAll(
  context: RenderContext,
  months: MonthOfReviews[],
  readings: MonthOfReadings[],
  log: PublishedLog,
  { cosignatures }: ChangesSince,
  {
    renderDocuments,
    renderCheckpoint,
  }: Pick<SnapshotBuilderDependencies, 'renderDocuments' | 'renderCheckpoint'>,
) {
  const dataset = renderDataset(context, months)
  const openings = renderOpenings(months)
  const insights = context.isReading ? [] : [renderInsights(context, readings)]
  const documents = [
    dataset.document,
    ...insights,
    ...firstPages(context, months, log).flatMap(page => [
      renderJsonFeed(context, page),
      renderAtom(context, page),
    ]),
    openings.document,
    ...renderCheckpoint(log, cosignatures),
    ...renderDocuments(context),
  ]
  return {
    documents,
    /** Of everything that is known about the reviews. */
    digests: [...[dataset.document, ...insights].map(({ digest }) => digest), digestPassages(months)],
    /** In the body of /reviews.json, review i starts at `starts[i]` and ends at the comma before `starts[i + 1]`. */
    starts: dataset.starts,
    /** The same for the openings in /log/openings.json. */
    openingStarts: openings.starts,
  }
}

/** What lets a Snapshot find reviews: by query, by id, by date and by when they were announced again. */
function indexReviews(
  { business, months, vocabulary }: PreparedState,
  readings: Readings,
  { taxonomies }: InsightsEngine,
  { rosterVersion, history }: PublishableChanges,
) {
  const counts = readings.months.map(month => countMonth(month.reviews))
  const index = buildIndex(months, vocabulary, counts, editedIn(history.revisions))
  const reviews = months.flatMap(month => month.reviews)
  const reannouncements = orderReannouncements(
    reviews.map(({ id }) => id),
    Uint32Array.from(reviews, ({ reannouncedVersion }) => Math.max(reannouncedVersion, rosterVersion)),
  )
  return {
    names: listNames(business, resolveLocalTaxonomy(taxonomies, business), readings, index),
    index,
    /** Of the reviews, the most frequent first. */
    languages: countLanguages(months, index.languages),
    /** Reviews whose day differs from the one in their id. */
    redated: reviews.filter(({ isRedated }) => isRedated).map(({ id, day }) => [id, day] as const),
    reannouncements,
    sinceGroups: groupByDay(months),
    years: groupByYear(months),
  }
}

/** The reviews in which the customer changed something; a reply is no edit. */
const editedIn = (revisions: ChangesSince['history']['revisions']) =>
  new Set(
    revisions
      .filter(([, changes]) => changes.some(({ changed }) => changed.some(field => field !== 'owner_reply')))
      .map(([id]) => id),
  )

/** What reviews mention under another heading, so that it is neither a topic nor a discovered aspect. */
function knownTerms({ taxonomies, background }: InsightsEngine, business: BusinessFile): KnownTerms {
  const taxonomy = resolveTaxonomy(taxonomies, business)
  return {
    names: namesIn(business),
    isCovered: createTermCoverage(business, taxonomy),
    isWord: background.isKnown,
  }
}

/** The words in names of people, places and the business: they are not topics. */
function namesIn({ name, technicians, service_areas }: BusinessFile): ReadonlySet<string> {
  const names = [
    name,
    ...technicians.flatMap(person => [person.name, ...person.aliases]),
    ...service_areas.flatMap(area => [area.label, ...area.aliases]),
  ]
  return new Set(names.flatMap(one => foldCase(one).match(/[\p{L}\p{N}]+/gu) ?? []))
}
