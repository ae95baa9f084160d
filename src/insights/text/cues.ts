/** Phrases with choices, endings and gaps, all looked for at once in one pass over a sentence. */
import { splitWords, type Word } from './words.ts'

export interface Match<T> {
  value: T
  /** Words from `first` up to `end`. */
  first: number
  end: number
}

export type FindCues<T> = (words: Word[]) => Match<T>[]

/** A phrase: one choice after the other, each a list of ways to say it, each way a list of steps. */
export type Phrase = string[][][]

interface Node<T> {
  words: Map<string, Node<T>[]>
  beginnings: [beginning: string, node: Node<T>][]
  numbers: Node<T>[]
  gaps: Node<T>[]
  values: T[]
}

/** What may follow a word at the beginning of a phrase. */
interface Start<T> {
  nodes: Node<T>[]
  pairs: Map<string, Node<T>[]>
}

const newNode = <T>(): Node<T> => ({ words: new Map(), beginnings: [], numbers: [], gaps: [], values: [] })

/** So many words are remembered, with what followed them. */
const KEPT_WORDS = 20_000
/** The widest gap: so many words. */
const GAP = 2
/** A gap passes over none of these: "was not late" does not say "was ~ late". */
export const NEGATIONS = new Set(
  "n't not never no nor neither nobody none hardly barely without nothing cannot zero".split(' '),
)

export function createCueFinder<T>(cues: Iterable<readonly [phrase: Phrase, value: T]>): FindCues<T> {
  const root = newNode<T>()
  for (const [phrase, value] of cues) addPhrase(root, phrase, value)
  const begun = new Map<string, Start<T>>()

  /** The phrases that may begin with these two words. Texts repeat themselves: each pair is looked up once. */
  function startsWith(norm: string, next: string): Node<T>[] {
    const start = begun.get(norm) ?? { nodes: nextNodes(root, norm), pairs: new Map<string, Node<T>[]>() }
    begun.set(norm, start)
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
    if (begun.size > KEPT_WORDS) begun.clear()
    for (let first = 0; first < words.length; first++) {
      const starts = startsWith(words[first]!.norm, words[first + 1]?.norm ?? '')
      for (const node of starts) follow(node, words, first, first + 1, matches)
    }
    return keepLongest(matches)
  }
}

function follow<T>(node: Node<T>, words: Word[], first: number, place: number, matches: Match<T>[]): void {
  for (const value of node.values) matches.push({ value, first, end: place })
  if (place >= words.length) return
  for (const next of nextNodes(node, words[place]!.norm)) follow(next, words, first, place + 1, matches)
  for (const gap of node.gaps)
    for (let at = place; at <= place + GAP && at < words.length; at++) {
      const { norm } = words[at]!
      for (const next of nextNodes(gap, norm)) follow(next, words, first, at + 1, matches)
      if (NEGATIONS.has(norm)) break
    }
}

function nextNodes<T>(node: Node<T>, norm: string): Node<T>[] {
  const exact = node.words.get(norm)
  // Most nodes have nothing else: this is the inner loop.
  if (node.beginnings.length === 0 && node.numbers.length === 0) return exact ?? NONE
  const begun = node.beginnings.filter(([beginning]) => norm.startsWith(beginning)).map(([, next]) => next)
  const counted = node.numbers.length > 0 && isNumber(norm) ? node.numbers : []
  return exact && begun.length + counted.length === 0 ? exact : [...(exact ?? []), ...begun, ...counted]
}

const NONE: never[] = []

const NUMBER_WORDS = new Set(
  'one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty hundred'.split(
    ' ',
  ),
)
const isNumber = (norm: string) => /^\d/.test(norm) || NUMBER_WORDS.has(norm)

/** What lies within something longer goes; of the same words several values may stand, each once. */
function keepLongest<T>(matches: Match<T>[]): Match<T>[] {
  if (matches.length < 2) return matches
  return matches.filter(
    (inner, place) =>
      !matches.some(
        (outer, other) =>
          outer.first <= inner.first &&
          outer.end >= inner.end &&
          (outer.end - outer.first > inner.end - inner.first ||
            (other < place && outer.value === inner.value)),
      ),
  )
}

/** A chain of nodes for each phrase; where there is a choice, its ways part and meet again. */
function addPhrase<T>(root: Node<T>, phrase: Phrase, value: T): void {
  let node = root
  for (const ways of phrase) {
    const meeting = newNode<T>()
    for (const steps of ways) addSteps(node, steps, meeting)
    node = meeting
  }
  if (node !== root) node.values.push(value)
}

function addSteps<T>(from: Node<T>, steps: string[], to: Node<T>): void {
  let node = from
  for (const [place, step] of steps.entries()) {
    const next = place === steps.length - 1 ? to : newNode<T>()
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

/** "stood (me|us) up" has a choice of two ways in the middle. */
export function parseCue(cue: string): Phrase {
  const parts = cue.match(/\([^()]*\)|[^()]+/g) ?? []
  return parts
    .map(part => (part.startsWith('(') ? part.slice(1, -1).split('|') : [part]).map(toSteps))
    .filter(ways => ways.some(steps => steps.length > 0))
}

/** A name, in which no sign means anything but itself. */
export const plainPhrase = (name: string): Phrase => [[splitWords(name).map(({ norm }) => norm)]]

const toSteps = (way: string) =>
  way
    .split(/[\s-]+/)
    .filter(step => step !== '')
    .flatMap(step => (isSpecial(step) ? [step] : splitWords(step).map(({ norm }) => norm)))

const isSpecial = (step: string) => step === '~' || step === '#' || step.endsWith('*')
