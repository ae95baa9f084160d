/**
 * Measures the insights engine and writes the results to RESULTS.md. The labeled sets are not part of the project:
 * ABSA_DATA names their folder (train/README.md lists them), REAL_TEXTS the file that train/real/fetch.py writes.
 */
import { access, readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Evaluation, evaluate } from '../src/actions/evaluate-insights.ts'
import type { InsightsEngine } from '../src/insights/analyze.ts'
import { verdictOf } from '../src/insights/aspects/polarity.ts'
import { type Interval, scorePolarity } from '../src/insights/counts/evaluation.ts'
import { splitWords } from '../src/insights/text/words.ts'
import type { Sentiment } from '../src/model/insights.ts'
import { loadEngine } from '../src/publish/load-engine.ts'
import type { Labeled } from '../train/labeled.ts'
import { readRealReviews } from '../train/real.ts'
import { readMeasured } from '../train/sets.ts'
import { measureBulk, measureSpeed } from './insights-speed.ts'
import { measureNames, measureSentences } from './names.ts'
import { measureReal, REAL_HEAD } from './real-reviews.ts'
import { measureServices } from './services.ts'
import { formatTable } from './table.ts'

const folder = pathToFileURL(`${resolve(process.env.ABSA_DATA ?? 'absa')}/`)

const percent = (share: number) => (100 * share).toFixed(1)
const between = ([low, high]: Interval) => `${percent(low)} to ${percent(high)}`

/** What a sentence says about a given term, judged by the network alone. */
function readTerm({ network }: InsightsEngine, { text, from, to }: Labeled): Sentiment {
  const words = splitWords(text)
  const inside = words.flatMap((word, index) => (word.end > from && word.start < to ? [index] : []))
  const target = { first: inside[0] ?? 0, end: (inside.at(-1) ?? 0) + 1 }
  const [reading] = network
    .read(words.map(({ norm }) => norm))
    .opinions({ first: 0, end: words.length }, [target])
  return verdictOf(reading!).sentiment
}

const GOALS: Record<string, string> = {
  'SemEval-2014 restaurants': 'accuracy 83',
  'SemEval-2014 laptops': 'accuracy 77',
  MAMS: 'accuracy 81',
}
const TRANSLATED_GOAL = 'accuracy 80'

function measureTerms(engine: InsightsEngine, measured: Record<string, Labeled[]>): string[][] {
  return Object.entries(measured).map(([set, terms]) => {
    const score = scorePolarity(
      terms.map(term => ({ wanted: term.sentiment, found: readTerm(engine, term) })),
    )
    return [
      set,
      String(terms.length),
      percent(score.accuracy),
      between(score.accuracyInterval),
      percent(score.macroF1),
      between(score.macroF1Interval),
      GOALS[set] ?? TRANSLATED_GOAL,
    ]
  })
}

/** Scored like `firsthand insights --eval`. */
const evaluateFile = async (name: string) =>
  await evaluate(null, fileURLToPath(new URL(name, import.meta.url)))

async function measureHome(): Promise<string[][]> {
  const score = await evaluateFile('home-services.jsonl')
  return [
    ['sentences', String(score.lines), '', '400'],
    ['aspects: precision', percent(score.precision), between(score.precisionInterval), ''],
    ['aspects: recall', percent(score.recall), between(score.recallInterval), ''],
    ['aspects: F1', percent(score.f1), between(score.f1Interval), '75'],
    [
      'polarity of aspects found',
      percent(score.polarity.accuracy),
      between(score.polarity.accuracyInterval),
      '90',
    ],
    [
      'polarity: macro-F1',
      percent(score.polarity.macroF1),
      between(score.polarity.macroF1Interval),
      '',
    ],
  ]
}

const SIDE_GOALS: Record<string, string> = {
  'criticism, all': 'precision 90, recall 75',
  'criticism, 4–5 stars': 'precision 80',
  'praise, all': 'precision 97',
}

/** Reviews that contain any criticism or praise, and the aspects that are criticized or praised. */
const describeSide = (side: 'criticism' | 'praise', { sides }: Evaluation): string[][] =>
  sides.map(({ group, rows, [side]: { reviews, mentions } }) => [
    `${side}, ${group}`,
    String(rows),
    `${reviews.wanted} / ${reviews.found} / ${reviews.right}`,
    percent(reviews.precision),
    between(reviews.precisionInterval),
    percent(reviews.recall),
    between(reviews.recallInterval),
    `${mentions.wanted} / ${mentions.found} / ${mentions.right}`,
    percent(mentions.precision),
    percent(mentions.recall),
    SIDE_GOALS[`${side}, ${group}`] ?? '',
  ])

const describeReviews = (score: Evaluation): string[][] => [
  ['aspects: precision', percent(score.precision), between(score.precisionInterval), ''],
  ['aspects: recall', percent(score.recall), between(score.recallInterval), ''],
  ['aspects: F1', percent(score.f1), between(score.f1Interval), '80'],
  [
    'polarity of aspects found',
    percent(score.polarity.accuracy),
    between(score.polarity.accuracyInterval),
    '',
  ],
]

async function measureEntities(measured: Record<string, Labeled[]>): Promise<string[][]> {
  const texts = [...new Set(Object.values(measured).flatMap(set => set.map(({ text }) => text)))]
  const { falseTexts, found, misspellings } = await measureNames(texts)
  return [
    [
      'texts with a wrongly found name, per 1,000',
      ((1000 * falseTexts) / texts.length).toFixed(1),
      `of ${texts.length}`,
      'at most 4',
    ],
    [
      'single-letter misspellings found, %',
      percent(found / misspellings),
      `of ${misspellings}`,
      '98',
    ],
  ]
}

const exists = (path: string | URL) =>
  access(path).then(
    () => true,
    () => false,
  )
const hasSets = await exists(folder)
const realTexts = resolve(process.env.REAL_TEXTS ?? 'texts.jsonl')
const hasReal = await exists(realTexts)
const engine = await loadEngine()
const parts: string[] = []
const add = (title: string, head: string[], rows: string[][]) => {
  const table = `## ${title}\n\n${formatTable(head, rows)}\n`
  process.stdout.write(`\n${table}`)
  parts.push(table)
}

if (hasSets) {
  const measured = await readMeasured(folder)
  add(
    'Polarity of given terms, three classes, on sets never used for training',
    ['set', 'terms', 'accuracy %', '95% interval', 'macro-F1', '95% interval', 'goal'],
    measureTerms(engine, measured),
  )
  add('Names', ['what', 'measured', '', 'goal'], await measureEntities(measured))
} else
  process.stdout.write(
    `The labeled sets are not at ${folder.pathname}, so they are not measured. Set ABSA_DATA to their folder.\n`,
  )
if (hasReal) {
  const heldOut = (await readRealReviews(realTexts)).filter(({ part }) => part === 'test')
  add(
    'Real reviews of businesses that were held out (train/real)',
    REAL_HEAD,
    measureReal(engine, heldOut),
  )
} else
  process.stdout.write(
    `The texts of the real reviews are not at ${realTexts}, so they are not measured. Set REAL_TEXTS to what train/real/fetch.py writes.\n`,
  )
add(
  'Home services, sentences labeled twice (home-services.jsonl)',
  ['what', '%', '95% interval', 'goal'],
  await measureHome(),
)
const reviews = await evaluateFile('reviews-labelled.jsonl')
add(
  'Criticism and praise in whole reviews, labeled twice (reviews-labelled.jsonl)',
  [
    'what',
    'reviews',
    'with / found / right',
    'precision',
    '95%',
    'recall',
    '95%',
    'aspects',
    'precision',
    'recall',
    'goal',
  ],
  [...describeSide('criticism', reviews), ...describeSide('praise', reviews)],
)
add(
  'Aspects of whole reviews (reviews-labelled.jsonl)',
  ['what', '%', '95% interval', 'goal'],
  describeReviews(reviews),
)
add(
  'Services found in whole reviews (services.jsonl)',
  ['what', 'reviews', 'services', 'recall', '95%', 'precision'],
  measureServices(engine.taxonomies),
)
add(
  'People in invented sentences, one difficulty each (names.jsonl)',
  ['what', 'sentences', 'people', 'recall', 'precision', 'wrong'],
  measureSentences(),
)
add('Speed', ['what', 'measured', 'goal'], [...(await measureSpeed()), ...(await measureBulk())])
if (hasSets && hasReal) {
  const head =
    '# Accuracy and speed of the insights\n\nWritten by `npm run bench:insights`. Intervals are bootstrapped over the examples.\n'
  const file = new URL('RESULTS.md', import.meta.url)
  // Other benchmarks, and people, write sections of their own.
  const headingOf = (section: string) => section.trimStart().split('\n')[0]!
  const own = new Set(parts.map(headingOf))
  const others = (await readFile(file, 'utf8'))
    .split(/\n(?=## )/)
    .filter(one => one.startsWith('## ') && !own.has(headingOf(one)))
    .map(one => one.trimEnd())
  await writeFile(
    file,
    `${[`${head}\n${parts.join('\n')}`.trimEnd(), ...others].join('\n\n').trimEnd()}\n`,
  )
}
