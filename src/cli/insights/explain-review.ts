/** `firsthand insights --explain`: what was found in each sentence and tag of one review, and why. */
import { describeTag } from '../../insights/aspects/tags.ts'
import {
  createExplainer,
  type ExplainedSentence,
  type ExplainedTag,
  type Explanation,
} from '../../insights/explain.ts'
import type { BusinessFile } from '../../model/business.ts'
import type { Sentiment } from '../../model/insights.ts'
import type { ReviewRecord } from '../../model/record.ts'
import { loadEngine } from '../../publish/load-engine.ts'
import { reviewLine } from '../base/review-preview.ts'
import { type Screen, type Style, wrap } from '../base/screen.ts'
import { type CheckedCorrection, describeCorrection } from './correctable-reviews.ts'
import { findByIdPrefix } from './find-by-prefix.ts'
import { signed } from './insights-table.ts'

export async function explainReview<Stored extends ReviewRecord>(
  business: BusinessFile,
  reviews: Stored[],
  idPrefix: string,
  readCorrections: (review: Stored) => Promise<CheckedCorrection[]> = async () => [],
) {
  const review = findByIdPrefix(reviews, idPrefix)
  const { id, source, content, particulars } = review
  const { text } = content
  const { language, tags } = particulars
  const explain = createExplainer(await loadEngine(), business)
  const data: Explained = {
    review: {
      id,
      date: content.date,
      rating: content.rating,
      author: content.author,
      source,
      language,
      text,
    },
    ...explain({ text, language, rating: content.rating }, tags),
    corrections: await readCorrections(review),
  }
  return { data, describe: (screen: Screen) => describeExplained(data, screen) }
}

interface Explained extends Explanation {
  review: Pick<ReviewRecord['content'], 'date' | 'rating' | 'author' | 'text'> & {
    id: string
    source: string
    language: string | null
  }
  corrections: CheckedCorrection[]
}

function describeExplained(
  { review, read, sentences, tags, corrections }: Explained,
  screen: Screen,
): string {
  const head = wrap(reviewLine(review), screen.width)
  const paragraphs = [
    [screen.paint('dim', review.id), ...head.map(line => screen.paint('bold', line))],
    wrap(describeCoverage(review.text, read, tags.length > 0), screen.width),
    ...sentences.map(sentence => describeSentence(sentence, screen)),
    describeTags(tags, screen),
    describeCorrections(corrections, screen),
  ]
  return `${paragraphs
    .filter(lines => lines.join('') !== '')
    .map(lines => lines.join('\n'))
    .join('\n\n')}\n`
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

function describeCorrections(corrections: CheckedCorrection[], { width }: Screen): string[] {
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
