/** Makes of each kept review what the publication needs of it, once per revision. */
import type { Analysis } from '../insights/analysis.ts'
import { readReview } from '../insights/read.ts'
import type { ReadReview } from '../insights/tally.ts'
import type { BusinessFile } from '../model/business.ts'
import type { ReviewRecord } from '../model/record.ts'
import type { Mentions, Review, Verification } from '../model/review.ts'
import { dateNumber } from './dates.ts'
import { foldCase } from './fold.ts'
import { signatureOf } from './seams.ts'
import type { Vocabulary } from './words.ts'

/** What counting and listing need of a review. */
export interface Listed extends ReadReview {
  /** 20261115 for 2026-11-15. */
  day: number
  source: string
  updatedAt: string
}

/** What is joined with that of other reviews. */
export interface Pieces {
  json: Uint8Array
  /** Case-folded, for the search index, with its signature and the numbers of its words. */
  text: Uint8Array
  signature: Uint32Array
  words: Uint32Array
}

export interface Prepared {
  review: Listed
  pieces: Pieces
}

/** A review that is not verified is kept, not published. */
export const isPublished = (record: ReviewRecord, business: BusinessFile) =>
  verificationOf(record, business).level !== 'none'

export function prepare(
  record: ReviewRecord,
  business: BusinessFile,
  analysis: Analysis | null,
  vocabulary: Vocabulary,
): Prepared {
  const { id, source, content } = record
  const read = readReview(content, analysis)
  const { technicians, services, service_areas } = read.insight
  const foldedText = foldCase(content.text ?? '')
  const { date, rating } = content
  return {
    review: { id, source, updatedAt: record.updated_at, date, day: dateNumber(date), rating, ...read },
    pieces: {
      json: Buffer.from(
        JSON.stringify(
          toReview(record, verificationOf(record, business), { technicians, services, service_areas }),
        ),
      ),
      text: Buffer.from(foldedText),
      signature: signatureOf(foldedText),
      words: vocabulary.numbersOf(foldedText),
    },
  }
}

/** The order of the keys is the order on the wire; the id comes first. */
function toReview(record: ReviewRecord, verification: Verification, mentions: Mentions): Review {
  const { content, particulars } = record
  return {
    id: record.id,
    author: content.author,
    author_avatar_url: particulars.author_avatar_url,
    rating: content.rating,
    date: content.date,
    text: content.text,
    source: record.source,
    source_url: particulars.source_url,
    owner_reply: content.owner_reply,
    verified: true,
    updated_at: record.updated_at,
    revision: record.revision,
    language: particulars.language,
    verification,
    mentions,
  }
}

/** What the row says, else what the owner says of the source; else a platform vouches for its reviews, and nobody for those sent in directly. */
function verificationOf({ source, particulars }: ReviewRecord, business: BusinessFile): Verification {
  return (
    particulars.verification ??
    business.verification[source] ?? { level: source === 'direct' ? 'none' : 'platform', method: null }
  )
}
