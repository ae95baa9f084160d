/** What was read in one review, why, and what the owner corrected, as text for a terminal. */
import type { CorrectionOutcome } from '../../actions/correct-review.ts'
import {
  type CheckedCorrection,
  type CorrectableMention,
  describeCorrection,
  nameCorrection,
} from '../../actions/correction-targets.ts'
import type { ExplainedReview } from '../../actions/explain-review.ts'
import { describeTag } from '../../insights/aspects/tags.ts'
import type { ExplainedSentence, ExplainedTag } from '../../insights/explain.ts'
import type { Sentiment } from '../../model/insights.ts'
import commandWords from '../base/command-words.json' with { type: 'json' }
import {
  countOf,
  paragraphs,
  reviewLine,
  type Screen,
  type Style,
  signed,
  wrap,
} from '../base/screen.ts'

export function describeExplained(explained: ExplainedReview, screen: Screen): string {
  const { review, sentences, tags, corrections, discovered, unlisted } = explained
  return paragraphs([
    headOf(review, screen),
    wrap(describeCoverage(explained), screen.width),
    ...sentences.map(sentence => describeSentence(sentence, screen)),
    describeTags(tags, screen),
    titledList(ALSO_COUNTS, discovered.map(describeDiscovered), screen),
    titledList(UNLISTED, unlisted, screen),
    titledList('Corrected by you:', corrections.map(describeCorrection), screen),
  ])
}

const ALSO_COUNTS = 'Also counts for what customers of this business talk about:'
const UNLISTED =
  'Not listed among the aspects of the business, because too few reviews mention it for certain:'

const describeDiscovered = ({
  label,
  sentiment,
  evidence,
}: ExplainedReview['discovered'][number]) => `${label}: ${sentiment}, “${evidence}”`

function describeCoverage({
  review,
  read,
  language,
  isTranslation,
  tags,
}: ExplainedReview): string {
  const counted = tags.length > 0 ? 'only its rating and tags count' : 'only its rating counts'
  if (review.text === null) return `The review has no text: ${counted}.`
  const unsupported = `The review is in an unsupported language${language === null ? '' : ` (${language})`}`
  if (isTranslation) return `${unsupported}, so the source's translation was read.`
  return read ? '' : `${unsupported}: ${counted}, and only names are searched for.`
}

function describeSentence({ text, aspects, names }: ExplainedSentence, screen: Screen): string[] {
  const lines = createLines(screen)
  const found = [
    ...aspects.flatMap(({ label, sentiment, score, words, because }) => [
      ...lines(STYLES[sentiment], `${label}: ${sentiment}, ${signed(score)}, “${words}”`, '  '),
      ...lines('dim', because, '    '),
    ]),
    ...names.flatMap(one => lines(STYLES[one.sentiment ?? 'neutral'], describeName(one), '  ')),
  ]
  return [
    ...wrap(text, screen.width),
    ...(found.length > 0 ? found : lines('dim', 'Nothing found.', '  ')),
  ]
}

const describeName = ({ kind, key, words, sentiment }: ExplainedSentence['names'][number]) =>
  `${commandWords.kinds[kind]} ${key}: ${sentiment ?? 'only named'}, “${words}”`

function describeTags(tags: ExplainedTag[], screen: Screen): string[] {
  if (tags.length === 0) return []
  const lines = createLines(screen)
  return [
    ...wrap('Tags from the source:', screen.width),
    ...tags.flatMap(tag => [
      ...lines(STYLES[tag.sentiment], describeTag(tag), '  '),
      ...lines('dim', tag.because, '    '),
    ]),
  ]
}

const createLines =
  ({ width, paint }: Screen) =>
  (style: Style, text: string, indent: string) =>
    wrap(text, width, indent).map(line => paint(style, line))

const STYLES: Record<Sentiment, Style> = { positive: 'green', neutral: 'yellow', negative: 'red' }

export function describeCorrected(outcome: CorrectionOutcome, screen: Screen): string {
  const { review, mentions, corrections, undone } = outcome.corrected
  return paragraphs([
    headOf(review, screen),
    titledList('Read in the text:', mentions.map(describeMention), screen),
    titledList('Corrected:', corrections.map(describeCorrection), screen),
    titledList('Undone:', undone.map(nameCorrection), screen),
    wrap(noteOn(outcome), screen.width),
  ])
}

const describeMention = ({ kind, label, sentiment, evidence }: CorrectableMention) =>
  `${kind === 'technicians' ? 'Technician ' : ''}${label}: ${sentiment}, “${evidence}”`

function noteOn({ corrected, effect }: CorrectionOutcome): string {
  if (effect === 'changed')
    return 'The counts change within seconds; the review does not. /insights.json lists corrections, and the site says how many there are.'
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
    .flatMap(([id, own]) => [
      id,
      ...own.flatMap(one => wrap(describeDated(one), screen.width, '  ')),
    ])
  return `${[...lines, '', `${countOf(corrections.length, 'correction')}, ${applied} in effect.`].join('\n')}\n`
}

const describeDated = (one: CheckedCorrection) =>
  `${one.corrected_at.slice(0, 10)} ${describeCorrection(one)}`

const headOf = (
  review: { id: string } & Parameters<typeof reviewLine>[0],
  { width, paint }: Screen,
): string[] => [
  paint('dim', review.id),
  ...wrap(reviewLine(review), width).map(line => paint('bold', line)),
]

/** Nothing if the list is empty. */
const titledList = (title: string, lines: string[], { width }: Screen) =>
  lines.length === 0 ? [] : [title, ...lines.flatMap(line => wrap(line, width, '  '))]
