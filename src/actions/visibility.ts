/** How many reviews the public sees, how many it does not, and why. */
import type { SourceCounts } from '../store/store.ts'
import type { HiddenReviews } from './import/import-report.ts'
import { createShellCommand, DEFAULT_PLACES } from './shell-command.ts'

export type Visibility = ReturnType<typeof explainVisibility>

/** `change` is what the owner can do about hidden reviews. */
export function explainVisibility(sources: SourceCounts[], businessFile: string) {
  return {
    shown: {
      count: sources.reduce((sum, { states }) => sum + states.published, 0),
      /** google 98 */
      sources: sources
        .filter(({ states }) => states.published > 0)
        .map(({ source, states }) => `${source} ${states.published}`),
    },
    hidden: sources
      .flatMap(({ source, states: { unverified, withheld } }) => [
        {
          source,
          count: unverified,
          because:
            source === 'direct'
              ? 'nothing marks direct reviews as verified'
              : `their files or the business file say that reviews from ${source} are not verified`,
          change: explainVerifying('them', source, businessFile),
        },
        {
          source,
          count: withheld,
          because: `you withheld them (${source})`,
          change: 'List them with: firsthand list --state withheld',
        },
      ])
      .filter(({ count }) => count > 0),
  }
}

/** The command does it without an editor. */
function explainVerifying(them: string, source: string, businessFile: string): string {
  const shellCommand = createShellCommand({ ...DEFAULT_PLACES, businessFile })
  const command = shellCommand('business', '--set', `verification.${source}.level=invited`)
  return `To show ${them}, say how you know these customers. If you invited them to write: ${command} (other ways: docs/trust.md).`
}

/** Why reviews are kept but not shown, as the end of a sentence, and what the owner can do about it. */
export function explainHidden(
  { reason, source, count }: Pick<HiddenReviews, 'reason' | 'source' | 'count'>,
  businessFile: string,
): { because: string; remedy: string } {
  const [them, they] = count === 1 ? ['it', 'it is'] : ['them', 'they are']
  switch (reason) {
    case 'no_rule':
      return {
        because: `nothing marks ${source} reviews as verified`,
        remedy: explainVerifying(them, source, businessFile),
      }
    case 'rule':
      return {
        because: `${businessFile} says that ${source} reviews are not verified`,
        remedy: `To show ${them}, change "verification" for ${source} there.`,
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
