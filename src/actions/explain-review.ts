/** What was found in each sentence and tag of one review, and why. */
import { NO_QUALITIES } from '../insights/counts/count-insights.ts'
import { createExplainer } from '../insights/explain.ts'
import type { BusinessFile } from '../model/business.ts'
import type { Insights } from '../model/insights.ts'
import type { ReviewRecord } from '../model/record.ts'
import { loadEngine } from '../publish/load-engine.ts'
import type { SnapshotParts } from '../publish/snapshot.ts'
import type { CheckedCorrection } from './correction-targets.ts'
import { findByIdPrefix } from './find-review.ts'

export type ExplainedReview = Awaited<ReturnType<typeof explainReview>>

export async function explainReview<Stored extends ReviewRecord>(
  business: BusinessFile,
  reviews: Stored[],
  idPrefix: string,
  readCorrections: (review: Stored) => Promise<CheckedCorrection[]> = async () => [],
  buildParts: () => Promise<SnapshotParts | null> = async () => null,
) {
  const review = findByIdPrefix(reviews, idPrefix)
  const { id, source, content, particulars } = review
  const { date, rating, author, text } = content
  const { language, translation, tags } = particulars
  const explain = createExplainer(await loadEngine(), business)
  return {
    review: { id, date, rating, author, source, language, text },
    ...explain({ text, language, rating, translation }, tags),
    corrections: await readCorrections(review),
    ...findPublished(await buildParts(), id),
  }
}

/** Aspects beyond the taxonomy, discovered in all reviews together; and those that too few reviews mention for the insights to list them. */
function findPublished(parts: SnapshotParts | null, id: string) {
  if (!parts) return { discovered: [], unlisted: [] }
  const { per_review, aspects } = JSON.parse(bodyOf(parts, '/insights.json')) as Insights
  const found = per_review[id]!.aspects
  const known = [...NO_QUALITIES, ...aspects.map(aspect => aspect.id)]
  return {
    discovered: found.flatMap(aspect => {
      const label = parts.discovered.find(one => one.id === aspect.id)?.label
      return label === undefined ? [] : { ...aspect, label }
    }),
    unlisted: found.map(aspect => aspect.id).filter(aspect => !known.includes(aspect)),
  }
}

const bodyOf = ({ representations }: SnapshotParts, path: string) =>
  Buffer.from(representations.find(one => one.path === path)!.identity.body).toString()
