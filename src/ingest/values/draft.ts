/** A review as its source tells it: fields that we know, picked by name, with the values as they stand in the file. */
import type { Tag } from '../../model/review.ts'

/** A value of a cell or a JSON field that is no list and no object. */
export type FieldValue = string | number | boolean | null | undefined

export interface Draft {
  source: FieldValue
  /** The source's own identifier of the review; never that of a person or an order. */
  source_id?: FieldValue
  author?: FieldValue
  author_avatar_url?: FieldValue
  /** `5`, `FIVE`, `4/5`, `★★★★☆`. */
  rating?: FieldValue
  /** What the best rating is, where that is not 5. */
  best_rating?: FieldValue
  worst_rating?: FieldValue
  /** In any spelling, or relative: `3 weeks ago`. */
  date?: FieldValue
  /** The day on which a relative date was read. */
  retrieved_at?: FieldValue
  updated_at?: FieldValue
  /** A headline that stands before the text. */
  title?: FieldValue
  text?: FieldValue
  language?: FieldValue
  /** Where the source gives the translation apart; Google's mixed texts are taken apart later. */
  translation?: { text: FieldValue; language?: FieldValue }
  source_url?: FieldValue
  reply?: { text: FieldValue; date?: FieldValue }
  verified?: FieldValue
  verification?: unknown
  tags?: Tag[]
  /** Which of several places the review is about, as a person would call it. */
  location?: FieldValue
  /** Of our own files. */
  id?: FieldValue
  date_precision?: FieldValue
}

/** A record that is no review we can take, with the reason for the person who imports. */
export interface Rejection {
  rejected: string
}
