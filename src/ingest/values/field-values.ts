/** Reads the small values of a draft. A value that cannot be read counts as missing. */
import { cleanText, LanguageTag, Slug, Url } from '../../model/scalars.ts'
import type { FieldValue } from './draft.ts'

/** Why a required value cannot be read. It never repeats the value, which may be private. */
export type ValueProblem = { problem: string }

/** A value as trimmed text; '' if there is none. */
export function cleanedText(value: FieldValue): string {
  if (typeof value === 'string') return cleanText(value)
  return Number.isFinite(value) ? String(value) : ''
}

const EMAIL = /[^\s@]@[^\s@]+\.[^\s@]/
/** Seven digits or more, with the usual separators. */
const PHONE = /\p{Nd}(?:[\s()./-]*\p{Nd}){6}/u

export const isName = (text: string) => !EMAIL.test(text) && !PHONE.test(text)
export const isIdentifier = (text: string) => !EMAIL.test(text)

export function authorName(value: FieldValue): string | null {
  const text = cleanedText(value)
  return isName(text) ? text : null
}

export function identifierOf(value: FieldValue): string | null {
  const text = cleanedText(value)
  return text !== '' && isIdentifier(text) ? text : null
}

const GOOGLE =
  /^(?:google[-_]?(?:my[-_]business|business|business[-_]profile|maps|reviews?)|gmb|gbp)$/

/** "Google Maps" is google, "Angie's List" is angies-list; null for an e-mail address or a name without a letter from a to z. */
export function sourceOf(value: FieldValue): string | null {
  if (!isIdentifier(String(value))) return null
  const name = cleanedText(value).toLowerCase()
  const slug = Slug.safeParse(name).success ? name : slugOf(name)
  return GOOGLE.test(slug) ? 'google' : slug || null
}

const slugOf = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/[\p{Mark}'’]/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

export function linkOf(value: FieldValue): string | null {
  const text = cleanedText(value)
  return isIdentifier(decodeAt(text)) && Url.safeParse(text).success ? text : null
}

/** A link to a review; null for the page of a reviewer, which no reviewer agreed to have published here. */
export function reviewLinkOf(value: FieldValue): string | null {
  const link = linkOf(value)
  return link !== null && PROFILE.test(link) ? null : link
}

const PROFILE =
  /^https?:\/\/(?:[\w-]+\.)*(?:google\.[a-z.]+\/maps\/contrib\/|yelp\.[a-z.]+\/user_details|tripadvisor\.[a-z.]+\/(?:member)?profile|facebook\.com\/(?:profile\.php|people\/)|trustpilot\.com\/users\/|linkedin\.com\/in\/)/i

/** Links write the @ of an e-mail address as %40. */
export const decodeAt = (text: string) => text.replaceAll(/%40/gi, '@')

/** `EN` is en, `en_us` is en-US. */
export function languageTagOf(value: FieldValue): string | null {
  const [language = '', ...rest] = cleanedText(value).toLowerCase().split(/[-_]/)
  if (language === '' || language === 'und') return null
  const tag = [language, ...rest.map(inItsCase)].join('-')
  return LanguageTag.safeParse(tag).success ? tag : null
}

/** RFC 5646 §2.1.1: regions in upper case, scripts in title case. */
function inItsCase(subtag: string): string {
  if (subtag.length === 2) return subtag.toUpperCase()
  return subtag.length === 4 ? subtag[0]!.toUpperCase() + subtag.slice(1) : subtag
}

export function flagOf(value: FieldValue): boolean | null {
  const text = String(typeof value === 'boolean' ? value : cleanedText(value)).toLowerCase()
  if (['true', 'yes', '1'].includes(text)) return true
  return ['false', 'no', '0'].includes(text) ? false : null
}

/** Reads stars in any notation: `FIVE`, `4/5`, `★★★★☆`, `8` of 10. */
const WORDS = ['one', 'two', 'three', 'four', 'five']
const RECOMMENDATION = /recommend|positive|negative/i
const NUMBER = /^-?\d+(?:[.,]\d+)?$/
/** A number, perhaps with a maximum, perhaps with one word or sign for stars in any language. */
const NUMBER_OF_STARS =
  /^(-?\d+(?:[.,]\d+)?)\s*(?:(?:\/|(?:out )?of)\s*(\d+(?:[.,]\d+)?))?[\s-]?(?:[\p{L}\p{M}()]+|[★⭐🌟])?$/iu
const SIGNS = /^([★⭐🌟]*)([☆✩]*)$/u
const LONGEST = 40

export function readRating(
  value: FieldValue,
  best?: FieldValue,
  worst?: FieldValue,
): number | ValueProblem {
  const text = cleanedText(value)
  if (text === '' || text === 'STAR_RATING_UNSPECIFIED') return { problem: 'has no rating' }
  if (RECOMMENDATION.test(text))
    return { problem: 'is a recommendation, which has no stars, and none are invented' }
  const grade =
    text.length > LONGEST
      ? null
      : (gradeInWords(text) ?? gradeInSigns(text) ?? gradeInNumbers(text))
  if (!grade) return { problem: 'must be stars from 1 to 5, such as 4, 4/5 or ★★★★☆' }
  return starsOf(grade.value, grade.best ?? endOfScale(best, 5), endOfScale(worst, 1))
}

type Grade = { value: number; best?: number | undefined }

function gradeInWords(text: string): Grade | null {
  const index = WORDS.indexOf(text.toLowerCase())
  return index < 0 ? null : { value: index + 1 }
}

function gradeInSigns(text: string): Grade | null {
  const [, full, empty] = SIGNS.exec(text.replace(/\s|\ufe0f/g, '')) ?? []
  if (full === undefined || empty === undefined) return null
  const value = [...full].length
  return { value, best: empty === '' ? undefined : value + empty.length }
}

function gradeInNumbers(text: string): Grade | null {
  const [, value, best] = NUMBER_OF_STARS.exec(text) ?? []
  if (value === undefined) return null
  return { value: numberOf(value), best: best === undefined ? undefined : numberOf(best) }
}

const numberOf = (text: string) => Number(text.replace(',', '.'))

function endOfScale(value: FieldValue, usual: number): number {
  const text = cleanedText(value)
  if (text === '') return usual
  return text.length <= LONGEST && NUMBER.test(text) ? numberOf(text) : Number.NaN
}

/** On a scale up to 5 the value is the stars; any other scale is stretched over 1 to 5 and rounded. */
function starsOf(value: number, best: number, worst: number): number | ValueProblem {
  if (best === 5) return wholeStars(value)
  if (!(best > worst)) return { problem: 'has a scale whose best rating is not above its worst' }
  if (value < worst || value > best) return { problem: 'lies outside its own scale' }
  return Math.round(1 + (4 * (value - worst)) / (best - worst))
}

function wholeStars(value: number): number | ValueProblem {
  if (value < 1 || value > 5) return { problem: 'must be from 1 to 5 stars' }
  const problem =
    'is not a whole number of stars, and is not rounded: correct it at the source or in the file'
  return Number.isInteger(value) ? value : { problem }
}
