/** Counts the languages that reviews are written in. */
import { UNKNOWN_LANGUAGE } from '../../model/search.ts'
import { joinNumbers, type MonthOfReviews } from '../months/month.ts'
import { foldCase } from '../words/case-folding.ts'

export type LanguageCount = ReturnType<typeof countLanguages>[number]

/** The reviews that each language range matches, from the reviews of each tag. */
export function listByRange(byTag: ReadonlyMap<string | null, Uint32Array>): Map<string, Uint32Array> {
  const found = Array.from(byTag).flatMap(([tag, list]) => rangesOf(tag).map(range => ({ range, list })))
  return new Map(
    Array.from(
      Map.groupBy(found, ({ range }) => range),
      ([range, parts]) => [
        range,
        parts.length === 1 ? parts[0]!.list : joinNumbers(parts.map(({ list }) => list)).sort(),
      ],
    ),
  )
}

/** The ranges that match the tag, in lowercase: en-gb and en match en-GB (RFC 4647 §3.3.1). */
function rangesOf(tag: string | null): string[] {
  if (tag === null) return [UNKNOWN_LANGUAGE]
  const parts = foldCase(tag).split('-')
  return parts.map((_, index) => parts.slice(0, index + 1).join('-'))
}

/** The most frequent first, then by tag. Each counts as many as a search finds: British English counts as English too. */
export function countLanguages(months: MonthOfReviews[], byRange: ReadonlyMap<string, Uint32Array>) {
  const spellings = new Map<string, string>()
  for (const tag of new Set(months.flatMap(({ reviews }) => reviews.map(({ language }) => language))))
    if (tag !== null) spellings.set(foldCase(tag), tag)
  return Array.from(spellings, ([range, language]) => ({ language, count: byRange.get(range)!.length })).sort(
    (a, b) => b.count - a.count || (a.language < b.language ? -1 : 1),
  )
}
