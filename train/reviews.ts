/** Reads our own invented reviews, each sentence with the aspects it mentions. */
import { readFile } from 'node:fs/promises'
import type { Sentiment } from '../src/model/insights.ts'
import type { Trade } from '../src/model/taxonomy.ts'
import { readMarkedLine } from './labeled.ts'

export interface LabeledSentence {
  text: string
  trade: Trade
  aspects: { id: string; sentiment: Sentiment }[]
  part: 'train' | 'dev'
}

const FILES: Record<string, Trade> = {
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

/** Every eighth stretch of sentences is held out. Neighbors are often alike, so they stay together. */
const STRETCH = 20
const partOf = (line: number): LabeledSentence['part'] =>
  Math.floor(line / STRETCH) % 8 === 3 ? 'dev' : 'train'

export async function readLabeledSentences(): Promise<LabeledSentence[]> {
  const reviews = await Promise.all(
    Object.entries(FILES).map(async ([name, trade]) =>
      (await linesOf(`reviews/${name}.txt`)).map((line, number) => ({
        ...readLabels(line),
        trade,
        part: partOf(number),
      })),
    ),
  )
  const marked = (await linesOf('sentences/home-services.txt')).flatMap((line, number): LabeledSentence[] => {
    const marks = readMarkedLine(line)
    const text = marks[0]?.text
    if (text === undefined) return []
    const aspects = new Map(
      marks.flatMap(({ aspect, sentiment }) => (aspect && aspect !== 'other' ? [[aspect, sentiment]] : [])),
    )
    return [
      {
        text,
        trade: 'heating_cooling',
        part: partOf(number),
        aspects: Array.from(aspects, ([id, sentiment]) => ({ id, sentiment })),
      },
    ]
  })
  return [...reviews.flat(), ...marked]
}

async function linesOf(path: string): Promise<string[]> {
  const text = await readFile(new URL(path, import.meta.url), 'utf8')
  return text.split('\n').filter(line => line.trim() !== '' && !line.startsWith('#'))
}

const SIGNS: Record<string, Sentiment> = { '+': 'positive', '0': 'neutral', '-': 'negative' }

/** `pricing- quality+ | It works, but …`; a lone `-` means no aspect. */
function readLabels(line: string): Pick<LabeledSentence, 'text' | 'aspects'> {
  const bar = line.indexOf('|')
  const labels = line.slice(0, bar).trim().split(/\s+/)
  return {
    text: line.slice(bar + 1).trim(),
    aspects: labels
      .filter(label => label !== '-')
      .map(label => ({ id: label.slice(0, -1), sentiment: SIGNS[label.slice(-1)]! })),
  }
}
