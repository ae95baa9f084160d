/** Phrases whose words say nothing one by one: "on time", "explained everything", "called me back". */
import opinions from '../../../taxonomy/words/opinions.json' with { type: 'json' }
import { classifyWord, type OpinionWord, type Side } from './opinion-words.ts'
import { OPINION_WORDS } from './word-lists.ts'

/** "answered all of my questions". */
const MOST_LINKS = 3

interface Idiom {
  side: Side
  head: string
  stems: string[]
}

/** By their first stem. */
const IDIOMS: ReadonlyMap<string, Idiom[]> = Map.groupBy(
  [...readIdioms(opinions.phrases_good, 'good'), ...readIdioms(opinions.phrases_bad, 'bad')],
  ({ stems }) => stems[0]!,
)

function readIdioms(phrases: string[], side: Side): Idiom[] {
  return phrases.map(phrase => {
    const stems = phrase.split(' ').map(norm => classifyWord(norm, norm).stem)
    const content = stems.filter(stem => !OPINION_WORDS.links.has(stem))
    return { side, stems, head: OPINION_WORDS.grouping_words.has(stems[0]!) ? stems[0]! : content.join(' ') }
  })
}

export const isIdiomStart = (stem: string) => IDIOMS.has(stem)

type FoundIdiom = Idiom & { end: number }
const NONE: Idiom[] = []

/** The idioms that begin at `first`, with their ends. */
export function idiomsAt(words: OpinionWord[], first: number): FoundIdiom[] {
  return (IDIOMS.get(words[first]!.stem) ?? NONE).flatMap(idiom => {
    const end = endOfIdiom(words, first, idiom.stems)
    return end === null ? [] : [{ ...idiom, end }]
  })
}

function endOfIdiom(words: OpinionWord[], first: number, stems: string[]): number | null {
  let at = first
  for (const stem of stems) {
    for (let skipped = 0; at > first && skipped < MOST_LINKS; skipped++, at++)
      if (words[at]?.stem === stem || !OPINION_WORDS.links.has(words[at]?.norm)) break
    if (words[at]?.stem !== stem) return null
    at++
  }
  return at
}
