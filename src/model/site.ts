/** How the pages look, and their labels: a part of the business file. */
import { z } from 'zod'
import { cleanLine, cleanUrl, Url } from './scalars.ts'

const Word = z.string().transform(cleanLine).pipe(z.string().min(1).max(40))
const label = (one: string, many: string) => z.strictObject({ one: Word, many: Word }).default({ one, many })

export const SiteSettings = z.strictObject({
  accent_color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'must be a color such as #0b6e69')
    .transform(color => color.toLowerCase())
    .default('#0b6e69')
    .describe('The accent color of the pages, the badge and the widget.'),
  logo: Url.transform(cleanUrl)
    .pipe(Url)
    .nullable()
    .default(null)
    .describe('The address of the logo, for search engines.'),
  show_avatars: z
    .boolean()
    .default(false)
    .describe("true shows reviewers' pictures, which visitors' browsers then load from other sites."),
  labels: z
    .strictObject({
      technician: label('Technician', 'Technicians'),
      service: label('Service', 'Services'),
      service_area: label('Area', 'Areas'),
    })
    .prefault({})
    .describe('What people, services and areas are called in this trade.'),
})
export type SiteSettings = z.infer<typeof SiteSettings>
