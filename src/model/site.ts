/** How the pages look, and their labels: a part of the business file. */
import { z } from 'zod'
import { described } from './json-schema.ts'
import { cleanLine, cleanUrl, Url } from './scalars.ts'

const Word = z.string().transform(cleanLine).pipe(z.string().min(1).max(40))
const Label = z.strictObject({ one: Word, many: Word })

export const DEFAULT_ACCENT = '#0b6e69'

export const SiteFile = z.strictObject(
  described('SiteFile', {
    accent_color: z
      .string()
      .regex(/^#[0-9a-f]{6}$/i, 'must be a color such as #0b6e69')
      .transform(color => color.toLowerCase())
      .default(DEFAULT_ACCENT),
    logo: Url.transform(cleanUrl).pipe(Url).nullable().default(null),
    show_avatars: z.boolean().default(false),
    rating_markup: z.boolean().default(false),
    labels: z
      .strictObject({
        technician: Label.optional(),
        service: Label.optional(),
        service_area: Label.optional(),
      })
      .prefault({}),
  }),
)
type SiteFile = z.infer<typeof SiteFile>

/** With a label for everything: what the owner leaves out has the usual one of the language. */
export interface SiteSettings extends Omit<SiteFile, 'labels'> {
  labels: Required<{ [K in keyof SiteFile['labels']]: z.infer<typeof Label> }>
}
