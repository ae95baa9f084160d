/**
 * Follows all phrases through a text at once. Their places after the same words make up a state, and each pair of a state and a next
 * word of a phrase is worked out once, because texts repeat themselves.
 */
import { CUE_WORDS } from './word-lists.ts'

/** A sequence of choices, each a list of alternatives, each alternative a list of steps. */
export type Phrase = string[][][]

interface State<T> {
  /** Of the phrases that end here. */
  values: ReadonlySet<T>
  nodes: ReadonlySet<Node<T>>
  /** The nodes after a gap, and how many more words each gap can skip. */
  gaps: ReadonlyMap<Node<T>, number>
  next: Map<string, State<T> | null>
  /** After a word that only gaps let pass; undefined until it was worked out, null if none does. */
  skipped?: State<T> | null
}

interface Node<T> {
  id: number
  words: Map<string, Node<T>[]>
  /** By their first letter, '' for any. */
  beginnings: Map<string, [beginning: string, node: Node<T>][]>
  numbers: Node<T>[]
  gaps: Node<T>[]
  values: T[]
}

/** The most words a gap can skip. */
const GAP = 2
/** What is kept; then it is worked out again. */
const MOST_TRANSITIONS = 100_000
const MOST_STATES = 10_000

export function createAutomaton<T>(phrases: Iterable<readonly [phrase: Phrase, value: T]>) {
  const root = newNode<T>()
  for (const [phrase, value] of phrases) addPhrase(root, phrase, value)
  const beginnings = markBeginnings(root)
  const states = new Map<string, State<T>>()
  let first = newState(new Set([root]), new Map())
  let transitions = 0

  function share(nodes: Set<Node<T>>, waiting: Map<Node<T>, number>): State<T> {
    const key = keyOf(nodes, waiting)
    const known = states.get(key)
    if (known) return known
    // In the order of the phrases, whichever text was first.
    const state = newState(new Set(Array.from(nodes).sort((a, b) => a.id - b.id)), waiting)
    states.set(key, state)
    return state
  }

  /** null if no phrase goes on. */
  function advance(state: State<T>, norm: string): State<T> | null {
    const known = state.next.get(norm)
    if (known !== undefined) return known
    const reached = nodesAfter(state, norm)
    // A gap skips no negation: "was not late" does not match "was ~ late".
    const isSkippable = !CUE_WORDS.negations.has(norm)
    // Most words continue no phrase, and there are too many of them to keep.
    if (reached.size === 0 && state !== first) return isSkippable ? skip(state) : null
    const waiting = isSkippable ? gapsAfter(state) : new Map<Node<T>, number>()
    const next = reached.size + waiting.size === 0 ? null : share(reached, waiting)
    state.next.set(norm, next)
    transitions++
    return next
  }

  function skip(state: State<T>): State<T> | null {
    if (state.skipped === undefined) {
      const waiting = gapsAfter(state)
      state.skipped = waiting.size === 0 ? null : share(new Set(), waiting)
    }
    return state.skipped
  }

  return {
    /** After the first word of phrases; null if none begins with it. */
    start(norm: string): State<T> | null {
      if (beginnings[threeLetters(norm)] === 0) return null
      if (transitions > MOST_TRANSITIONS || states.size > MOST_STATES) {
        first = newState(new Set([root]), new Map())
        states.clear()
        transitions = 0
      }
      return advance(first, norm)
    },
    advance,
  }
}

/** `waiting` are the gaps that skipped a word. */
function newState<T>(nodes: ReadonlySet<Node<T>>, waiting: ReadonlyMap<Node<T>, number>): State<T> {
  const gaps = new Map(waiting)
  for (const node of nodes) for (const gap of node.gaps) gaps.set(gap, GAP)
  const values = new Set(Array.from(nodes).flatMap(node => node.values))
  return { values, nodes, gaps, next: new Map() }
}

function keyOf<T>(nodes: Set<Node<T>>, waiting: Map<Node<T>, number>): string {
  const reached = Array.from(nodes, ({ id }) => id)
  const skips = Array.from(waiting, ([{ id }, left]) => `${id}:${left}`)
  return [...reached, ...skips].sort().join(' ')
}

function nodesAfter<T>({ nodes, gaps }: State<T>, norm: string): Set<Node<T>> {
  const reached = new Set<Node<T>>()
  for (const node of nodes) addNext(node, norm, reached)
  for (const gap of gaps.keys()) addNext(gap, norm, reached)
  return reached
}

/** The gaps that can skip one more word. */
function gapsAfter<T>({ gaps }: State<T>): Map<Node<T>, number> {
  const waiting = new Map<Node<T>, number>()
  for (const [gap, skips] of gaps) if (skips > 0) waiting.set(gap, skips - 1)
  return waiting
}

function addNext<T>({ words, beginnings, numbers }: Node<T>, norm: string, reached: Set<Node<T>>): void {
  for (const next of words.get(norm) ?? NONE) reached.add(next)
  if (beginnings.size > 0)
    for (const letter of [norm.slice(0, 1), ''])
      for (const [beginning, next] of beginnings.get(letter) ?? NONE)
        if (norm.startsWith(beginning)) reached.add(next)
  if (numbers.length > 0 && isNumber(norm)) for (const next of numbers) reached.add(next)
}

const NONE: never[] = []

const isNumber = (norm: string) => /^\d/.test(norm) || CUE_WORDS.numbers.has(norm)

/** A number for the first three letters of a word; different ones may share it. */
function threeLetters(norm: string): number {
  const { length } = norm
  const second = length > 1 ? norm.charCodeAt(1) & 31 : 0
  return ((norm.charCodeAt(0) & 31) << 10) | (second << 5) | (length > 2 ? norm.charCodeAt(2) & 31 : 0)
}

/** 1 for the letters with which a phrase can begin: most words are passed over without being looked up. */
function markBeginnings<T>(root: Node<T>): Uint8Array {
  const marks = new Uint8Array(1 << 15)
  const numbers = root.numbers.length > 0 ? [...CUE_WORDS.numbers] : []
  for (const word of [...root.words.keys(), ...numbers]) marks[threeLetters(word)] = 1
  const stems = [...root.beginnings.values()].flat().map(([beginning]) => beginning)
  for (const stem of [...stems, ...(numbers.length > 0 ? '0123456789' : '')]) {
    const first = stem === '' ? 0 : threeLetters(stem)
    const open = 1 << (5 * Math.max(0, 3 - stem.length))
    marks.fill(1, first, first + open)
  }
  return marks
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

let nodes = 0

const newNode = <T>(): Node<T> => ({
  id: nodes++,
  words: new Map(),
  beginnings: new Map(),
  numbers: [],
  gaps: [],
  values: [],
})
