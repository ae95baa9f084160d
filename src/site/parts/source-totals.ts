/** How many reviews of each site are here, compared with how many that site says it has. */
import type { Locale } from '../../locale/locale.ts'
import { sourceName } from '../../locale/source-label.ts'
import type { SourceTotal } from '../../model/change.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'

export interface ComparedSource {
  source: string
  shown: number
  average: number
  /** null if the site's own total is not known. */
  total: SourceTotal | null
}

/** The sites that reviews were posted on, the one with the most reviews first. */
export function compareSources({ aggregateRating, history }: RenderContext): ComparedSource[] {
  const totals = new Map(history.source_totals.map(total => [total.source, total]))
  return Object.entries(aggregateRating.by_source)
    .filter(([source]) => source !== 'direct')
    .map(([source, { review_count, rating_value }]) => ({
      source,
      shown: review_count,
      average: rating_value,
      total: totals.get(source) ?? null,
    }))
    .toSorted((one, other) => other.shown - one.shown)
}

/** `1,172 of the 1,177 on Google, as of Nov 17, 2026`, and which totals are unknown. */
export function describeSources(locale: Locale, context: RenderContext): string[] {
  const { ofSource, sourcesUnknown } = locale.words.home
  const compared = compareSources(context)
  const known = compared.flatMap(({ source, shown, total }) =>
    total
      ? [
          locale.say(ofSource, {
            shown,
            total: total.review_count,
            source: sourceName(source),
            date: locale.date(total.at),
          }),
        ]
      : [],
  )
  const unknown = compared.filter(({ total }) => !total).map(({ source }) => sourceName(source))
  return unknown.length === 0
    ? known
    : [...known, locale.say(sourcesUnknown, { sources: locale.list(unknown) })]
}
