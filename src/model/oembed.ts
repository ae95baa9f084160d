/** oEmbed 1.0: what other sites show in place of a link to this one. */
import { z } from 'zod'
import { Count, Url } from './scalars.ts'

const Pixels = z.int('must be a whole number').min(1, 'must be 1 or more')

export const OEmbedArgs = z.object({
  url: z
    .string()
    .min(1)
    .max(2000, 'must have 2000 characters at most')
    .describe('The address of a page on this site.'),
  format: z.string().default('json').describe('Only json.'),
  maxwidth: Pixels.optional().describe('Maximum width, in pixels.'),
  maxheight: Pixels.optional().describe('Maximum height, in pixels.'),
})
export type OEmbedArgs = z.infer<typeof OEmbedArgs>

export const OEmbed = z
  .object({
    type: z.literal('rich'),
    version: z.literal('1.0'),
    title: z.string(),
    provider_name: z.string(),
    provider_url: Url,
    cache_age: Count.describe('Seconds.'),
    html: z.string().describe('A frame with a page of this site that runs no scripts.'),
    width: Pixels,
    height: Pixels,
  })
  .meta({ id: 'OEmbed' })
export type OEmbed = z.infer<typeof OEmbed>
