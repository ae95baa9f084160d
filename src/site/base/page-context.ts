/** What every part of a page needs to know: whose pages these are, and what markup is. */
import type { HtmlEscapedString } from 'hono/utils/html'
import type { Business } from '../../model/business.ts'
import type { LocaleTag } from '../../model/locale-tag.ts'
import type { SiteSettings } from '../../model/site.ts'

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>

/** Whose pages these are, and their address. */
export interface PageContext {
  baseUrl: string
  business: Business
  site: SiteSettings
  locale: LocaleTag
  /** Whether the texts of the reviews are still being analyzed. */
  isReading: boolean
}
