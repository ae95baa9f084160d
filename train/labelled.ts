/** Sentences with marked terms and their polarity, from the formats that such data comes in. */
import { readFile } from 'node:fs/promises'
import { XMLParser } from 'fast-xml-parser'
import type { Sentiment } from '../src/model/insights.ts'

export interface Labelled {
  text: string
  /** The term's span in the text. */
  from: number
  to: number
  sentiment: Sentiment
  /** Of our own sentences about home services: what the term stands for. */
  aspect: string | null
}

const read = (path: string | URL) => readFile(path, 'utf8')

const MARK = /\[([^[\]|]+)\|(?:([a-z_]+)\|)?([+0-])\]/g
const SIGNS: Record<string, Sentiment> = { '+': 'positive', '0': 'neutral', '-': 'negative' }

/** Our own: `The [hinge|-] broke`, a sentence a line; `#` begins a comment. */
export async function readMarked(path: string | URL): Promise<Labelled[]> {
  const lines = (await read(path)).split('\n').filter(line => line.trim() !== '' && !line.startsWith('#'))
  return lines.flatMap(readMarkedLine)
}

export function readMarkedLine(line: string): Labelled[] {
  const marks: Omit<Labelled, 'text'>[] = []
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
export async function readSemEval(path: string | URL): Promise<Labelled[]> {
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
      return sentiment ? [{ text, from: Number(from), to: Number(to), sentiment, aspect: null }] : []
    }),
  )
}

/** Three lines each: the sentence with `$T$`, the term, the polarity in a word or a number. */
export async function readSeg(path: string | URL): Promise<Labelled[]> {
  const lines = (await read(path)).split(/\r?\n/)
  const found: Labelled[] = []
  for (let place = 0; place + 2 < lines.length; place += 3) {
    const [sentence, term, polarity] = lines.slice(place, place + 3).map(line => line.trim())
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

/** TSA-MD: targets with their place, none of them neutral. */
export async function readTsa(path: string | URL): Promise<Labelled[]> {
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

/** "conflict" and "mixed" have none. */
function wordToSentiment(word: string): Sentiment | null {
  const known: Record<string, Sentiment> = {
    positive: 'positive',
    neutral: 'neutral',
    negative: 'negative',
    '1': 'positive',
    '0': 'neutral',
    '-1': 'negative',
  }
  return known[word.trim().toLowerCase()] ?? null
}

/** How sentences are compared: lower-case, letters and digits only. */
export const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}\d]+/gu, '')
