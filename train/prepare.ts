/**
 * Prepares the input of `train.py`: every text as the pieces of words that the engine sees, and what is labeled in it.
 *
 *   node train/prepare.ts --data FOLDER --texts FILE --corpus FILE
 *
 * --data names the folder with `train/` and `eval/`, --texts what real/fetch.py wrote, --corpus a file of unlabeled reviews,
 * `stars TAB language TAB text` a line (see README.md).
 */
import { createReadStream } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { createAspectFinder } from '../src/insights/aspects/find-aspects.ts'
import { createPieces, partsOf } from '../src/insights/network/pieces.ts'
import { resolveTaxonomy } from '../src/insights/text/resolve-taxonomy.ts'
import { kindOf } from '../src/insights/text/vocabulary.ts'
import { type Sentence, splitSentences, splitWords } from '../src/insights/text/words.ts'
import { BusinessFile, Trade } from '../src/model/business.ts'
import type { Sentiment } from '../src/model/insights.ts'
import { loadTaxonomies } from '../src/publish/load-engine.ts'
import { bare, type Labeled } from './labeled.ts'
import { learnPieces } from './learn-pieces.ts'
import { aspectIn, FINER, type RealReview, readRealReviews } from './real.ts'
import { type LabeledReview, readLabeledReviews } from './reviews.ts'
import { readExamples, readMeasured } from './sets.ts'

const { values } = parseArgs({
  options: { data: { type: 'string' }, texts: { type: 'string' }, corpus: { type: 'string' } },
})
const { data, texts, corpus } = values
if (!data || !texts || !corpus)
  throw new Error('node train/prepare.ts --data FOLDER --texts FILE --corpus FILE')
const folder = pathToFileURL(`${resolve(data)}/`)
const out = new URL('prepared/', import.meta.url)

const PIECES = 32_000
const SPECIAL_PIECES = [
  '[PAD]',
  '[UNK]',
  '[CLS]',
  '[SEP]',
  '[MASK]',
  '<number>',
  '<joy>',
  '<anger>',
]
const LANGUAGES = ['en', 'de', 'fr', 'es']
/** There is less text in the other languages: their words count more, so that they get pieces too. */
const WORTH = [1, 3, 3, 3]
const RAREST = 3
const LABELS = { negative: 1, neutral: 2, positive: 3 }
/** An opinion about the business as a whole. */
const GENERAL = 'general'
/** What readers of real reviews looked for, in any kind of business. */
const REAL_ASPECTS =
  'food drinks selection portions ambience cleanliness location facility comfort service friendliness professionalism technical_knowledge quality care pricing honesty speed waiting punctuality responsiveness communication scheduling follow_up safety crowd general'.split(
    ' ',
  )

const FIRST_ROUND = new Set(
  'punctuality pricing technical_knowledge quality speed responsiveness communication friendliness professionalism honesty cleanliness scheduling follow_up equipment property_care comfort safety recommendation'.split(
    ' ',
  ),
)
/** Aspects of any business that came with the third round. */
const LATER = ['service', 'selection', 'waiting', 'facility', 'ambience', 'location']
const ANYWHERE = [...LATER, 'comfort', 'care', 'food', 'drinks', 'crowd', 'safety']

const { examples, dropped } = await readExamples(folder)
const measured = await readMeasured(folder)
const invented = await readLabeledReviews()
const real = await readRealReviews(texts)
const heldOut = new Set(real.filter(({ part }) => part !== 'train').map(({ text }) => bare(text)))

await mkdir(out, { recursive: true })
const pieces = await readOrLearnPieces()
const cut = createPieces(pieces).idsOf
const trades = await readTrades()
/** The network's list ends with it. */
const ids = [
  ...new Set([...trades.values()].flatMap(one => one.ids)).difference(new Set([GENERAL])),
  GENERAL,
]
const numbers = new Map(ids.map((id, number) => [id, number]))

const write = (name: string, value: unknown) => writeFile(new URL(name, out), JSON.stringify(value))
await write('terms.json', examples.map(toTerm))
await write(
  'measured.json',
  Object.entries(measured).flatMap(([set, rows]) =>
    rows.map(row => toTerm({ ...row, set, part: 'test' })),
  ),
)
await write('reviews.json', {
  ids,
  trades: Trade.options,
  rows: [...invented.map(toInvented), ...real.map(toReal)],
})
await writeCorpus()
process.stdout.write(
  `${examples.length} terms, ${dropped} dropped because they are in a measured set; ${invented.length} invented and ${real.length} real reviews; ${pieces.length} pieces\n`,
)

async function* corpusLines(): AsyncGenerator<{ stars: number; language: number; text: string }> {
  for await (const line of createInterface({ input: createReadStream(corpus!) })) {
    const [stars, language, text] = line.split('\t', 3)
    if (text && !heldOut.has(bare(text)))
      yield { stars: Number(stars), language: LANGUAGES.indexOf(language!), text }
  }
  for (const { sentences, part, stars, language } of invented)
    if (part === 'train')
      yield {
        stars: stars ?? 0,
        language: LANGUAGES.indexOf(language),
        text: sentences.map(one => one.text).join(' '),
      }
  for (const { text, rating, language, part } of real)
    if (part === 'train') yield { stars: rating, language: LANGUAGES.indexOf(language), text }
  for (const text of new Set(examples.filter(({ part }) => part === 'train').map(one => one.text)))
    yield { stars: 0, language: 0, text }
}

/** The pieces are kept once they are learned: everything else depends on them. */
async function readOrLearnPieces(): Promise<string[]> {
  const file = new URL('pieces.txt', out)
  const known = await readFile(file, 'utf8').catch(() => null)
  if (known) return known.split('\n')
  const counts = new Map<string, number>()
  for await (const { text, language } of corpusLines())
    for (const { norm } of splitWords(text))
      if (!kindOf(norm))
        for (const part of partsOf(norm))
          counts.set(part, (counts.get(part) ?? 0) + (WORTH[language] ?? 1))
  for (const [part, count] of counts) if (count < RAREST || part.length > 30) counts.delete(part)
  const learned = [...SPECIAL_PIECES, ...learnPieces(counts, PIECES - SPECIAL_PIECES.length)]
  await writeFile(file, learned.join('\n'))
  return learned
}

async function readTrades() {
  const taxonomies = await loadTaxonomies()
  return new Map(
    Trade.options.map(trade => {
      const business = BusinessFile.parse({ name: 'Any', taxonomy: { trade } })
      const { aspects } = resolveTaxonomy(taxonomies, business)
      return [trade, { ids: aspects.map(({ id }) => id), find: createAspectFinder(aspects) }]
    }),
  )
}

/** A text as pieces, and the sides of its sentences as ranges of them, each with its cues. */
function readText(sentences: Sentence[], trade: Trade | null) {
  const find = trade ? trades.get(trade)!.find : null
  const all: number[] = []
  const sides: { first: number; end: number; cues: number[][]; from: number; to: number }[] = []
  for (const sentence of sentences) {
    const cues = find?.(sentence) ?? []
    for (const side of sentence.sides) {
      const words = sentence.words.slice(side.first, side.end)
      const first = all.length
      for (const { norm } of words) all.push(...cut(norm))
      const own = cues.filter(cue => cue.first >= side.first && cue.first < side.end)
      sides.push({
        first,
        end: all.length,
        cues: own.map(({ id, prior }) => [
          numbers.get(id)!,
          prior === null ? 2 : prior === 'positive' ? 0 : 1,
        ]),
        from: words[0]!.start,
        to: words.at(-1)!.end,
      })
    }
  }
  return { pieces: all, sides }
}

/** A written line can be several sentences for the engine, and have several sides: its labels are those of all of them together. */
function toInvented({ trade, stars, part, language, scheme, sentences }: LabeledReview) {
  const known = knownIn(trade, scheme)
  const all: number[] = []
  const sides: number[][] = []
  const cues: number[][][] = []
  const groups: { sides: number[]; labels: number[][]; opinions: number[] }[] = []
  for (const { text, aspects } of sentences) {
    const read = readText(splitSentences(text), language === 'en' ? trade : null)
    if (read.sides.length === 0) continue
    const labels = aspects.flatMap(({ id, sentiment }) =>
      known.has(id) ? [[numbers.get(id)!, LABELS[sentiment]]] : [],
    )
    const unknown = aspects.filter(({ id }) => !numbers.has(id))
    if (unknown.length > 0) throw new Error(`Unknown ${unknown.map(one => one.id)}: ${text}`)
    // Before `general` there was no label for an opinion on the whole, so a line without labels may have one.
    const isOpen = scheme !== 'general' && aspects.length === 0
    groups.push({
      sides: read.sides.map((_, number) => sides.length + number),
      labels,
      opinions: isOpen
        ? [-1, -1]
        : ['negative', 'positive'].map(side =>
            aspects.some(one => one.sentiment === side) ? 1 : 0,
          ),
    })
    for (const side of read.sides) {
      sides.push([all.length + side.first, all.length + side.end])
      cues.push(side.cues)
    }
    all.push(...read.pieces)
  }
  return {
    set: 'invented',
    trade: Trade.options.indexOf(trade),
    language,
    stars: stars ?? 0,
    part,
    pieces: all,
    sides,
    cues,
    groups,
    known: [...known].map(id => numbers.get(id)!),
  }
}

/** What the writers of that round labeled in reviews of that trade. */
function knownIn(trade: Trade, scheme: LabeledReview['scheme']): Set<string> {
  const own = trades.get(trade)!.ids
  if (scheme === 'first') return new Set(own.filter(id => FIRST_ROUND.has(id)))
  if (scheme === 'second')
    return new Set(own.filter(id => trade !== 'general' || !LATER.includes(id)))
  return new Set([...own, GENERAL, ...(trade === 'general' ? ANYWHERE : [])])
}

function toReal({
  id,
  trade,
  text,
  rating,
  part,
  language,
  mentions,
  criticism,
  praise,
  kind,
  business,
}: RealReview) {
  const { pieces, sides } = readText(splitSentences(text), language === 'en' ? trade : null)
  const groups = sides.map((side, number) => {
    const own = mentions.filter(({ from, to }) => {
      const middle = (from + to) / 2
      return middle >= side.from && middle < (sides[number + 1]?.from ?? Infinity)
    })
    const labels = new Map<number, number>()
    for (const { aspect, sentiment } of own) {
      const name = aspectIn(trade, aspect)
      for (const finer of name === null ? (FINER[trade]?.[aspect] ?? []) : [])
        labels.set(numbers.get(finer)!, -1)
      if (name === null) continue
      const number = numbers.get(name)!
      const old = labels.get(number)
      labels.set(number, old === undefined || old === LABELS[sentiment] ? LABELS[sentiment] : 2)
    }
    // Readers marked an aspect once, where it is clearest: other sides may mention it too.
    for (const { aspect } of mentions) {
      const name = aspectIn(trade, aspect)
      if (name !== null && !labels.has(numbers.get(name)!)) labels.set(numbers.get(name)!, -1)
    }
    const opinionOf = (side: Sentiment) =>
      own.some(({ sentiment }) => sentiment === side)
        ? 1
        : own.length === 0 && mentions.some(({ sentiment }) => sentiment === side)
          ? -1
          : 0
    return {
      sides: [number],
      labels: [...labels],
      opinions: [opinionOf('negative'), opinionOf('positive')],
    }
  })
  const known = REAL_ASPECTS.flatMap(aspect => {
    const name = aspectIn(trade, aspect)
    return name === null ? [] : [numbers.get(name)!]
  })
  return {
    set: 'real',
    id,
    kind,
    business,
    trade: Trade.options.indexOf(trade),
    language,
    stars: rating,
    part,
    pieces,
    sides: sides.map(({ first, end }) => [first, end]),
    cues: sides.map(({ cues }) => cues),
    groups,
    known: [...new Set(known)],
    criticism,
    praise,
  }
}

interface Row extends Labeled {
  set: string
  part: string
}

function toTerm({ text, from, to, sentiment, set, part }: Row) {
  const all: number[] = []
  let first = -1
  let end = 0
  for (const word of splitWords(text)) {
    const at = all.length
    all.push(...cut(word.norm))
    if (word.end <= from || word.start >= to) continue
    if (first < 0) first = at
    end = all.length
  }
  return {
    set,
    part,
    pieces: all,
    from: Math.max(0, first),
    to: Math.max(1, end),
    label: LABELS[sentiment] - 1,
  }
}

/** The unlabeled texts as arrays: pieces, the ends of sides, and for each text its length, stars and language. */
async function writeCorpus(): Promise<void> {
  const all: number[] = []
  const ends: number[] = []
  const lengths: number[] = []
  const stars: number[] = []
  const languages: number[] = []
  for await (const one of corpusLines()) {
    if (one.language < 0) continue
    const { pieces, sides } = readText(splitSentences(one.text), null)
    if (pieces.length < 6 || pieces.length > 1500) continue
    for (const piece of pieces) all.push(piece)
    const last = new Set(sides.map(({ end }) => end - 1))
    for (const at of pieces.keys()) ends.push(last.has(at) ? 1 : 0)
    lengths.push(pieces.length)
    stars.push(one.stars)
    languages.push(one.language)
  }
  await writeFile(new URL('corpus.u16', out), Uint16Array.from(all))
  await writeFile(new URL('ends.u8', out), Uint8Array.from(ends))
  await writeFile(new URL('lengths.u16', out), Uint16Array.from(lengths))
  await writeFile(new URL('stars.u8', out), Uint8Array.from(stars))
  await writeFile(new URL('languages.u8', out), Uint8Array.from(languages))
}
