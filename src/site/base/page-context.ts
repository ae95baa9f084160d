/** What every part of a page needs to know. */
import type { Business } from '../../model/business.ts'
import type { LocaleTag } from '../../model/locale-tag.ts'
import type { SiteSettings } from '../../model/site.ts'

/** Whose pages these are, and their address. */
export interface PageContext {
  baseUrl: string
  business: Business
  site: SiteSettings
  locale: LocaleTag
  /** Whether the texts of the reviews are still being analyzed. */
  isReading: boolean
}
