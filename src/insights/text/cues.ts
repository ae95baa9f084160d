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
  /** By their first letter, '' for any. */
  beginnings: Map<string, [beginning: string, node: Node<T>][]>
  numbers: Node<T>[]
  gaps: Node<T>[]
  values: T[]
}

/** What can follow the first word of a phrase. */
interface Start<T> {
  nodes: Node<T>[]
  /** Those that match whatever the second word is. */
  open: Node<T>[]
  /** The first letters of the second words of the others, as numbers; null if they can be any. */
  followers: ReadonlySet<number> | null
  pairs: Map<string, Node<T>[]>
}

const newNode = <T>(): Node<T> => ({
  words: new Map(),
  beginnings: new Map(),
  numbers: [],
  gaps: [],
  values: [],
})

/** First words kept in the cache. */
const CACHED_WORDS = 20_000
/** The most words a gap can skip. */
const GAP = 2
/** A gap skips none of these: "was not late" does not match "was ~ late". */
export const NEGATIONS: ReadonlySet<string> = new Set(cueWords.negations)

/** Matches hide those inside them, unless `groupOf` says that they are of different groups. */
export function createCueFinder<T>(
  cues: Iterable<readonly [phrase: Phrase, value: T]>,
  groupOf: (value: T) => unknown = () => null,
): FindCues<T> {
  const root = newNode<T>()
  for (const [phrase, value] of cues) addPhrase(root, phrase, value)
  const beginnings = markBeginnings(root)
  const cache = new Map<string, Start<T>>()

  /** The phrases that can begin with these two words. Texts repeat themselves, so each pair is looked up once. */
  function startsWith(norm: string, next: string): Node<T>[] {
    let start = cache.get(norm)
    if (!start) {
      start = newStart(nextNodes(root, norm))
      cache.set(norm, start)
    }
    if (start.followers !== null && !start.followers.has(threeLetters(next))) return start.open
    const known = start.pairs.get(next)
    if (known) return known
    const nodes = start.nodes.filter(node => isOpen(node) || nextNodes(node, next).length > 0)
    start.pairs.set(next, nodes)
    return nodes
  }

  return words => {
    const matches: Match<T>[] = []
    if (cache.size > CACHED_WORDS) cache.clear()
    for (let first = 0; first < words.length; first++) {
      const { norm } = words[first]!
      if (beginnings[threeLetters(norm)] === 0) continue
      const starts = startsWith(norm, words[first + 1]?.norm ?? '')
      for (const node of starts) follow(node, words, first, first + 1, matches)
    }
    return keepLongest(matches, groupOf)
  }
}

/** A number for the first three letters of a word; different ones may share it. */
function threeLetters(norm: string): number {
  const { length } = norm
  const second = length > 1 ? norm.charCodeAt(1) & 31 : 0
  return ((norm.charCodeAt(0) & 31) << 10) | (second << 5) | (length > 2 ? norm.charCodeAt(2) & 31 : 0)
}

const isOpen = <T>({ values, gaps }: Node<T>) => values.length > 0 || gaps.length > 0

/** Most pairs of words begin no phrase, which the second word's letters tell without looking up the pair. */
function newStart<T>(nodes: Node<T>[]): Start<T> {
  const open = nodes.filter(isOpen)
  const others = nodes.filter(node => !isOpen(node))
  const isAny = others.some(({ beginnings, numbers }) => beginnings.size + numbers.length > 0)
  const followers = isAny ? null : new Set(others.flatMap(({ words }) => [...words.keys()].map(threeLetters)))
  return { nodes, open, followers, pairs: new Map() }
}

/** 1 for the letters with which a phrase can begin: most words are passed over without being looked up. */
function markBeginnings<T>(root: Node<T>): Uint8Array {
  const marks = new Uint8Array(1 << 15)
  const numbers = root.numbers.length > 0 ? [...NUMBER_WORDS] : []
  for (const word of [...root.words.keys(), ...numbers]) marks[threeLetters(word)] = 1
  const stems = [...root.beginnings.values()].flat().map(([beginning]) => beginning)
  for (const stem of [...stems, ...(numbers.length > 0 ? '0123456789' : '')]) {
    const first = stem === '' ? 0 : threeLetters(stem)
    const open = 1 << (5 * Math.max(0, 3 - stem.length))
    marks.fill(1, first, first + open)
  }
  return marks
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
  if (node.beginnings.size === 0 && node.numbers.length === 0) return exact ?? NONE
  const begun = [...(node.beginnings.get(norm.slice(0, 1)) ?? NONE), ...(node.beginnings.get('') ?? NONE)]
    .filter(([beginning]) => norm.startsWith(beginning))
    .map(([, next]) => next)
  const counted = node.numbers.length > 0 && isNumber(norm) ? node.numbers : NONE
  return begun.length + counted.length === 0 ? (exact ?? NONE) : [...(exact ?? NONE), ...begun, ...counted]
}

const NONE: never[] = []

const NUMBER_WORDS: ReadonlySet<string> = new Set(cueWords.numbers)
const isNumber = (norm: string) => /^\d/.test(norm) || NUMBER_WORDS.has(norm)

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
  else if (step.endsWith('*')) push(node.beginnings, step.slice(0, -1).slice(0, 1), [step.slice(0, -1), next])
  else push(node.words, step, next)
}

function push<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const known = lists.get(key)
  if (known) known.push(item)
  else lists.set(key, [item])
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
