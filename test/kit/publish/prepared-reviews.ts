/** Prepared reviews and search indexes made directly from texts, without a store or the insights engine. */

import { foldCase } from '../../../src/model/case-folding.ts'
import { dateNumber } from '../../../src/publish/base/day-number.ts'
import { replaceReviews } from '../../../src/publish/months/month.ts'
import type { ListedReview, PreparedReview } from '../../../src/publish/months/prepare-review.ts'
import { collectSearchData } from '../../../src/publish/search/search-data.ts'
import { openSearchIndex, type SearchIndex } from '../../../src/publish/search/search-index.ts'
import { createWordNumbers, type WordNumbers } from '../../../src/publish/words/word-numbers.ts'

const bytes = (text: string) => Uint8Array.from(Buffer.from(text))

export interface ReviewOptions {
  id: string
  date: string
  text?: string
  rating?: number
  updatedAt?: string
  source?: string
  language?: string | null
  hasReply?: boolean
}

export function prepared(
  { id, date, text = '', updatedAt = `${date}T12:00:00.000Z`, ...options }: ReviewOptions,
  vocabulary: WordNumbers = createWordNumbers(),
): PreparedReview {
  const foldedText = foldCase(text)
  const insight = { aspects: [], technicians: [], services: [], service_areas: [], corrected: [] }
  const defaults = { rating: 5, source: 'google', language: null, hasReply: false }
  const { rating: stars, ...known } = { ...defaults, ...options }
  const values = { ...known, stars }
  const review = {
    id,
    date,
    day: dateNumber(date),
    updatedAt,
    insight,
    values,
    ...defaults,
    ...options,
  }
  return {
    review: review as unknown as ListedReview,
    pieces: {
      json: bytes(JSON.stringify({ id, date, text })),
      text: bytes(foldedText),
      tokens: vocabulary.tokensOf([{ text: foldedText, language: options.language ?? null }]),
      passages: bytes(`["${id}"]`),
      opening: bytes(`"${id}":{"opening":"${id}"}`),
    },
  }
}

/** The index over reviews in any order. */
export function indexReviews(reviews: ReviewOptions[]): SearchIndex {
  const vocabulary = createWordNumbers()
  const months = replaceReviews(
    [],
    new Set(),
    reviews.map(review => prepared(review, vocabulary)),
  )
  const listed = months.flatMap(month => month.reviews)
  return openSearchIndex(collectSearchData(months, listed, vocabulary, [], new Set()))
}

/** The reviews keep the order of the texts, three to a month. */
export const indexTexts = (texts: string[]) =>
  indexReviews(
    texts.map((text, position) => {
      const year = String(1200 - Math.floor(position / 3)).padStart(4, '0')
      return { id: String(99_999 - position), date: `${year}-01-01`, text }
    }),
  )
