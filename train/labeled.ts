/** Reads sentences with marked terms and their polarity, in the formats such data comes in. */
import { readFile } from 'node:fs/promises'
import { XMLParser } from 'fast-xml-parser'
import type { Sentiment } from '../src/model/insights.ts'

export interface Labeled {
  text: string
  /** Offsets of the term in the text. */
  from: number
  to: number
  sentiment: Sentiment
  /** The aspect that the term stands for, in our own sentences about home services. */
  aspect: string | null
}

const read = (path: string | URL) => readFile(path, 'utf8')

const MARK = /\[([^[\]|]+)\|(?:([a-z_]+)\|)?([+0-])\]/g
const SIGNS: Record<string, Sentiment> = { '+': 'positive', '0': 'neutral', '-': 'negative' }

/** Our own format: `The [hinge|-] broke`, one sentence per line; `#` begins a comment. */
export async function readMarked(path: string | URL): Promise<Labeled[]> {
  const lines = (await read(path))
    .split('\n')
    .filter(line => line.trim() !== '' && !line.startsWith('#'))
  return lines.flatMap(readMarkedLine)
}

export function readMarkedLine(line: string): Labeled[] {
  const marks: Omit<Labeled, 'text'>[] = []
  let text = ''
  let after = 0
  for (const { 0: whole, 1: term, 2: aspect, 3: sign, index } of line.matchAll(MARK)) {
    text += line.slice(after, index)
    marks.push({
      from: text.length,
      to: text.length + term!.length,
      sentiment: SIGNS[sign!]!,
      aspect: aspect ?? null,
    })
    text += term
    after = index + whole.length
  }
  text += line.slice(after)
  return marks.map(mark => ({ text, ...mark }))
}

/** SemEval's XML, which MAMS uses too. */
export async function readSemEval(path: string | URL): Promise<Labeled[]> {
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    trimValues: false,
    parseTagValue: false,
    isArray: name => name === 'sentence' || name === 'aspectTerm',
  })
  const { sentences } = parser.parse(await read(path)) as {
    sentences: {
      sentence: {
        text: string
        aspectTerms?: { aspectTerm?: { from: string; to: string; polarity: string }[] }
      }[]
    }
  }
  return sentences.sentence.flatMap(({ text, aspectTerms }) =>
    (aspectTerms?.aspectTerm ?? []).flatMap(({ from, to, polarity }) => {
      const sentiment = wordToSentiment(polarity)
      return sentiment
        ? [{ text, from: Number(from), to: Number(to), sentiment, aspect: null }]
        : []
    }),
  )
}

/** Three lines each: the sentence with `$T$`, the term, the polarity as a word or number. */
export async function readSeg(path: string | URL): Promise<Labeled[]> {
  const lines = (await read(path)).split(/\r?\n/)
  const found: Labeled[] = []
  for (let line = 0; line + 2 < lines.length; line += 3) {
    const [sentence, term, polarity] = lines.slice(line, line + 3).map(text => text.trim())
    const from = sentence!.indexOf('$T$')
    const sentiment = wordToSentiment(polarity!)
    if (from < 0 || !sentiment) continue
    found.push({
      text: sentence!.replaceAll('$T$', () => term!),
      from,
      to: from + term!.length,
      sentiment,
      aspect: null,
    })
  }
  return found
}

/** TSA-MD: targets with their offsets, none of them neutral. */
export async function readTsa(path: string | URL): Promise<Labeled[]> {
  const sentences = JSON.parse(await read(path)) as {
    text: string
    targets: { location: { begin: number; end: number }; sentiment: string }[]
  }[]
  return sentences.flatMap(({ text, targets }) =>
    targets.flatMap(({ location: { begin, end }, sentiment }) => {
      const known = wordToSentiment(sentiment)
      return known ? [{ text, from: begin, to: end, sentiment: known, aspect: null }] : []
    }),
  )
}

/** `sentence####[['term', 'category', 'polarity'], …]`, as Python writes lists. */
export async function readTuples(path: string | URL): Promise<Labeled[]> {
  return (await read(path)).split('\n').flatMap(line => {
    const [text, list] = line.split('####')
    if (!text || !list) return []
    return Array.from(list.matchAll(TUPLE), ([, single, double, polarity]) => {
      const term = single ?? double!
      return {
        term,
        from: text.toLowerCase().indexOf(term.toLowerCase()),
        sentiment: wordToSentiment(polarity!),
      }
    }).flatMap(({ term, from, sentiment }) =>
      from < 0 || !sentiment || term === 'NULL'
        ? []
        : [{ text, from, to: from + term.length, sentiment, aspect: null }],
    )
  })
}

const TUPLE = /[[(](?:'((?:[^'\\]|\\.)*)'|"([^"]*)"), *['"][^'"]*['"], *['"](\w+)['"][\])]/g

const SENTIMENTS: ReadonlyMap<string, Sentiment> = new Map([
  ['positive', 'positive'],
  ['neutral', 'neutral'],
  ['negative', 'negative'],
  ['1', 'positive'],
  ['0', 'neutral'],
  ['-1', 'negative'],
])

/** null for "conflict" and "mixed". */
const wordToSentiment = (word: string) => SENTIMENTS.get(word.trim().toLowerCase()) ?? null

/** For comparing sentences: lower case, letters and digits only. */
export const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}\d]+/gu, '')
