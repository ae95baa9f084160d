/** `firsthand insights`: what the reviews say, and why the engine thinks so. */
import { Option } from 'commander'
import { correctReview, listCorrections } from '../../actions/correct-review.ts'
import { type CorrectionNames, createCorrectionReader } from '../../actions/correction-targets.ts'
import { loadBusinessFile, readBusinessFile } from '../../actions/edit-business.ts'
import { evaluate } from '../../actions/evaluate-insights.ts'
import { explainReview } from '../../actions/explain-review.ts'
import type { Places } from '../../actions/shell-command.ts'
import { suggestPeople, withoutIgnored } from '../../actions/suggest-people.ts'
import type { BusinessFile } from '../../model/business.ts'
import type { KnownReview } from '../../model/record.ts'
import { buildDataOnly } from '../../publish/build-data-only.ts'
import { StoreProblem } from '../../store/base/store-problem.ts'
import { isMissing } from '../../store/open-store.ts'
import type { Store } from '../../store/store.ts'
import { openDatabase, printResult, type Streams, UsageError } from '../base/result.ts'
import { createProgress, type Screen, screenOf } from '../base/screen.ts'
import { baseUrlOf } from '../base/settings.ts'
import { describeEvaluation } from './describe-evaluation.ts'
import {
  describeCorrected,
  describeCorrections,
  describeExplained,
} from './describe-explanation.ts'
import { describeInsights, describeSuggestions } from './insights-table.ts'

export interface InsightsOptions extends CorrectionNames, Places {
  baseUrl?: string
  port?: number
  json: boolean
  /** The id of a review, or the first characters of one. */
  explain?: string
  /** A file of labeled data. */
  eval?: string
  suggest?: boolean
  /** The id of a review to correct, or the first characters of one. */
  correct?: string
  undo?: boolean
  corrections?: boolean
}

/** Data for programs, and a description for people. */
type Report = { data: unknown; describe(screen: Screen): string }

export async function insights(options: InsightsOptions, streams: Streams): Promise<number> {
  if (options.correct === undefined) rejectWithoutReview(options)
  const { data, describe } =
    options.eval === undefined
      ? await createReport(options, streams.stderr)
      : await evaluateFile(options, options.eval)
  return printResult(streams, options.json, data, () => describe(screenOf(streams)))
}

const NEED_A_REVIEW = ['--not-person', '--not-aspect', '--not-criticism', '--undo']

function rejectWithoutReview(flags: object): void {
  const flag = NEED_A_REVIEW.find(one => new Option(one).attributeName() in flags)
  if (flag) throw new UsageError(`${flag} needs a review. Name it with --correct ID.`)
}

/** An evaluation needs no reviews, so it works without a database too. */
async function evaluateFile(options: InsightsOptions, file: string): Promise<Report> {
  const data = await evaluate(await findBusiness(options), file)
  return { data, describe: screen => describeEvaluation(data, screen) }
}

async function findBusiness({
  businessFile,
  databaseUrl,
}: InsightsOptions): Promise<BusinessFile | null> {
  const described = await readBusinessFile(businessFile)
  if (described || isMissing(databaseUrl)) return described
  await using store = await openDatabase(databaseUrl)
  return await store.business()
}

async function createReport(options: InsightsOptions, stderr: NodeJS.WriteStream): Promise<Report> {
  await using store = await openDatabase(options.databaseUrl)
  await loadBusinessFile(options.businessFile, store)
  const business = await store.business()
  if (!business)
    throw new StoreProblem(
      `There is no business yet. Describe it in ${options.businessFile}, then run firsthand import FILE.`,
    )
  const { explain, correct, corrections, suggest, businessFile } = options
  if (explain === undefined && correct === undefined && !corrections && !suggest)
    return await summarizeAll(store, baseUrlOf(options), stderr)
  const reviews = await publishedReviews(store)
  if (corrections) {
    const data = await listCorrections(store, business, reviews)
    return { data, describe: screen => describeCorrections(data, screen) }
  }
  if (reviews.length === 0) throw new StoreProblem(noReviews(business.name))
  if (correct !== undefined) {
    const outcome = await correctReview(store, business, reviews, { ...options, id: correct })
    return { data: outcome.corrected, describe: screen => describeCorrected(outcome, screen) }
  }
  if (explain !== undefined) {
    const readCorrections = async (review: KnownReview) => {
      const reader = await createCorrectionReader(store, business)
      return (await reader.read(review, await store.corrections())).corrections
    }
    const data = await explainReview(business, reviews, explain, readCorrections, () =>
      buildDataOnly(store, { baseUrl: baseUrlOf(options) }),
    )
    return { data, describe: screen => describeExplained(data, screen) }
  }
  const data = await withoutIgnored(store, suggestPeople(business, reviews))
  return { data, describe: screen => describeSuggestions(data, businessFile, screen) }
}

const noReviews = (name: string) =>
  `${name} has no published reviews yet. Run firsthand import FILE.`

/** Newest first. */
async function publishedReviews(store: Store): Promise<KnownReview[]> {
  const { shown } = await store.changesSince(0)
  return shown.sort((a, b) => (a.id < b.id ? 1 : -1))
}

async function summarizeAll(
  store: Store,
  baseUrl: string,
  stderr: NodeJS.WriteStream,
): Promise<Report> {
  const { update, clear } = createProgress(stderr, 'Analyzing')
  const parts = (await buildDataOnly(store, { baseUrl, onProgress: update }).finally(clear))!
  if (parts.insights.review_count === 0) throw new StoreProblem(noReviews(parts.business.name))
  return { data: parts.insights, describe: screen => describeInsights(parts, screen) }
}
