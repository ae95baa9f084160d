/** A review as its source writes it: the fields we know, picked by name, with their values as they stand in the file. */
import type { Photo, SubRatings, Tag } from '../../model/review.ts'

/**
 * One plain value of a cell or a JSON field. `undefined` where the file does not state it, which leaves what is stored;
 * `null` where the file states that there is none, which clears it.
 */
export type FieldValue = string | number | boolean | null | undefined

export interface Draft {
  source: FieldValue
  /** The source's own identifier of the review; never that of a person or an order. */
  source_id?: FieldValue
  author?: FieldValue
  author_avatar_url?: FieldValue
  /** `5`, `FIVE`, `4/5`, `★★★★☆`. */
  rating?: FieldValue
  /** The best possible rating, if that is not 5. */
  best_rating?: FieldValue
  worst_rating?: FieldValue
  /** In any notation, or relative: `3 weeks ago`. */
  date?: FieldValue
  /** The day a relative date counts back from. */
  retrieved_at?: FieldValue
  updated_at?: FieldValue
  /** A headline, put before the text. */
  title?: FieldValue
  text?: FieldValue
  language?: FieldValue
  /** If the source keeps the translation apart; Google's mixed texts are split later. */
  translation?: { text: FieldValue; language?: FieldValue } | null
  source_url?: FieldValue
  reply?: { text: FieldValue; date?: FieldValue } | null
  verified?: FieldValue
  verification?: unknown
  /** Whether the customer got a reward for writing. */
  incentive?: FieldValue
  tags?: Tag[] | null
  photos?: Photo[] | undefined
  /** What was rated apart from the whole, by name. */
  sub_ratings?: SubRatings | undefined
  /** Which of several locations the review is about, as a person would call it. */
  location?: FieldValue
  /** The next two occur in our own files only. */
  id?: FieldValue
  date_precision?: FieldValue
}

/** Why a record is not a review we can import, for the person who imports it. */
export type Rejection = { rejected: string }
