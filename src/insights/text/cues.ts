/** Finds phrases with choices, endings and gaps, all of them in one pass over a sentence. */
import cueWords from '../../../taxonomy/words/cues.json' with { type: 'json' }
import { splitWords, type Word } from './words.ts'

export interface Match<T> {
  value: T
  /** Words from `first` up to `end`. */
  first: number
  end: number
}

export type FindCues<T> = (words: Word[]) => Match<T>[]

/** A sequence of choices, each a list of alternatives, each alternative a list of steps. */
export type Phrase = string[][][]

interface Node<T> {
  words: Map<string, Node<T>[]>
  beginnings: [beginning: string, node: Node<T>][]
  numbers: Node<T>[]
  gaps: Node<T>[]
  values: T[]
}

/** What can follow the first word of a phrase. */
interface Start<T> {
  nodes: Node<T>[]
  pairs: Map<string, Node<T>[]>
}

const newNode = <T>(): Node<T> => ({ words: new Map(), beginnings: [], numbers: [], gaps: [], values: [] })

/** First words kept in the cache. */
const CACHED_WORDS = 20_000
/** The most words a gap can skip. */
const GAP = 2
/** A gap skips none of these: "was not late" does not match "was ~ late". */
export const NEGATIONS: ReadonlySet<string> = new Set(cueWords.negations)

export function createCueFinder<T>(cues: Iterable<readonly [phrase: Phrase, value: T]>): FindCues<T> {
  const root = newNode<T>()
  for (const [phrase, value] of cues) addPhrase(root, phrase, value)
  const cache = new Map<string, Start<T>>()

  /** The phrases that can begin with these two words. Texts repeat themselves, so each pair is looked up once. */
  function startsWith(norm: string, next: string): Node<T>[] {
    const start = cache.get(norm) ?? { nodes: nextNodes(root, norm), pairs: new Map<string, Node<T>[]>() }
    cache.set(norm, start)
    if (start.nodes.length === 0) return start.nodes
    const known = start.pairs.get(next)
    if (known) return known
    const nodes = start.nodes.filter(
      node => node.values.length > 0 || node.gaps.length > 0 || nextNodes(node, next).length > 0,
    )
    start.pairs.set(next, nodes)
    return nodes
  }

  return words => {
    const matches: Match<T>[] = []
    if (cache.size > CACHED_WORDS) cache.clear()
    for (let first = 0; first < words.length; first++) {
      const starts = startsWith(words[first]!.norm, words[first + 1]?.norm ?? '')
      for (const node of starts) follow(node, words, first, first + 1, matches)
    }
    return keepLongest(matches)
  }
}

function follow<T>(node: Node<T>, words: Word[], first: number, position: number, matches: Match<T>[]): void {
  for (const value of node.values) matches.push({ value, first, end: position })
  if (position >= words.length) return
  for (const next of nextNodes(node, words[position]!.norm)) follow(next, words, first, position + 1, matches)
  for (const gap of node.gaps)
    for (let at = position; at <= position + GAP && at < words.length; at++) {
      const { norm } = words[at]!
      for (const next of nextNodes(gap, norm)) follow(next, words, first, at + 1, matches)
      if (NEGATIONS.has(norm)) break
    }
}

function nextNodes<T>(node: Node<T>, norm: string): Node<T>[] {
  const exact = node.words.get(norm)
  // This is the inner loop, and most nodes have nothing else.
  if (node.beginnings.length === 0 && node.numbers.length === 0) return exact ?? NONE
  const begun = node.beginnings.filter(([beginning]) => norm.startsWith(beginning)).map(([, next]) => next)
  const counted = node.numbers.length > 0 && isNumber(norm) ? node.numbers : []
  return exact && begun.length + counted.length === 0 ? exact : [...(exact ?? []), ...begun, ...counted]
}

const NONE: never[] = []

const NUMBER_WORDS: ReadonlySet<string> = new Set(cueWords.numbers)
const isNumber = (norm: string) => /^\d/.test(norm) || NUMBER_WORDS.has(norm)

/** Drops matches inside longer ones. The same words can keep several values, each once. */
function keepLongest<T>(matches: Match<T>[]): Match<T>[] {
  if (matches.length < 2) return matches
  return matches.filter(
    (inner, position) =>
      !matches.some(
        (outer, other) =>
          outer.first <= inner.first &&
          outer.end >= inner.end &&
          (outer.end - outer.first > inner.end - inner.first ||
            (other < position && outer.value === inner.value)),
      ),
  )
}

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
  else if (step.endsWith('*')) node.beginnings.push([step.slice(0, -1), next])
  else {
    const known = node.words.get(step)
    if (known) known.push(next)
    else node.words.set(step, [next])
  }
}

/** "stood (me|us) up" has a choice of two alternatives in the middle. */
export function parseCue(cue: string): Phrase {
  const parts = cue.match(/\([^()]*\)|[^()]+/g) ?? []
  return parts
    .map(part => (part.startsWith('(') ? part.slice(1, -1).split('|') : [part]).map(toSteps))
    .filter(alternatives => alternatives.some(steps => steps.length > 0))
}

/** A name, in which no character is special. */
export const plainPhrase = (name: string): Phrase => [[splitWords(name).map(({ norm }) => norm)]]

const toSteps = (alternative: string) =>
  alternative
    .split(/[\s-]+/)
    .filter(step => step !== '')
    .flatMap(step => (isSpecial(step) ? [step] : splitWords(step).map(({ norm }) => norm)))

const isSpecial = (step: string) => step === '~' || step === '#' || step.endsWith('*')
