/** Finds phrases with choices, endings and gaps, all of them in one pass over a sentence. */
import { createAutomaton, type Phrase } from './phrase-automaton.ts'
import { splitWords, type Word, type WordRange } from './words.ts'

export interface Match<T> extends WordRange {
  value: T
}

/** Matches hide those inside them, unless `groupOf` says that they are of different groups. */
export function createCueFinder<T>(
  cues: Iterable<readonly [phrase: Phrase, value: T]>,
  groupOf: (value: T) => unknown = () => null,
): (words: Word[]) => Match<T>[] {
  const automaton = createAutomaton(cues)
  return words => {
    const matches: Match<T>[] = []
    for (let first = 0; first < words.length; first++) {
      let state = automaton.start(words[first]!.norm)
      for (let end = first + 1; state; end++) {
        for (const value of state.values) matches.push({ value, first, end })
        state = end < words.length ? automaton.advance(state, words[end]!.norm) : null
      }
    }
    return keepLongest(matches, groupOf)
  }
}

/** Drops matches inside longer ones. The same words can keep several values, each once. */
function keepLongest<T>(matches: Match<T>[], groupOf: (value: T) => unknown): Match<T>[] {
  if (matches.length < 2) return matches
  return matches.filter(
    (inner, position) =>
      !matches.some(
        (outer, other) =>
          outer.first <= inner.first &&
          outer.end >= inner.end &&
          groupOf(outer.value) === groupOf(inner.value) &&
          (outer.end - outer.first > inner.end - inner.first ||
            (other < position && outer.value === inner.value)),
      ),
  )
}

/** "stood (me|us) up" has a choice of two alternatives in the middle. */
export function parseCue(cue: string): Phrase {
  const parts = cue.match(/\([^()]*\)|[^()]+/g) ?? []
  return parts
    .map(part => (part.startsWith('(') ? part.slice(1, -1).split('|') : [part]).map(toSteps))
    .filter(alternatives => alternatives.some(steps => steps.length > 0))
}

export const readCues = <T>(cues: string[], value: T) =>
  cues.map((cue): [Phrase, T] => [parseCue(cue), value])

/** A name, in which no character is special. */
const plainPhrase = (name: string): Phrase => [[splitWords(name).map(({ norm }) => norm)]]

/** The names of something in the business file, each with a value of its own: two that read the same are two mentions. */
export const readNames = <T extends object>(
  { label, aliases }: { label: string; aliases: string[] },
  value: T,
) => [label, ...aliases].map((name): [Phrase, T] => [plainPhrase(name), { ...value }])

const toSteps = (alternative: string) =>
  alternative
    .split(/[\s-]+/)
    .filter(step => step !== '')
    .flatMap(step => (isSpecial(step) ? [step] : splitWords(step).map(({ norm }) => norm)))

const isSpecial = (step: string) => step === '~' || step === '#' || step.endsWith('*')
