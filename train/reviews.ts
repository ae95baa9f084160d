/** Reads our own invented reviews, each sentence with the aspects it mentions. */
import { readdir, readFile } from 'node:fs/promises'
import { Trade } from '../src/model/business.ts'
import type { Sentiment } from '../src/model/insights.ts'
import { readMarkedLine } from './labeled.ts'

export interface LabeledSentence {
  text: string
  aspects: { id: string; sentiment: Sentiment }[]
}

export interface LabeledReview {
  trade: Trade
  /** null in the files of the first round, which were written without stars. */
  stars: number | null
  sentences: LabeledSentence[]
  part: 'train' | 'dev'
  language: 'en' | 'de' | 'fr' | 'es'
  /** Which aspects the writers knew: those that the home trades share, those of the trade, or these and an opinion on the whole. */
  scheme: 'first' | 'second' | 'general'
}

/** The files of the third round; those not named here are of the second. */
const THIRD_ROUND: Record<string, LabeledReview['language']> = {
  'whole-german.txt': 'de',
  'whole-french.txt': 'fr',
  'whole-spanish.txt': 'es',
  'whole-new-trades.txt': 'en',
}

/** The files of the first round: home services only, with the 18 aspects that these share. */
const FIRST_ROUND: Record<string, Trade> = {
  'common-3': 'heating_cooling',
  complaints: 'heating_cooling',
  cooling: 'heating_cooling',
  'cooling-2': 'heating_cooling',
  electrical: 'electrical',
  'electrical-2': 'electrical',
  heating: 'heating_cooling',
  'heating-2': 'heating_cooling',
  'hvac-3': 'heating_cooling',
  'mixed-3': 'heating_cooling',
  'plain-3': 'heating_cooling',
  plumbing: 'plumbing',
  'plumbing-2': 'plumbing',
  'plumbing-3': 'plumbing',
  praise: 'heating_cooling',
  'rare-3': 'heating_cooling',
  short: 'heating_cooling',
  'short-2': 'heating_cooling',
  stories: 'heating_cooling',
  'stories-2': 'heating_cooling',
}

const FIRST = { language: 'en', scheme: 'first' } as const

/** Longer groups are lists of unrelated sentences. */
const LONGEST_REVIEW = 12

export async function readLabeledReviews(): Promise<LabeledReview[]> {
  const first = await Promise.all(
    Object.entries(FIRST_ROUND).map(async ([name, trade]) =>
      (await groupsOf(`reviews/${name}.txt`)).flatMap(group => {
        const sentences = group.map(readLabels)
        const reviews =
          sentences.length > LONGEST_REVIEW ? sentences.map(one => [one]) : [sentences]
        return reviews.map(review => ({ trade, stars: null, sentences: review, ...FIRST }))
      }),
    ),
  )
  const marked = (await groupsOf('sentences/home-services.txt')).flat().flatMap(readMarkedSentence)
  const whole = (await readdir(new URL('reviews/', import.meta.url)))
    .filter(name => name.startsWith('whole-'))
    .sort()
  const second = await Promise.all(
    whole.map(async name => {
      const language = THIRD_ROUND[name] ?? 'en'
      const scheme: LabeledReview['scheme'] = name in THIRD_ROUND ? 'general' : 'second'
      return (await groupsOf(`reviews/${name}`)).map(group => ({
        ...readWholeReview(group),
        language,
        scheme,
      }))
    }),
  )
  return [...first, marked, ...second].flatMap(reviews =>
    reviews.map((review, number) => ({ ...review, part: partOf(number) })),
  )
}

/** Every tenth stretch of reviews is held out. Neighbors are often alike, so they stay together. */
const STRETCH = 10
const partOf = (number: number): LabeledReview['part'] =>
  Math.floor(number / STRETCH) % 10 === 3 ? 'dev' : 'train'

/** Groups of lines between blank lines, without comments. */
async function groupsOf(path: string): Promise<string[][]> {
  const text = await readFile(new URL(path, import.meta.url), 'utf8')
  return text
    .split(/\n\s*\n/)
    .map(group => group.split('\n').filter(line => line.trim() !== '' && !line.startsWith('#')))
    .filter(group => group.length > 0)
}

/** `@ movers 3`, then a line per sentence. */
function readWholeReview([head, ...lines]: string[]) {
  const [, trade, stars] = /^@ (\w+) ([1-5])$/.exec(head!.trim()) ?? []
  if (!stars || lines.length === 0) throw new Error(`Not a review: ${head}`)
  return { trade: Trade.parse(trade), stars: Number(stars), sentences: lines.map(readLabels) }
}

function readMarkedSentence(line: string): Omit<LabeledReview, 'part'>[] {
  const marks = readMarkedLine(line)
  const text = marks[0]?.text
  if (text === undefined) return []
  const aspects = new Map(
    marks.flatMap(({ aspect, sentiment }) =>
      aspect && aspect !== 'other' ? [[aspect, sentiment]] : [],
    ),
  )
  const labeled = Array.from(aspects, ([id, sentiment]) => ({ id, sentiment }))
  return [
    { trade: 'heating_cooling', stars: null, sentences: [{ text, aspects: labeled }], ...FIRST },
  ]
}

const SIGNS: Record<string, Sentiment> = { '+': 'positive', '0': 'neutral', '-': 'negative' }

/** `pricing- quality+ | It works, but …`; a lone `-` means no aspect. */
function readLabels(line: string): LabeledSentence {
  const bar = line.indexOf('|')
  const labels = line.slice(0, bar).trim().split(/\s+/)
  return {
    text: line.slice(bar + 1).trim(),
    aspects: labels
      .filter(label => label !== '-')
      .map(label => {
        const sentiment = SIGNS[label.slice(-1)]
        if (bar < 0 || !sentiment) throw new Error(`Not a labeled sentence: ${line}`)
        return { id: label.slice(0, -1), sentiment }
      }),
  }
}
