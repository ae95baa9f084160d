/**
 * Measures how often the name finder is wrong for a difficult roster, how many misspellings it finds, and how it reads
 * invented sentences with names in lower case, cities, relatives, plurals and brands (names.jsonl).
 */
import { readFileSync } from 'node:fs'
import { createNameFinder } from '../src/insights/names/find-names.ts'
import { splitSentences } from '../src/insights/text/words.ts'
import { createRandom } from './data.ts'

/** Names that are words or places, two that are one letter from other names, and diacritics. */
const roster = [
  'Mark Sutter',
  'Grace Lindqvist',
  'Dallas Whitaker',
  'Jordan Bell',
  'Mike Delgado',
  'Danielle Okafor',
  'Priya Raman',
  'Will Harmon',
  'Rich Tanaka',
  'Rose Alvarez',
  'Tomasz Wójcik',
  'Raymond "Ray" Castellanos',
].map(name => ({ name, aliases: [] }))

const frames = [
  'Ask for X when you call.',
  'X came out the same day.',
  'Big thanks to X and the crew.',
]
const FEWEST_LETTERS = 4
const SAMPLE = 200
const SEED = 12

/** The texts must mention nobody from the roster. */
export async function measureNames(texts: string[]): Promise<{
  falseTexts: number
  texts: number
  found: number
  misspellings: number
  missed: string[]
}> {
  const find = createNameFinder(roster)
  const falseTexts = texts.filter(text => find(text, splitSentences(text)).length > 0).length
  const cases = roster.flatMap(({ name }) =>
    misspelledNames(name).map(written => ({ name, written })),
  )
  const missed = cases.flatMap(({ name, written }) =>
    frames
      .map(frame => frame.replace('X', written))
      .filter(
        text => !find(text, splitSentences(text)).some(one => isWhole(one, name, text, written)),
      ),
  )
  const misspellings = cases.length * frames.length
  return {
    falseTexts,
    texts: texts.length,
    found: misspellings - missed.length,
    misspellings,
    missed,
  }
}

const isWhole = (
  mention: { name: string; span: readonly [number, number] },
  name: string,
  text: string,
  written: string,
) => mention.name === name && text.slice(...mention.span) === written

/** The business of the sentences in names.jsonl, whose own name is a surname. */
const OWN_NAMES = ['Whitaker Plumbing & Heating', 'Whitaker & Sons LLC']
const staff = [
  'Amanda Pruitt',
  'Austin Reyes',
  'Ben Ortega',
  'Bryant Cole',
  'Carrie Nguyen',
  'Dallas Whitaker',
  'Danielle Okafor',
  'Grace Lindqvist',
  'Hank Olsen',
  'Jordan Bell',
  'Keisha Boyd',
  'Luis Fuentes',
  'Mark Sutter',
  'Mike Delgado',
  'Priya Raman',
  'Raymond Castellanos',
  'Rose Alvarez',
  'Savannah Price',
  'Tomasz Kowalski',
  'Will Harmon',
  'Zach Lennox',
].map(name => ({ name, aliases: [] }))

interface LabeledSentence {
  kind: string
  text: string
  people: string[]
}

interface ReadSentence extends LabeledSentence {
  found: string[]
}

export function readSentences(): ReadSentence[] {
  const find = createNameFinder(staff, OWN_NAMES)
  return readFileSync(new URL('names.jsonl', import.meta.url), 'utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => {
      const sentence = JSON.parse(line) as LabeledSentence
      const mentions = find(sentence.text, splitSentences(sentence.text))
      return { ...sentence, found: [...new Set(mentions.map(({ name }) => name))] }
    })
}

/** Rows for all sentences, then for each kind: how many, the people in them, recall, precision, and false finds. */
export function measureSentences(): string[][] {
  const sentences = readSentences()
  const kinds = Map.groupBy(sentences, ({ kind }) => kind)
  return [toRow('all', sentences), ...[...kinds].map(([kind, own]) => toRow(kind, own))]
}

function toRow(kind: string, sentences: ReadSentence[]): string[] {
  const wanted = sentences.flatMap(({ people }) => people).length
  const found = sentences.flatMap(one => one.people.filter(name => one.found.includes(name))).length
  const wrong = sentences.flatMap(one =>
    one.found.filter(name => !one.people.includes(name)),
  ).length
  const percent = (part: number, whole: number) =>
    whole === 0 ? '' : ((100 * part) / whole).toFixed(1)
  return [
    kind,
    String(sentences.length),
    String(wanted),
    percent(found, wanted),
    percent(found, found + wrong),
    String(wrong),
  ]
}

/** Misspelled first names, and the right first name with misspelled surnames. */
function misspelledNames(name: string): string[] {
  const first = name.split(' ')[0]!
  const last = name.split(' ').at(-1)!
  return [...misspell(first), ...misspell(last).map(written => `${first} ${written}`)]
}

function misspell(name: string): string[] {
  if (name.length < FEWEST_LETTERS) return []
  const wrong = new Set<string>()
  const wild = new Set<string>()
  for (let position = 1; position <= name.length; position++) {
    const [head, tail] = [name.slice(0, position), name.slice(position)]
    wrong.add(head + tail.slice(1))
    wrong.add(head + head.at(-1)!.toLowerCase() + tail)
    if (tail.length > 1) wrong.add(head + tail[1]! + tail[0]! + tail.slice(2))
    for (const letter of 'abcdefghijklmnopqrstuvwxyz') {
      wild.add(head + letter + tail)
      if (tail !== '') wild.add(head + letter + tail.slice(1))
    }
  }
  for (const one of sample([...wild], SAMPLE)) wrong.add(one)
  wrong.delete(name)
  return [...wrong]
}

function sample(list: string[], count: number): string[] {
  const random = createRandom(SEED)
  return list
    .map(value => ({ value, order: random() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, count)
    .map(({ value }) => value)
}

/** Prints every sentence that is read wrong. */
if (import.meta.main)
  for (const { kind, text, people, found } of readSentences()) {
    const missed = people.filter(name => !found.includes(name))
    const wrong = found.filter(name => !people.includes(name))
    if (missed.length + wrong.length > 0)
      process.stdout.write(`${kind} missed [${missed}] wrong [${wrong}]: ${text}\n`)
  }
