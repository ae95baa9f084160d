/** Reads a text as words that can be part of an opinion. */
import { oncePerValue } from '../../model/once-per.ts'
import type { Span } from './analysis.ts'
import { classifyWord, isIdiomStart, type OpinionKind, type OpinionWord } from './opinion-words.ts'
import { OPINION_WORDS, WORDS } from './word-lists.ts'
import { splitWords } from './words.ts'

/** More than the common words of a language with their punctuation. */
const CACHED_CHUNKS = 20_000

export interface Token extends OpinionWord {
  /** Whether a phrase that is looked for can begin with it. */
  canBegin: boolean
}

export const BOUNDARY: Token = { ...classifyWord('\n', '\n'), canBegin: false }

/**
 * Texts repeat their words, so each chunk between two spaces is read once and cached. If only phrases with certain stems are looked
 * for, most words need no further look.
 */
export function createTokenReader(
  wanted: ReadonlySet<string> | null = null,
): (text: string) => Token[] {
  const toToken = (word: OpinionWord): Token => ({ ...word, canBegin: canBegin(word, wanted) })
  const read = oncePerValue(
    (chunk: string) =>
      splitWords(chunk).map(({ norm, start, end }) =>
        toToken(classifyWord(norm, chunk.slice(start, end))),
      ),
    CACHED_CHUNKS,
  )
  return text => {
    const tokens: Token[] = []
    for (const line of text.split('\n')) {
      for (const chunk of line.split(' '))
        for (const word of read(chunk))
          tokens.push(word.isCapital && isNameIn(tokens, word) ? { ...word, kind: 'other' } : word)
      tokens.push(BOUNDARY)
    }
    return tokens
  }
}

/** Where each token of `createTokenReader` is in the text. */
export function tokenPlaces(text: string): Span[] {
  const places: Span[] = []
  let at = 0
  for (const line of text.split('\n')) {
    for (const chunk of line.split(' ')) {
      for (const { start, end } of splitWords(chunk)) places.push([at + start, at + end])
      at += chunk.length + 1
    }
    places.push([at - 1, at - 1])
  }
  return places
}

/** All but an intensifier and a pronoun are part of the key. */
function canBegin({ norm, stem, kind }: OpinionWord, wanted: ReadonlySet<string> | null): boolean {
  if (kind === 'intensifier' || OPINION_WORDS.subjects.has(norm)) return true
  return (isIdiomStart(stem) || !JOINING.has(kind)) && (wanted === null || wanted.has(stem))
}

/** Words that only hold a phrase together, or end it. */
const JOINING: ReadonlySet<OpinionKind> = new Set([
  'negation',
  'blocker',
  'be',
  'boundary',
  'other',
])

const SENTENCE_END = /^[\n.!?…]/

/** A sentence begins with a capital, too, but with one of a word that everybody knows. */
const isNameIn = (before: Token[], { norm, kind }: Token) =>
  kind === 'thing' &&
  !(WORDS.has(norm) && (before.length === 0 || SENTENCE_END.test(before.at(-1)!.norm)))
