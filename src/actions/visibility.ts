/** How many reviews the public sees, how many it does not, and why. */
import type { SourceCounts } from '../store/store.ts'
import { createShellCommand, DEFAULT_PLACES } from './shell-command.ts'

export interface Visibility {
  shown: { count: number /** google 98 */; sources: string[] }
  hidden: HiddenSource[]
}

export interface HiddenSource {
  source: string
  count: number
  because: string
  /** What the owner can do about it. */
  change: string
}

export function explainVisibility(sources: SourceCounts[], businessFile: string): Visibility {
  return {
    shown: {
      count: sources.reduce((sum, { states }) => sum + states.published, 0),
      sources: sources
        .filter(({ states }) => states.published > 0)
        .map(({ source, states }) => `${source} ${states.published}`),
    },
    hidden: sources.flatMap(({ source, states }) => [
      ...(states.unverified > 0 ? [unverified(source, states.unverified, businessFile)] : []),
      ...(states.withheld > 0 ? [withheld(source, states.withheld)] : []),
    ]),
  }
}

const unverified = (source: string, count: number, businessFile: string): HiddenSource => ({
  source,
  count,
  because:
    source === 'direct'
      ? 'nothing marks direct reviews as verified'
      : `their files or the business file say that reviews from ${source} are not verified`,
  change: `To show them, say how you know these customers. If you invited them to write: ${verifyCommand(source, businessFile)} (other ways: docs/trust.md).`,
})

/** Without an editor. */
export const verifyCommand = (source: string, businessFile: string) =>
  createShellCommand({ ...DEFAULT_PLACES, businessFile })(
    'business',
    '--set',
    `verification.${source}.level=invited`,
  )

const withheld = (source: string, count: number): HiddenSource => ({
  source,
  count,
  because: `you withheld them (${source})`,
  change: 'List them with: firsthand list --state withheld',
})
