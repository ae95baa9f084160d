/** The scalar values that the other schemas are built from. */
import { z } from 'zod'

export const IsoDate = z.iso.date('must be a date that exists, written YYYY-MM-DD')
export const Timestamp = z.iso.datetime({ offset: true })
export const Ulid = z.string().regex(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/, 'must be a ULID of 26 characters')
export const Url = z.httpUrl('must be an http or https URL')
/** An address of this service, which may run on localhost. */
export const ServiceUrl = z.url()
export const Slug = z
  .string()
  .regex(/^[a-z0-9]+(?:[_-][a-z0-9]+)*$/, 'must be lower-case words joined by _ or -')
/** The part of BCP 47 that reviews need: a language, optionally with script and region. */
export const LanguageTag = z
  .string()
  .regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, 'must be a language tag such as en or pt-BR')
export const TimeZone = z.string().refine(isTimeZone, 'must be an IANA time zone such as America/Chicago')
export const Stars = z.int('must be a whole number').min(1, 'must be 1 or more').max(5, 'must be 5 or less')
export const Count = z.int().min(0)
export const Percentage = z.number().min(0).max(100)
export const Score = z.number().min(-1).max(1)

/** Drops control characters: none belong in a review, and XML and PostgreSQL reject some of them. */
export const cleanText = (text: string) =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g, '')
    .trim()

/** As RFC 3986 requires: browsers accept more characters than a URI may contain. */
export function cleanUrl(url: string): string {
  const isPlain = /^[!#-;=?-[\]_a-z~]*$/.test(url)
  return isPlain ? url : new URL(url).href.replaceAll(/[^!#-;=?-[\]_a-z~]/g, encodeURIComponent)
}

export const cleanLine = (text: string) => cleanText(text).replace(/\s+/g, ' ')

function isTimeZone(name: string): boolean {
  try {
    return /^[A-Z]/.test(name) && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** The languages in which the site is written. */
export const LocaleTag = z.enum(['en-US', 'en-GB', 'de', 'es', 'fr'])
export type LocaleTag = z.infer<typeof LocaleTag>

export const DEFAULT_LOCALE: LocaleTag = 'en-US'
