/** Builds the parts of the next Snapshot from what changed in the store since the last one. */
import { serialize } from 'node:v8'
import { createMentionAnalyzer, type InsightsEngine } from '../insights/analyze.ts'
import { createTagReader } from '../insights/aspects/tags.ts'
import type { KnownTerms } from '../insights/counts/discover-aspects.ts'
import { countMonth } from '../insights/counts/month-counts.ts'
import { createTermCoverage } from '../insights/find-entities.ts'
import { resolveLocalTaxonomy, resolveTaxonomy } from '../insights/text/resolve-taxonomy.ts'
import type { BusinessFile } from '../model/business.ts'
import { foldCase } from '../model/case-folding.ts'
import { languageRanges } from '../model/filters.ts'
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
import { firstPages } from './documents/feed-page.ts'
import type { RenderCheckpoint } from './documents/log-checkpoint.ts'
import { renderAtom, renderJsonFeed } from './documents/render-feed.ts'
import { representAll } from './documents/representation.ts'
import { createLogBuilder, type PublishedLog } from './log/published-log.ts'
import { orderReannouncements } from './log/re-announcements.ts'
import { type AnalysesDependencies, createFindAnalyses } from './months/find-analyses.ts'
import type { MonthOfReviews } from './months/month.ts'
import { isPublishable, type PublishableChanges } from './months/publishable-changes.ts'
import { createPreparer, type PreparedState, readChanges } from './prepared-state.ts'
import { collectSearchData } from './search/search-data.ts'
import { listNames } from './search/searchable-names.ts'

/** Keeps every prepared month between builds, so that a change costs its own month and not the whole dataset. */
export type SnapshotBuilder = ReturnType<typeof createSnapshotBuilder>

export interface SnapshotBuilderDependencies {
  store: Pick<Store, 'changesSince' | 'analyses'>
  engine: InsightsEngine
  /** How many new texts are analyzed and where progress is reported; by default one by one in this thread. */
  reading?: Pick<AnalysesDependencies, 'analyzeAll' | 'onProgress'>
  /** What the last build prepared, if it was saved. */
  kept?: PreparedState | null
  baseUrl: string
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
 *   ...createLogSigning(await store.logKey(), 'reviews.example/log'),
 * })
 * const built = await builder.build()
 * if (built) console.log(openSnapshot(built.parts).reviewCount)
 */
export function createSnapshotBuilder({
  store,
  engine,
  reading,
  kept = null,
  ...output
}: SnapshotBuilderDependencies) {
  const findAnalyses = createFindAnalyses({ store: store.analyses, engine, ...reading })
  let logBuilder = createLogBuilder()
  let last = kept

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

  async function assemble(prepared: PreparedState, changes: PublishableChanges, log: PublishedLog) {
    checkReviewCount(prepared.months, log)
    const readings = readMonths(
      prepared.months,
      engine.background,
      knownTerms(engine, prepared.business),
    )
    const { baseUrl } = output
    const context = composeContext({ ...prepared, readings, log, changes, engine, baseUrl })
    const { business, site, locale, aggregateRating, insights, otherAspects } = context
    const documents = renderAll(context, prepared.months, readings.months, log, changes, output)
    // Other threads compress while the index is built in this one.
    const representations = representAll(documents.documents)
    const indexed = indexReviews(prepared, readings, engine, changes)
    const { unread } = prepared
    return {
      version: changes.version,
      /** When this version was made. */
      changedAt: changes.changedAt,
      /** For Last-Modified: clients that ask by date must get what is published once all texts are read, so that counts as newer. */
      lastModified: unread > 0 ? secondBefore(changes.changedAt) : changes.changedAt,
      ...{ baseUrl, business, site, locale, aggregateRating, insights, otherAspects },
      /** How many texts are still to be read: their reviews count by their stars. */
      unread,
      discovered: readings.discovered,
      log: log.parts,
      history: context.history,
      /** Of every review that ever changed. */
      revisions: changes.history.revisions,
      /** Identifies the state of the log, which also grows when the reviews end up the same. */
      logDigest: digestOf(log.root),
      logId: output.logId,
      /** Identifies everything that responses depend on: the same on every instance. */
      digest: digestOf([...documents.digests, JSON.stringify(indexed.names), unread].join()),
      ...{ starts: documents.starts, openingStarts: documents.openingStarts, ...indexed },
      /** What pages are rendered from, packed: nobody may ask for one before the next version. */
      context: serialize(context) as Uint8Array,
      representations: await representations,
    }
  }

  /** With names matched, but without what customers say about them. */
  function prepareMentions(
    base: PreparedState | null,
    changes: PublishableChanges,
    unread: number,
  ) {
    const { business } = changes
    const preparer = createPreparer(base, changes, { readTags: () => [], baseUrl: output.baseUrl })
    const mention = createMentionAnalyzer(engine, business)
    preparer.add(
      0,
      textsOf(changes).map(one => mention({ ...one, text: one.text ?? '' })),
    )
    return preparer.finish(unread)
  }

  return {
    /**
     * Builds the newest state of the store; null while there is no business to publish. A build that fails changes nothing:
     * the next one starts from the last that succeeded. Where many texts are still to be read, `publishUnread` first gets
     * the same state with these reviews counted by their stars.
     */
    async build(publishUnread?: (parts: Awaited<ReturnType<typeof assemble>>) => Promise<void>) {
      const { base, changes } = await readChanges(store, last, logBuilder.size())
      if (!isPublishable(changes)) return null
      const log = extendLog(changes)
      const analyses = await findAnalyses(textsOf(changes), changes.business, async unread => {
        await publishUnread?.(await assemble(prepareMentions(base, changes, unread), changes, log))
      })
      const readTags = createTagReader(resolveTaxonomy(engine.taxonomies, changes.business))
      const preparer = createPreparer(base, changes, { readTags, baseUrl: output.baseUrl })
      preparer.add(0, analyses)
      const prepared = preparer.finish()
      const parts = await assemble(prepared, changes, log)
      last = prepared
      return { parts, prepared }
    },
  }
}

const textsOf = ({ shown }: PublishableChanges) =>
  shown.map(({ content, particulars }) => ({
    text: content.text,
    language: particulars.language,
    translation: particulars.translation,
    rating: content.rating,
  }))

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
  { renderCheckpoint }: Pick<SnapshotBuilderDependencies, 'renderCheckpoint'>,
) {
  const dataset = renderDataset(context, months)
  const openings = renderOpenings(months)
  const insights = renderInsights(context, readings)
  const documents = [
    dataset.document,
    insights,
    ...firstPages(context, months, log).flatMap(page => [
      renderJsonFeed(context, page),
      renderAtom(context, page),
    ]),
    openings.document,
    ...renderCheckpoint(log, cosignatures),
  ]
  return {
    documents,
    /** Of everything that is known about the reviews. */
    digests: [dataset.document.digest, insights.digest, digestPassages(months)],
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
  const reviews = readings.months.flatMap(month => month.reviews)
  const index = collectSearchData(months, reviews, vocabulary, counts, editedIn(history.revisions))
  const reannouncements = orderReannouncements(
    reviews.map(({ id }) => id),
    Uint32Array.from(reviews, ({ reannouncedVersion }) =>
      Math.max(reannouncedVersion, rosterVersion),
    ),
  )
  return {
    names: listNames(business, resolveLocalTaxonomy(taxonomies, business), readings, index),
    index,
    /** Of the reviews, the most frequent first. */
    languages: countLanguages(reviews),
    /** Reviews whose day differs from the one in their id. */
    redated: reviews.filter(({ isRedated }) => isRedated).map(({ id, day }) => [id, day] as const),
    reannouncements,
    sinceGroups: groupByDay(months),
    years: groupByYear(months),
  }
}

/** The most frequent first, then by tag. Each counts as many as a search finds: British English counts as English too. */
function countLanguages(reviews: { language: string | null }[]) {
  const tags = new Map(reviews.map(({ language }) => [foldCase(language ?? ''), language]))
  const ranges = reviews.flatMap(({ language }) => languageRanges(language))
  const counts = Map.groupBy(ranges, range => range)
  return [...tags]
    .flatMap(([range, language]) =>
      language === null ? [] : { language, count: counts.get(range)!.length },
    )
    .sort((a, b) => b.count - a.count || (a.language < b.language ? -1 : 1))
}

/** The reviews in which the customer changed something; a reply is no edit. */
const editedIn = (revisions: ChangesSince['history']['revisions']) =>
  new Set(
    revisions
      .filter(([, changes]) =>
        changes.some(({ changed }) => changed.some(field => field !== 'owner_reply')),
      )
      .map(([id]) => id),
  )

/** What reviews mention under another heading, so that it is neither a topic nor a discovered aspect. */
function knownTerms(
  { taxonomies, background }: InsightsEngine,
  business: BusinessFile,
): KnownTerms {
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
