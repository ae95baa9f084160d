/** Corrections of what was read in reviews, as text for a terminal. */
import type { CorrectionOutcome } from '../../actions/correct-review.ts'
import {
  type CheckedCorrection,
  type CorrectableMention,
  describeCorrection,
  nameCorrection,
} from '../../actions/correctable-reviews.ts'
import { reviewLine } from '../base/review-preview.ts'
import { countOf, paragraphs, type Screen, wrap } from '../base/screen.ts'

export function describeCorrected(outcome: CorrectionOutcome, { width, paint }: Screen): string {
  const { review, mentions, corrections, undone } = outcome.corrected
  const list = (title: string, lines: string[]) =>
    lines.length === 0 ? [] : [title, ...lines.flatMap(line => wrap(line, width, '  '))]
  return paragraphs([
    [paint('dim', review.id), ...wrap(reviewLine(review), width).map(line => paint('bold', line))],
    list('Read in the text:', mentions.map(describeMention)),
    list('Corrected:', corrections.map(describeCorrection)),
    list('Undone:', undone.map(nameCorrection)),
    wrap(noteOn(outcome), width),
  ])
}

const describeMention = ({ kind, label, sentiment, evidence }: CorrectableMention) =>
  `${kind === 'technicians' ? 'Technician ' : ''}${label}: ${sentiment}, “${evidence}”`

function noteOn({ corrected, effect }: CorrectionOutcome): string {
  if (effect === 'changed')
    return 'The counts change within a second; the review does not. /insights.json lists corrections, and the site says how many there are.'
  if (effect === 'corrected_before') return 'That was corrected before. Nothing changed.'
  return corrected.mentions.length > 0
    ? 'To correct one of these, add --not-person, --not-aspect or --not-criticism.'
    : 'Nothing was found in its text, so there is nothing to correct.'
}

export function describeCorrections(corrections: CheckedCorrection[], screen: Screen): string {
  if (corrections.length === 0) return 'There are no corrections.\n'
  const applied = corrections.filter(({ state }) => state === 'applies').length
  const lines = Map.groupBy(corrections, ({ review_id }) => review_id)
    .entries()
    .flatMap(([id, own]) => [id, ...own.flatMap(one => wrap(describeDated(one), screen.width, '  '))])
  return `${[...lines, '', `${countOf(corrections.length, 'correction')}, ${applied} in effect.`].join('\n')}\n`
}

const describeDated = (one: CheckedCorrection) =>
  `${one.corrected_at.slice(0, 10)} ${describeCorrection(one)}`
