/** Finds phrases with choices, endings and gaps, all of them in one pass over a sentence. */
import { oncePerValue } from '../../model/once-per.ts'
import { CUE_WORDS } from './word-lists.ts'
import { splitWords, type Word, type WordRange } from './words.ts'

/** A sequence of choices, each a list of alternatives, each alternative a list of steps. */
export type Phrase = string[][][]

export type Match<T> = WordRange & { value: T }

/** How far the phrases have come that fit the words so far. */
interface State<T> {
  nodes: Node<T>[]
  /** The nodes after a gap, and how many more words each gap can skip. */
  gaps: Map<Node<T>, number>
}

interface Node<T> {
  id: number
  words: Map<string, Node<T>[]>
  /** By their first letter, '' for any. */
  beginnings: Map<string, [beginning: string, node: Node<T>][]>
  numbers: Node<T>[]
  gaps: Node<T>[]
  /** Of the phrases that end here. */
  values: T[]
}

/** The most words a gap can skip. */
const GAP = 2
/** What is kept of the words that were looked up; then they are looked up again. */
const MOST_KEPT = 100_000

/** Matches hide those inside them, unless `groupOf` says that they are of different groups. */
export function createCueFinder<T>(
  cues: Iterable<readonly [phrase: Phrase, value: T]>,
  groupOf: (value: T) => unknown = () => null,
) {
  const root = newNode<T>()
  for (const [phrase, value] of cues) addPhrase(root, phrase, value)
  const start = toState([root], new Map())
  /** Most words begin no phrase, and texts repeat them. */
  const begin = oncePerValue((norm: string) => advance(start, norm), MOST_KEPT)

  return (words: Word[]): Match<T>[] => {
    const matches: Match<T>[] = []
    for (let first = 0; first < words.length; first++) {
      let state = begin(words[first]!.norm)
      for (let end = first + 1; state; end++) {
        for (const value of new Set(state.nodes.flatMap(node => node.values)))
          matches.push({ value, first, end })
        state = end < words.length ? advance(state, words[end]!.norm) : null
      }
    }
    return keepLongest(matches, groupOf)
  }
}

/** null if no phrase goes on. */
function advance<T>(state: State<T>, norm: string): State<T> | null {
  const reached = new Set<Node<T>>()
  for (const node of state.nodes) addNext(node, norm, reached)
  for (const gap of state.gaps.keys()) addNext(gap, norm, reached)
  const waiting = new Map<Node<T>, number>()
  // A gap skips no negation: "was not late" does not match "was ~ late".
  if (!CUE_WORDS.negations.has(norm))
    for (const [gap, skips] of state.gaps) if (skips > 0) waiting.set(gap, skips - 1)
  // In the order of the phrases.
  const nodes = [...reached].sort((a, b) => a.id - b.id)
  return nodes.length + waiting.size === 0 ? null : toState(nodes, waiting)
}

/** `waiting` are the gaps that skipped a word. */
const toState = <T>(nodes: Node<T>[], waiting: Map<Node<T>, number>): State<T> => ({
  nodes,
  gaps: new Map([...waiting, ...nodes.flatMap(node => node.gaps.map(gap => [gap, GAP] as const))]),
})

function addNext<T>(
  { words, beginnings, numbers }: Node<T>,
  norm: string,
  reached: Set<Node<T>>,
): void {
  for (const next of words.get(norm) ?? []) reached.add(next)
  for (const letter of beginnings.size > 0 ? [norm.slice(0, 1), ''] : [])
    for (const [beginning, next] of beginnings.get(letter) ?? [])
      if (norm.startsWith(beginning)) reached.add(next)
  if (numbers.length > 0 && isNumber(norm)) for (const next of numbers) reached.add(next)
}

const isNumber = (norm: string) => /^\d/.test(norm) || CUE_WORDS.numbers.has(norm)

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
  return (cue.match(/\([^()]*\)|[^()]+/g) ?? [])
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

/** Adds a chain of nodes; at a choice the alternatives branch and meet again. */
function addPhrase<T>(root: Node<T>, phrase: Phrase, value: T): void {
  let node = root
  for (const alternatives of phrase) {
    const meeting = newNode<T>()
    for (const steps of alternatives) addSteps(node, steps, meeting)
    node = meeting
  }
  if (node !== root) node.values.push(value)
}

function addSteps<T>(from: Node<T>, steps: string[], to: Node<T>): void {
  let node = from
  for (const [position, step] of steps.entries()) {
    const next = position === steps.length - 1 ? to : newNode<T>()
    addStep(node, step, next)
    node = next
  }
}

function addStep<T>(node: Node<T>, step: string, next: Node<T>): void {
  if (step === '~') node.gaps.push(next)
  else if (step === '#') node.numbers.push(next)
  else if (step.endsWith('*'))
    push(node.beginnings, step.slice(0, -1).slice(0, 1), [step.slice(0, -1), next])
  else push(node.words, step, next)
}

function push<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const known = lists.get(key)
  if (known) known.push(item)
  else lists.set(key, [item])
}

let nodes = 0

const newNode = <T>(): Node<T> => ({
  id: nodes++,
  words: new Map(),
  beginnings: new Map(),
  numbers: [],
  gaps: [],
  values: [],
})
