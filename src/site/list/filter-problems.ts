/** What is wrong with a filter, in the language of the site. Programs get the words of the API, which are English. */
import type { Catalog } from '../../locale/catalogs.ts'
import { localeOf } from '../../locale/locale.ts'
import type { Issue } from '../../model/error.ts'
import type { Snapshot } from '../../publish/snapshot.ts'
import { labelOf } from './filter-words.ts'

type Problem = keyof Catalog['reviews']['problems']

/** Whatever is wrong with one of these, the same sentence says what is right. */
const BY_PARAMETER = new Map<string, Problem>([
  ['rating', 'stars'],
  ['min_rating', 'stars'],
  ['max_rating', 'stars'],
  ['since', 'date'],
  ['until', 'date'],
  ['page', 'page'],
  ['sort', 'choice'],
  ['sentiment', 'choice'],
  ['has_reply', 'choice'],
  ['language', 'choice'],
])

const BY_CODE = new Map<string, Problem>([
  ['repeated', 'repeated'],
  ['invalid_encoding', 'unreadable'],
  ['too_big', 'tooLong'],
])

const EXAMPLE_DATE = '2026-03-14'

export function problemInWords(snapshot: Pick<Snapshot, 'site' | 'locale'>, { path, code }: Issue): string {
  const parameter = String(path[0])
  const { words, say } = localeOf(snapshot.locale)
  const values = { field: labelOf(snapshot, parameter), example: EXAMPLE_DATE }
  return say(words.reviews.problems[problemOf(parameter, code)], values)
}

function problemOf(parameter: string, code: string): Problem {
  const isOfRequest = code === 'repeated' || code === 'invalid_encoding'
  const known = (isOfRequest ? undefined : BY_PARAMETER.get(parameter)) ?? BY_CODE.get(code)
  return known ?? (parameter === 'words' ? 'noWord' : 'unreadable')
}
