/** Counts the reviews of a business on disk, with ids by their place in the file, so that the same files give the same texts. */
import { readFile } from 'node:fs/promises'
import { parseBusinessFile } from '../../../../src/ingest/business-file.ts'
import { createAnalyzer } from '../../../../src/insights/analyze.ts'
import { createTagReader } from '../../../../src/insights/aspects/tags.ts'
import type { CountedInsights } from '../../../../src/insights/counts/count-insights.ts'
import { countInsights } from '../../../../src/insights/counts/count-insights.ts'
import type { MonthCounts } from '../../../../src/insights/counts/month-counts.ts'
import type { ReadReview } from '../../../../src/insights/counts/tally.ts'
import { readReview } from '../../../../src/insights/read-review.ts'
import {
  resolveLocalTaxonomy,
  resolveTaxonomy,
} from '../../../../src/insights/text/resolve-taxonomy.ts'
import type { BusinessFile } from '../../../../src/model/business.ts'
import type { ReviewRow } from '../../../../src/model/review.ts'
import type { LocaleTag } from '../../../../src/model/scalars.ts'
import { engine } from '../../../kit/snapshot-builder.ts'
import { checkRows } from '../../../kit/valid-rows.ts'
import { countMade } from '../made-reviews.ts'

const root = new URL('../../../../', import.meta.url)
const read = (path: string) => readFile(new URL(path, root), 'utf8')

export interface CountedBusiness {
  business: BusinessFile
  months: MonthCounts[]
}

export async function readBusiness(
  businessPath: string,
  reviewsPath: string,
): Promise<CountedBusiness> {
  const business = parseBusinessFile(await read(businessPath))
  const document = JSON.parse(await read(reviewsPath))
  const { good } = checkRows(document.reviews ?? document)
  const analyze = createAnalyzer(engine, business)
  const readTags = createTagReader(resolveTaxonomy(engine.taxonomies, business))
  const readRow = (row: ReviewRow, number: number): ReadReview => {
    const { text = null, language = null, tags = [] } = row
    const rating = row.rating!
    const analysis = text === null ? null : analyze(text, language, rating)
    return {
      ...readReview({ rating, text }, analysis, readTags(tags)),
      id: `01J${String(number).padStart(23, '0')}`,
      date: row.date!,
      isDateExact: true,
      rating,
      language,
      hasReply: Boolean(row.owner_reply),
      incentive: null,
    }
  }
  return { business, months: countMade(good.map(readRow)) }
}

/** With labels and questions in the language of the site. */
export function countBusiness(
  { business, months }: CountedBusiness,
  locale: LocaleTag = 'en-US',
): CountedInsights {
  const { aspects, problems } = resolveLocalTaxonomy(engine.taxonomies, { ...business, locale })
  return countInsights(
    { business, aspects, problems, discovered: [], searchUrl: filter => JSON.stringify(filter) },
    months,
  )
}
