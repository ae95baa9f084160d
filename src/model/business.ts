/** The business whose reviews are published: the owner's file, the public part of it, and what reviews of its trade mention. */
import { z } from 'zod'
import { VerificationLevel } from './review.ts'
import { ReviewSource } from './review-source.ts'
import {
  Count,
  cleanLine,
  cleanUrl,
  DEFAULT_LOCALE,
  described,
  IsoDate,
  LanguageTag,
  LocaleTag,
  named,
  plainWords,
  Slug,
  Timestamp,
  TimeZone,
  Url,
} from './scalars.ts'

/** Of an aspect or a problem that reviews mention. Also used in URLs: `technical_knowledge`. */
const AspectId = z
  .string()
  .regex(/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/, 'must be words in lower case, joined by _')

export const Trade = z.enum([
  ...[
    'general',
    'home',
    'heating_cooling',
    'plumbing',
    'electrical',
    'law',
    'restaurant',
    'salon',
    'movers',
  ],
  ...['dental', 'auto_repair', 'senior_living', 'vet', 'bakery', 'bar', 'gym', 'hotel', 'shop'],
] as const)
export type Trade = z.infer<typeof Trade>

/** The aspect of an opinion on the business as a whole, or one that fits no other aspect. Part of every trade. */
export const WHOLE = 'general'

const Cues = z
  .array(z.string().min(1))
  .default([])
  .describe(
    'Phrases in lower case: `*` is any ending, `(a|b)` a choice, `~` a gap of up to two words, `#` a number.',
  )

export const Aspect = z.strictObject(
  described('Aspect', {
    id: AspectId,
    label: z.string().min(1).optional(),
    question: z.string().min(1).optional(),
    good: Cues,
    bad: Cues,
    about: Cues,
  }),
)
export type Aspect = z.infer<typeof Aspect>

export const Problem = z.strictObject({ id: AspectId, label: z.string().min(1), cues: Cues })
export type Problem = z.infer<typeof Problem>

export const Taxonomy = z.strictObject(
  described('Taxonomy', {
    id: Trade,
    label: z.string().min(1),
    extends: Trade.nullable(),
    omit: z.array(AspectId).default([]),
    asked: z.array(AspectId),
    aspects: z.array(Aspect),
    problems: z.array(Problem).default([]),
  }),
)
export type Taxonomy = z.infer<typeof Taxonomy>

/** The owner's choice of trade, and additional aspects and problems. */
export const OwnTaxonomy = z.strictObject({
  trade: Trade.optional().describe('Derived from the category if absent.'),
  aspects: z.array(Aspect).default([]),
  problems: z.array(Problem).default([]),
})

const Text = z.string().transform(cleanLine).pipe(z.string().min(1))
const optional = <T extends z.ZodType>(schema: T) => schema.nullable().default(null)

const Address = z.object({
  street: optional(Text),
  locality: optional(Text),
  region: optional(Text),
  postal_code: optional(Text),
  country: optional(Text),
})
const Geo = z.object({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
})
/** As in RFC 3986, because some outputs allow no other characters. */
const Link = Url.transform(cleanUrl).pipe(Url)
/** Customers are sent there, so it must be what it says: encrypted, and without a name before the host that looks like another. */
const ReviewSite = z.object({
  name: Text.pipe(z.string().max(60)),
  url: Link.refine(
    url => /^https:\/\/[^/?#@]+(?:[/?#]|$)/i.test(url),
    'must be an https URL without a user name',
  ),
})
const ClockTime = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 07:30')
export const Weekday = z.enum([
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
])
const Hours = z.object({ days: z.array(Weekday).min(1), opens: ClockTime, closes: ClockTime })

const Labeled = z.object({ id: Slug, label: Text })
const Person = z.object({ name: Text, role: optional(Text) })
const aliases = z.array(Text).default([])

const identity = described('identity', {
  name: Text,
  fictional: z.boolean().default(false),
  legal_name: optional(Text),
  description: optional(Text),
  category: optional(Text),
  url: optional(Link),
  telephone: optional(Text),
  email: optional(z.email()),
  address: optional(Address),
  geo: optional(Geo),
  hours: z.array(Hours).default([]),
  time_zone: optional(TimeZone),
  review_url: optional(Link),
  review_sites: z.array(ReviewSite).max(20).default([]),
  booking_url: optional(Link),
  price_range: optional(Text),
  same_as: z.array(Link).default([]),
})

export const Business = named('Business', {
  id: Slug,
  ...identity,
  services: z.array(Labeled),
  technicians: z.array(Person),
  service_areas: z.array(Labeled),
})
export type Business = z.infer<typeof Business>

/** How the pages look, and their labels: a part of the business file. */
const Word = z.string().transform(cleanLine).pipe(z.string().min(1).max(40))
const Label = z.strictObject({ one: Word, many: Word })

/** The name of a picture file beside the business file. */
const PictureName = z.string().regex(/^[^/\\:]{1,80}\.(?:png|jpe?g|webp)$/i)
export const isPictureName = (logo: string | null): logo is string =>
  PictureName.safeParse(logo).success
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

/** The owner's business.json: public facts, people and services with their aliases, and what counts as verified. */
export const BusinessFile = z
  .strictObject(
    described('BusinessFile', {
      $schema: z.string().optional(),
      id: Slug.optional(),
      ...identity,
      services: z.array(Labeled.extend({ aliases })).default([]),
      technicians: z.array(Person.extend({ aliases })).default([]),
      service_areas: z.array(Labeled.extend({ aliases })).default([]),
      taxonomy: OwnTaxonomy.prefault({}),
      locale: LocaleTag.default(DEFAULT_LOCALE),
      language: LanguageTag.optional(),
      license: optional(Text),
      verification: z
        .record(Slug, z.object({ level: VerificationLevel, method: optional(Text) }))
        .default({}),
      verification_policy: optional(Text),
      site: SiteFile.prefault({}),
      source_totals: z
        .array(
          z.strictObject(
            described('BusinessFile.source_totals', {
              source: Slug.max(40),
              review_count: Count,
              rating_value: z.number().min(1).max(5).nullable().default(null),
              at: IsoDate,
              url: optional(Url),
            }),
          ),
        )
        .max(50)
        .optional(),
      sources: z.array(ReviewSource).max(50).optional(),
      updated_at: Timestamp.optional(),
    }),
  )
  .superRefine((file, context) => {
    const { technicians, sources = [] } = file
    for (const roster of ['services', 'service_areas'] as const)
      reportRepeated(
        roster,
        file[roster],
        ({ id, label, aliases }) => [id, label, ...aliases],
        context,
      )
    reportRepeated('technicians', technicians, ({ name, aliases }) => [name, ...aliases], context)
    reportSamePages(technicians, context)
    reportRepeated('sources', sources, ({ name }) => [name], context)
  })
export type BusinessFile = z.infer<typeof BusinessFile>

/** Where everyone is asked to write a review, always in the owner's order; the one link that the home page had comes first. */
export function reviewSites(business: Pick<Business, 'review_url' | 'review_sites'>) {
  const { review_url: url, review_sites: sites } = business
  const isListed = sites.some(site => site.url === url)
  if (isListed || !url?.startsWith('https://')) return sites
  return [{ name: new URL(url).host.replace(/^www\./, ''), url }, ...sites]
}

/** A name shared by two people or two services would be ambiguous in a text. */
function reportRepeated<Entry>(
  roster: string,
  entries: Entry[],
  namesOf: (entry: Entry) => string[],
  context: z.RefinementCtx,
): void {
  const owners = new Map<string, number>()
  for (const [index, entry] of entries.entries())
    for (const name of namesOf(entry).map(name => name.toLowerCase())) {
      const message = `"${name}" is used twice in ${roster}`
      if ((owners.get(name) ?? index) !== index)
        context.addIssue({ code: 'custom', path: [roster, index], message })
      owners.set(name, index)
    }
}

/** A name as it appears in a URL: letters and digits, everything else as hyphens. */
export const pathName = (name: string) =>
  name
    .toLowerCase()
    .match(/[\p{L}\p{N}\p{M}_]+/gu)
    ?.join('-') ?? ''

/** Each person needs a page of their own. */
function reportSamePages(people: { name: string }[], context: z.RefinementCtx): void {
  const seen = new Set<string>()
  for (const [index, { name }] of people.entries()) {
    const path = pathName(name)
    const message =
      path === ''
        ? 'must contain a letter or a digit'
        : `would have the same page as another person: ${path}`
    if (path === '' || seen.has(path))
      context.addIssue({ code: 'custom', path: ['technicians', index, 'name'], message })
    seen.add(path)
  }
}

/** The public part of the owner's file, without aliases and settings. */
export function publicBusiness(file: BusinessFile): Business {
  return Business.parse({ ...file, id: file.id ?? (plainWords(file.name).join('-') || 'business') })
}
