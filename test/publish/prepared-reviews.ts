/** Prepared reviews and search indexes made directly from texts, without a store or the insights engine. */
import { bigramSignature } from '../../src/publish/pieces/bigram-signatures.ts'
import { foldCase } from '../../src/publish/pieces/case-folding.ts'
import { dateNumber } from '../../src/publish/pieces/date-number.ts'
import { replaceReviews } from '../../src/publish/pieces/month.ts'
import type { ListedReview, PreparedReview } from '../../src/publish/pieces/prepare-review.ts'
import { createWordNumbers, type WordNumbers } from '../../src/publish/pieces/word-numbers.ts'
import { buildIndex, type SearchIndex } from '../../src/publish/search/search-index.ts'

const bytes = (text: string) => Uint8Array.from(Buffer.from(text))

export interface ReviewOptions {
  id: string
  date: string
  text?: string
  rating?: number
  updatedAt?: string
}

export function prepared(
  { id, date, text = '', rating = 5, updatedAt = `${date}T12:00:00.000Z` }: ReviewOptions,
  vocabulary: WordNumbers = createWordNumbers(),
): PreparedReview {
  const foldedText = foldCase(text)
  const insight = { technicians: [], services: [], service_areas: [] }
  const review = { id, date, day: dateNumber(date), rating, updatedAt, hasReply: false, language: null }
  return {
    review: { ...review, source: 'google', insight } as unknown as ListedReview,
    pieces: {
      json: bytes(JSON.stringify({ id, date, text })),
      text: bytes(foldedText),
      bigrams: bigramSignature(foldedText),
      words: vocabulary.numbersOf(foldedText),
      opening: bytes(`"${id}":{"opening":"${id}"}`),
    },
  }
}

/** The reviews come in the order of the texts, in as many months as there are groups of three. */
export function indexTexts(texts: string[]): SearchIndex {
  const vocabulary = createWordNumbers()
  const reviews = texts.map((text, position) => {
    const month = String(1200 - Math.floor(position / 3)).padStart(4, '0')
    return prepared({ id: String(99_999 - position), date: `${month}-01-01`, text }, vocabulary)
  })
  const names = { technicians: [], services: [], serviceAreas: [] }
  return buildIndex(replaceReviews([], new Set(), reviews), vocabulary, names)
}
