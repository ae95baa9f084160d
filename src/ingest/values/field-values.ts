/** The small values of a draft, each read on its own; what cannot be read counts as absent. */
import { cleanText, LanguageTag, Slug, Url } from '../../model/scalars.ts'
import type { FieldValue } from './draft.ts'

/** Why a value that a review needs cannot be taken. It never repeats the value, which may be anything. */
export interface ValueProblem {
  problem: string
}

/** A value as text without space around it; '' where it tells nothing. */
export function cleanedText(told: FieldValue): string {
  if (typeof told === 'string') return cleanText(told)
  return Number.isFinite(told) ? String(told) : ''
}

const EMAIL = /[^\s@]@[^\s@]+\.[^\s@]/
/** Seven digits or more, with the marks that people put between them. */
const PHONE = /\p{Nd}(?:[\s()./-]*\p{Nd}){6}/u

export const isName = (text: string) => !EMAIL.test(text) && !PHONE.test(text)
export const isIdentifier = (text: string) => !EMAIL.test(text)

export function authorName(told: FieldValue): string | null {
  const text = cleanedText(told)
  return isName(text) ? text : null
}

export function identifierOf(told: FieldValue): string | null {
  const text = cleanedText(told)
  return text !== '' && isIdentifier(text) ? text : null
}

const GOOGLE = /^(?:google[-_]?(?:my[-_]business|business|business[-_]profile|maps|reviews?)|gmb|gbp)$/

/** "Google Maps" is google, "Angie's List" is angies-list; null for a name without a letter from a to z. */
export function sourceOf(told: FieldValue): string | null {
  const name = cleanedText(told).toLowerCase()
  const slug = Slug.safeParse(name).success ? name : slugOf(name)
  return GOOGLE.test(slug) ? 'google' : slug || null
}

const slugOf = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/[\p{Mark}'’]/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

export function linkOf(told: FieldValue): string | null {
  const text = cleanedText(told)
  return isIdentifier(decodeAt(text)) && Url.safeParse(text).success ? text : null
}

/** An address inside a link is written with a percent sign. */
export const decodeAt = (text: string) => text.replaceAll(/%40/gi, '@')

/** `EN` is en, `en_us` is en-US. */
export function languageOf(told: FieldValue): string | null {
  const [language = '', ...rest] = cleanedText(told).toLowerCase().split(/[-_]/)
  if (language === '' || language === 'und') return null
  const tag = [language, ...rest.map(inItsCase)].join('-')
  return LanguageTag.safeParse(tag).success ? tag : null
}

/** RFC 5646 §2.1.1: regions in capitals, scripts with one. */
function inItsCase(part: string): string {
  if (part.length === 2) return part.toUpperCase()
  return part.length === 4 ? part[0]!.toUpperCase() + part.slice(1) : part
}

export function flagOf(told: FieldValue): boolean | null {
  const text = String(typeof told === 'boolean' ? told : cleanedText(told)).toLowerCase()
  if (['true', 'yes', '1'].includes(text)) return true
  return ['false', 'no', '0'].includes(text) ? false : null
}
