/** What was found in each sentence and tag of one review, and why. */
import { createExplainer, type Explanation } from '../insights/explain.ts'
import type { BusinessFile } from '../model/business.ts'
import type { ReviewRecord } from '../model/record.ts'
import { loadEngine } from '../publish/load-engine.ts'
import type { CheckedCorrection } from './correctable-reviews.ts'
import { findByIdPrefix } from './find-review.ts'

export interface ExplainedReview extends Explanation {
  review: Pick<ReviewRecord['content'], 'date' | 'rating' | 'author' | 'text'> & {
    id: string
    source: string
    language: string | null
  }
  corrections: CheckedCorrection[]
}

export async function explainReview<Stored extends ReviewRecord>(
  business: BusinessFile,
  reviews: Stored[],
  idPrefix: string,
  readCorrections: (review: Stored) => Promise<CheckedCorrection[]> = async () => [],
): Promise<ExplainedReview> {
  const review = findByIdPrefix(reviews, idPrefix)
  const { id, source, content, particulars } = review
  const { date, rating, author, text } = content
  const { language, translation, tags } = particulars
  const explain = createExplainer(await loadEngine(), business)
  return {
    review: { id, date, rating, author, source, language, text },
    ...explain({ text, language, rating, translation }, tags),
    corrections: await readCorrections(review),
  }
}
