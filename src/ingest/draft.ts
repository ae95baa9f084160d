/** A review as its source tells it: fields that we know, picked by name, with the values as they stand in the file. */
import type { Tag } from '../model/review.ts'

/** A value of a cell or a JSON field that is no list and no object. */
export type Told = string | number | boolean | null | undefined

export interface Draft {
  source: Told
  /** The source's own identifier of the review; never that of a person or an order. */
  source_id?: Told
  author?: Told
  author_avatar_url?: Told
  /** `5`, `FIVE`, `4/5`, `★★★★☆`. */
  rating?: Told
  /** What the best rating is, where that is not 5. */
  best_rating?: Told
  worst_rating?: Told
  /** In any spelling, or relative: `3 weeks ago`. */
  date?: Told
  /** The day on which a relative date was read. */
  retrieved_at?: Told
  updated_at?: Told
  /** A headline that stands before the text. */
  title?: Told
  text?: Told
  language?: Told
  /** Where the source gives the translation apart; Google's mixed texts are taken apart later. */
  translation?: { text: Told; language?: Told }
  source_url?: Told
  reply?: { text: Told; date?: Told }
  verified?: Told
  verification?: unknown
  tags?: Tag[]
  /** Which of several places the review is about, as a person would call it. */
  location?: Told
  /** Of our own files. */
  id?: Told
  date_precision?: Told
}

/** A record that is no review we can take, with the reason for the person who imports. */
export interface Refusal {
  refused: string
}
