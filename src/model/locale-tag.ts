/** The languages in which the site is written. */
import { z } from 'zod'

export const LocaleTag = z.enum(['en-US', 'en-GB', 'de', 'es', 'fr'])
export type LocaleTag = z.infer<typeof LocaleTag>

export const DEFAULT_LOCALE: LocaleTag = 'en-US'
