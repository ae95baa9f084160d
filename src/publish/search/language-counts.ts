/** The languages that the reviews are written in. */
import { foldCase } from '../pieces/case-folding.ts'
import { joinNumbers, type MonthOfReviews } from '../pieces/month.ts'

export interface LanguageCount {
  language: string
  /** As many as a search for it finds: those in British English count as English too. */
  count: number
}

/** The reviews of every range of languages that finds some, from those of every tag. */
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

/** Everything that finds the tag, in small letters: en-GB is found by en-gb and en (RFC 4647 §3.3.1). */
function rangesOf(tag: string | null): string[] {
  if (tag === null) return []
  const parts = foldCase(tag).split('-')
  return parts.map((_, place) => parts.slice(0, place + 1).join('-'))
}

/** The most frequent first, then by tag. */
export function countLanguages(
  sheets: MonthOfReviews[],
  byRange: ReadonlyMap<string, Uint32Array>,
): LanguageCount[] {
  const spellings = new Map<string, string>()
  for (const tag of new Set(sheets.flatMap(({ reviews }) => reviews.map(({ language }) => language))))
    if (tag !== null) spellings.set(foldCase(tag), tag)
  return Array.from(spellings, ([range, language]) => ({ language, count: byRange.get(range)!.length })).sort(
    (a, b) => b.count - a.count || (a.language < b.language ? -1 : 1),
  )
}
