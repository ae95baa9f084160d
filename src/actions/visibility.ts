/** How many reviews the public sees, how many it does not, and why. */
import type { SourceCounts } from '../store/store.ts'
import type { HiddenReviews } from './import/import-report.ts'
import { PROGRAM } from './shell-command.ts'

/** What was sent to the business came from no site. */
export const sourceInWords = (source: string) => (source === 'direct' ? 'sent to you' : source)
const reviewsOf = (source: string) => (source === 'direct' ? 'reviews sent to you' : `reviews from ${source}`)

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
          because:
            source === 'direct'
              ? NO_RULE
              : `nothing shows that they were posted on ${source}, or a file says that they do not count`,
          change: explainVerifying('them'),
        },
        {
          source,
          count: withheld,
          because: `you withheld them (${sourceInWords(source)})`,
          change: `List them with: ${PROGRAM} list --state withheld`,
        },
      ])
      .filter(({ count }) => count > 0),
  }
}

const NO_RULE = 'nothing says how you know that the people who wrote to you are customers'

/** The form explains each choice. */
const explainVerifying = (them: string, otherwise = '') =>
  `To show ${them}, ${otherwise}say how you know them: at the desk (${PROGRAM} desk, then Business), or import the file again with --level invited (each answered your invitation) or --level transaction (you have a job or purchase on record for each).`

/** Why reviews are kept but not shown, as the end of a sentence, and what the owner can do about it. */
export function explainHidden(
  { reason, source, count }: Pick<HiddenReviews, 'reason' | 'source' | 'count'>,
  businessFile: string,
): { because: string; remedy: string } {
  const [them, they] = count === 1 ? ['it', 'it is'] : ['them', 'they are']
  switch (reason) {
    case 'no_rule':
      return {
        because: source === 'direct' ? NO_RULE : `nothing says that ${reviewsOf(source)} are by customers`,
        remedy: explainVerifying(them),
      }
    case 'no_evidence':
      return {
        because: `only your word says that ${count === 1 ? 'it was' : 'they were'} posted on ${source}`,
        remedy: explainVerifying(
          them,
          `import an export of ${source}, or name the columns with the number and the link of each review (--map source_id=COLUMN --map source_url=COLUMN), or `,
        ),
      }
    case 'rule':
      return {
        because: `${businessFile} says that ${reviewsOf(source)} are not verified`,
        remedy: `To show ${them}, change that at the desk: ${PROGRAM} desk, then Business.`,
      }
    case 'row':
      return {
        because: `a file says that ${they} not verified`,
        remedy: `To show ${them}, correct "verified" or "verification" in that file and import it again.`,
      }
    case 'withheld':
      return {
        because: `you withheld ${them}`,
        remedy: 'To show one again, use firsthand republish with its id.',
      }
  }
}
