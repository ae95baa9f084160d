/** How well the engine agrees with labeled data, as text for a terminal. */
import type { Evaluation } from '../../actions/evaluate-insights.ts'
import type { Interval, SideScoresOf } from '../../insights/counts/evaluation.ts'
import { type Cell, countOf, layOut, paragraphs, type Screen, wrap } from '../base/screen.ts'

export function describeEvaluation(data: Evaluation, screen: Screen): string {
  const { file, lines, unread, wanted, polarity, aspects, sides } = data
  const head = `${file}: ${countOf(lines, 'line')}, ${countOf(wanted, 'label')} of ${countOf(aspects.length, 'aspect')}.`
  const note = unread > 0 ? ` ${countOf(unread, 'line')} in an unsupported language.` : ''
  const totals: [string, number, Interval][] = [
    ['Precision of aspects', data.precision, data.precisionInterval],
    ['Recall of aspects', data.recall, data.recallInterval],
    ['F1 of aspects', data.f1, data.f1Interval],
    ['Accuracy of polarity', polarity.accuracy, polarity.accuracyInterval],
    ['Macro-F1 of polarity', polarity.macroF1, polarity.macroF1Interval],
  ]
  const table = [
    ['', 'SCORE', '95%'].map(titleCell),
    ...totals.map(([label, score, interval]) =>
      [label, decimal(score), between(interval)].map(toCell),
    ),
  ]
  const titles = [
    'ASPECT',
    'WANTED',
    'FOUND',
    'PRECISION',
    'RECALL',
    'F1',
    '95%',
    'POLARITY',
    '95%',
  ]
  const each = [
    titles.map(titleCell),
    ...aspects.map(one =>
      [
        one.id,
        String(one.wanted),
        String(one.found),
        one.found > 0 ? decimal(one.precision) : '-',
        decimal(one.recall),
        decimal(one.f1),
        between(one.f1Interval),
        ...scored(one.right, one.accuracy, one.accuracyInterval),
      ].map(toCell),
    ),
  ]
  return paragraphs([
    wrap(head + note, screen.width),
    layOut(table, screen),
    layOut(describeSide('CRITICISM', sides, 'criticism'), screen),
    layOut(describeSide('PRAISE', sides, 'praise'), screen),
    layOut(each, screen),
  ])
}

const SIDE_TITLES = 'LINES WITH FOUND PRECISION 95% RECALL 95% ASPECTS PRECISION RECALL'.split(' ')

/** Of texts that contain any, then of aspects. */
function describeSide(
  title: string,
  sides: SideScoresOf[],
  side: 'criticism' | 'praise',
): Cell[][] {
  return [
    [title, ...SIDE_TITLES].map(titleCell),
    ...sides.map(({ group, rows, [side]: { reviews, mentions } }) =>
      [
        group,
        String(rows),
        String(reviews.wanted),
        String(reviews.found),
        ...scored(reviews.found, reviews.precision, reviews.precisionInterval),
        ...scored(reviews.wanted, reviews.recall, reviews.recallInterval),
        String(mentions.wanted),
        mentions.found > 0 ? decimal(mentions.precision) : '-',
        mentions.wanted > 0 ? decimal(mentions.recall) : '-',
      ].map(toCell),
    ),
  ]
}

const toCell = (text: string, column: number): Cell => ({ text, right: column > 0 })
const titleCell = (text: string, column: number): Cell => ({
  ...toCell(text, column),
  style: 'bold',
})
const decimal = (score: number) => score.toFixed(3)
/** Of nothing there is no score. */
const scored = (count: number, score: number, interval: Interval) =>
  count > 0 ? [decimal(score), between(interval)] : ['-', '-']
const between = ([low, high]: Interval) => `${low.toFixed(2)}–${high.toFixed(2)}`
