/** The report of an import, for people. */

import { verifyCommand } from '../../actions/visibility.ts'
import type { CompleteReport } from '../../ingest/merge/complete-import.ts'
import { previewReview } from '../base/review-preview.ts'
import { describeReport } from './import-batch.ts'
import {
  type ExampleKind,
  type HiddenReviews,
  type ImportReport,
  type LikelyDuplicates,
  MOST_EXAMPLES,
  type ReviewExample,
} from './import-report.ts'

/** One line per file, then what concerns all of them. */
export function describeImport(report: ImportReport, businessFile: string): string {
  const { files, complete, hidden, likelyDuplicates } = report
  const lines = files.map(({ name, format, rejected, ...report }) =>
    describeReport({ name, format }, report, rejected),
  )
  if (complete) lines.push(describeAbsent(complete))
  for (const group of hidden) {
    const { because, remedy } = explainHidden(group, businessFile)
    lines.push(`kept but not shown: ${group.count}, because ${because}. ${remedy}\n`)
  }
  if (likelyDuplicates.count > 0) lines.push(describeDuplicates(likelyDuplicates))
  return lines.join('')
}

/** The stored review stays: links to it may exist. */
function describeDuplicates({ count, examples }: LikelyDuplicates): string {
  const commands = examples.map(({ stored, added }) => `  firsthand merge ${stored.id} ${added.id}\n`)
  return `likely duplicates: ${count}. Compare the two reviews; if they are one, hide the second:\n${commands.join('')}`
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
        remedy: `To show ${them}, say how you know these customers. If you invited them to write: ${verifyCommand(source, businessFile)} (other ways: docs/trust.md).`,
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
        remedy: 'To show one again, use firsthand restore with its id.',
      }
  }
}

const UNCERTAIN =
  'complete: no review was marked as missing because some rows were rejected. Fix those rows or remove them from the file.\n'

function describeAbsent(complete: CompleteReport | 'uncertain'): string {
  if (complete === 'uncertain') return UNCERTAIN
  const { gone, missing } = complete
  const waiting =
    missing === 0
      ? ''
      : `, ${missing} missing for the first time (removed if the next complete import lacks them too, or now with --confirm)`
  return `complete: ${gone} gone at the source${waiting}\n`
}

const HEADINGS: Record<ExampleKind, string> = {
  added: 'added',
  edited: 'edited',
  returned: 'shown again',
  gone: 'gone at the source',
  missing: 'missing for the first time',
}

/** A few reviews of each kind, so that the owner of the file sees what the counts mean. */
export function describeExamples({ examples, hidden }: ImportReport, width: number): string {
  const groups = [
    ...Object.entries(HEADINGS).map(([kind, heading]) => [heading, examples[kind as ExampleKind]] as const),
    ['not shown', hidden.flatMap(group => group.examples).slice(0, MOST_EXAMPLES)] as const,
  ]
  return groups
    .filter(([, reviews]) => reviews.length > 0)
    .map(
      ([heading, reviews]) => `for example, ${heading}:\n${reviews.map(one => block(one, width)).join('')}`,
    )
    .join('')
}

const block = ({ source, content }: ReviewExample, width: number) =>
  previewReview({ source, ...content }, width - INDENT.length)
    .map(line => `${INDENT}${line}\n`)
    .join('')

const INDENT = '  '
