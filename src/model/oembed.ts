/** oEmbed 1.0: what other sites show in place of a link to this one. */
import { z } from 'zod'
import { Count, named, object, Url } from './scalars.ts'

const Pixels = z.int('must be a whole number').min(1, 'must be 1 or more')

export const OEmbedArgs = object('OEmbedArgs', {
  url: z.string().min(1).max(2000, 'must have 2000 characters at most'),
  format: z.string().default('json'),
  maxwidth: Pixels.optional(),
  maxheight: Pixels.optional(),
})
export type OEmbedArgs = z.infer<typeof OEmbedArgs>

export const OEmbed = named('OEmbed', {
  type: z.literal('rich'),
  version: z.literal('1.0'),
  title: z.string(),
  provider_name: z.string(),
  provider_url: Url,
  cache_age: Count,
  html: z.string(),
  width: Pixels,
  height: Pixels,
})
export type OEmbed = z.infer<typeof OEmbed>
