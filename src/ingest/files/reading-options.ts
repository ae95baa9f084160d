/** What the person who imports may say about a review file. */
import type { Mapping } from '../formats/mapping.ts'
import type { DateOrder } from '../values/date-value.ts'

export interface ReadingOptions {
  /** A key of FORMATS. Without it the format is recognized by the content. */
  format?: string
  mapping?: Mapping
  /** For files that do not say where the reviews were written. */
  source?: string
  dateOrder?: DateOrder
  /** For relative dates. */
  retrievedAt?: string
  /** The files were fetched from a source of the business file. */
  isPulled?: boolean
  /** Which of several locations. */
  location?: string
}
