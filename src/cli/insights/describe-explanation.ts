/** What was found in one review, and why, as text for a terminal. */
import { type CheckedCorrection, describeCorrection } from '../../actions/correctable-reviews.ts'
import type { ExplainedReview } from '../../actions/explain-review.ts'
import { describeTag } from '../../insights/aspects/tags.ts'
import type { ExplainedSentence, ExplainedTag } from '../../insights/explain.ts'
import type { Sentiment } from '../../model/insights.ts'
import { reviewLine } from '../base/review-preview.ts'
import { paragraphs, type Screen, type Style, signed, wrap } from '../base/screen.ts'

export function describeExplained(
  { review, read, sentences, tags, corrections }: ExplainedReview,
  screen: Screen,
): string {
  const head = wrap(reviewLine(review), screen.width)
  return paragraphs([
    [screen.paint('dim', review.id), ...head.map(line => screen.paint('bold', line))],
    wrap(describeCoverage(review.text, read, tags.length > 0), screen.width),
    ...sentences.map(sentence => describeSentence(sentence, screen)),
    describeTags(tags, screen),
    listCorrected(corrections, screen),
  ])
}

function describeCoverage(text: string | null, read: boolean, hasTags: boolean): string {
  const counted = hasTags ? 'only its rating and tags count' : 'only its rating counts'
  if (text === null) return `The review has no text: ${counted}.`
  if (read) return ''
  return `The review is in an unsupported language: ${counted}, and only names are searched for.`
}

function describeSentence({ text, aspects, names }: ExplainedSentence, screen: Screen): string[] {
  const lines = createLines(screen)
  const found = [
    ...aspects.flatMap(({ label, sentiment, score, words, because }) => [
      ...lines(STYLES[sentiment], `${label}: ${sentiment}, ${signed(score)}, “${words}”`, '  '),
      ...lines('dim', because, '    '),
    ]),
    ...names.flatMap(({ kind, key, words, sentiment }) =>
      lines(
        STYLES[sentiment ?? 'neutral'],
        `${KINDS[kind]} ${key}: ${sentiment ?? 'only named'}, “${words}”`,
        '  ',
      ),
    ),
  ]
  return [...wrap(text, screen.width), ...(found.length > 0 ? found : lines('dim', 'Nothing found.', '  '))]
}

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

function listCorrected(corrections: CheckedCorrection[], { width }: Screen): string[] {
  if (corrections.length === 0) return []
  return ['Corrected by you:', ...corrections.flatMap(one => wrap(describeCorrection(one), width, '  '))]
}

const createLines =
  ({ width, paint }: Screen) =>
  (style: Style, text: string, indent: string) =>
    wrap(text, width, indent).map(line => paint(style, line))

const STYLES: Record<Sentiment, Style> = { positive: 'green', neutral: 'yellow', negative: 'red' }

const KINDS: Record<ExplainedSentence['names'][number]['kind'], string> = {
  technicians: 'Technician',
  services: 'Service',
  problems: 'Problem',
  service_areas: 'Area',
}
