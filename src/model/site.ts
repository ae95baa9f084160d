/** How the pages look, and their labels: a part of the business file. */
import { z } from 'zod'
import { described } from './json-schema.ts'
import { cleanLine, cleanUrl, Url } from './scalars.ts'

const Word = z.string().transform(cleanLine).pipe(z.string().min(1).max(40))
const Label = z.strictObject({ one: Word, many: Word })

/** The name of a picture file beside the business file. */
const PictureName = z.string().regex(/^[^/\\:]{1,80}\.(?:png|jpe?g|webp)$/i)
export const isPictureName = (logo: string | null): logo is string => PictureName.safeParse(logo).success
/** The picture itself, in a business file that was read. */
export const PICTURE = /^data:image\/(png|jpeg|webp);base64,([A-Za-z0-9+/]+={0,2})$/

export const DEFAULT_ACCENT = '#0b6e69'

export const SiteFile = z.strictObject(
  described('SiteFile', {
    accent_color: z
      .string()
      .regex(/^#[0-9a-f]{6}$/i, 'must be a color such as #0b6e69')
      .transform(color => color.toLowerCase())
      .default(DEFAULT_ACCENT),
    logo: z
      .union(
        [PictureName, z.string().max(300_000).regex(PICTURE), Url.transform(cleanUrl).pipe(Url)],
        'must be the name of a PNG, JPEG or WebP file beside this one, or an http or https URL',
      )
      .nullable()
      .default(null),
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
