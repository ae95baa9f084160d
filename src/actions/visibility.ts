/** How many reviews the public sees, how many it does not, and why. */
import type { SourceCounts } from '../store/store.ts'
import type { HiddenReviews } from './import/import-report.ts'
import ownersWords from './owners-words.json' with { type: 'json' }
import { PROGRAM } from './shell-command.ts'

/** What was sent to the business came from no site. */
export const sourceInWords = (source: string) => (source === 'direct' ? 'sent to you' : source)

export type Visibility = ReturnType<typeof explainVisibility>

/** `change` is what the owner can do about hidden reviews. */
export function explainVisibility(sources: SourceCounts[]) {
  return {
    shown: {
      count: sources.reduce((sum, { states }) => sum + states.published, 0),
      /** google 98 */
      sources: sources
        .filter(({ states }) => states.published > 0)
        .map(({ source, states }) => `${sourceInWords(source)} ${states.published}`),
    },
    hidden: sources
      .flatMap(({ source, states: { unverified, withheld } }) => [
        {
          source,
          count: unverified,
          why: source === 'direct' ? hidden.no_rule_direct : not_shown.unverified,
        },
        { source, count: withheld, why: not_shown.withheld },
      ])
      .filter(({ count }) => count > 0)
      .map(({ source, count, why }) => {
        const { because, remedy: change } = explain(why, { source: sourceInWords(source) })
        return { source, count, because, change }
      }),
  }
}

const { hidden, not_shown } = ownersWords

/** Why reviews are kept but not shown, as the end of a sentence, and what the owner can do about it. */
export function explainHidden(
  { reason, source, count }: Pick<HiddenReviews, 'reason' | 'source' | 'count'>,
  file: string,
) {
  const [them, they_were, they_are] =
    count === 1 ? ['it', 'it was', 'it is'] : ['them', 'they were', 'they are']
  const reviews = source === 'direct' ? 'reviews sent to you' : `reviews from ${source}`
  const isDirect = reason === 'no_rule' && source === 'direct'
  const values = { them, they_were, they_are, source, reviews, file }
  return explain(hidden[isDirect ? 'no_rule_direct' : reason], values)
}

function explain(texts: Record<'because' | 'remedy', string>, values: Record<string, string>) {
  const named: Record<string, string> = { program: PROGRAM, them: 'them', ...values }
  const fill = (text: string) => text.replaceAll(/\{(\w+)\}/g, (_, name: string) => named[name]!)
  return { because: fill(texts.because), remedy: fill(texts.remedy) }
}
