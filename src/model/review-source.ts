/** Where reviews are pulled from automatically, as the owner describes it in the business file. */
import { z } from 'zod'
import { cleanLine, Slug } from './scalars.ts'

/** Only such variables may leave the machine: a slip of the pen in the business file cannot send the password of the database. */
export const SECRET_PREFIX = 'PULL_'

/** A value that must not be in the file: the variable that holds it, and what comes before it. */
const Secret = z.strictObject(
  {
    env: z
      .string()
      .regex(
        /^PULL_[A-Z0-9_]+$/,
        `must be the name of an environment variable that begins with ${SECRET_PREFIX}`,
      ),
    prefix: z.string().max(40).default(''),
  },
  'must name an environment variable, such as { "env": "PULL_KEY" }: secrets do not belong in this file',
)
export type Secret = z.infer<typeof Secret>

const Parameter = z.string().min(1).max(100)

/** How to get the next page: by a token or link in the response, by the number of the page, or by how many records to skip. */
const Paging = z.union(
  [
    z.strictObject({ token: Parameter, parameter: Parameter }),
    z.strictObject({ next: Parameter }),
    z.strictObject({ page: Parameter }),
    z.strictObject({ offset: Parameter, step: z.int().min(1).max(100_000) }),
  ],
  'must have token and parameter, or next, or page, or offset and step',
)
export type Paging = z.infer<typeof Paging>

export const PRESETS = ['google', 'outscraper', 'serpapi', 'apify', 'trustpilot'] as const

const Address = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' })
const FieldName = z.string().regex(/^[A-Za-z][A-Za-z0-9-]*$/, 'must be the name of a header')

/** Described by hand, or by a preset and the id of the business there. */
export const ReviewSource = z
  .strictObject({
    name: Slug.max(40).describe('What messages call it.'),
    preset: z.enum(PRESETS).optional(),
    id: z.string().transform(cleanLine).pipe(z.string().min(1).max(300)).optional(),
    origin: Address.refine(
      url => new URL(url).origin === url,
      'must be an origin, without a path',
    ).optional(),
    url: Address.optional(),
    headers: z.record(FieldName, Secret).default({}),
    query: z.record(Parameter, Secret).default({}),
    paging: Paging.optional(),
    max_pages: z.int().min(1).max(1000).default(100),
    interval_hours: z
      .number()
      .min(0.25)
      .max(24 * 30)
      .default(24),
    source: Slug.max(40).optional(),
    format: z.string().max(40).optional(),
    location: z.string().max(300).optional(),
    complete: z.boolean().default(false),
  })
  .superRefine(({ preset, id, url, paging }, context) => {
    const issue = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (preset && !id) issue('id', 'must say which business it is at that service')
    if (preset && (url || paging))
      issue('url', 'must be left out: the preset knows the address and its pages')
    if (!preset && !url)
      issue('url', 'must be the address of the reviews, unless there is a preset')
  })
export type ReviewSource = z.infer<typeof ReviewSource>
