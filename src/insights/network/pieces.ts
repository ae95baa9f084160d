/** Cuts words into the pieces that the network reads: "unfriendly" into "un" and "##friendly". */
import { oncePerValue } from '../../model/once-per.ts'
import { kindOf, squeeze } from '../text/vocabulary.ts'

/** At most this many pieces are read together. */
export const LONGEST = 192
/** The ids of pieces that every model has. */
export const UNKNOWN = 1
export const START = 2
export const STOP = 3

/** Begins a piece that continues a word. */
export const CONTINUED = '##'
/** Parts of words that are longer than this are unknown. */
const LONGEST_PART = 40
/** More words than a language has in daily use. */
const CACHED_WORDS = 20_000

export type Pieces = ReturnType<typeof createPieces>

/** `pieces` in the order of their ids. */
export function createPieces(pieces: string[]) {
  const ids = new Map(pieces.map((piece, id) => [piece, id]))
  const longest = Math.max(...pieces.map(piece => piece.length))

  /** Greedy: the longest piece from the left, then the longest of the rest. */
  function cutPart(part: string): number[] {
    if (part.length > LONGEST_PART) return [UNKNOWN]
    const found: number[] = []
    for (let at = 0; at < part.length; ) {
      const prefix = at === 0 ? '' : CONTINUED
      let end = Math.min(part.length, at + longest)
      while (end > at && !ids.has(prefix + part.slice(at, end))) end--
      if (end === at) return [UNKNOWN]
      found.push(ids.get(prefix + part.slice(at, end))!)
      at = end
    }
    return found
  }

  function cut(norm: string): readonly number[] {
    const kind = kindOf(norm)
    if (kind) return [ids.get(kind) ?? UNKNOWN]
    const found = partsOf(norm).flatMap(cutPart)
    return found.length > LONGEST ? [UNKNOWN] : found
  }

  return {
    /** At least one for every word. */
    idsOf: oncePerValue(cut, CACHED_WORDS),
  }
}

/** What is cut separately. */
export const partsOf = (norm: string) => splitAtApostrophes(squeeze(norm, 2))

/** "l'attente" is "l'" and "attente"; the second parts of English contractions stay whole. */
const splitAtApostrophes = (norm: string) =>
  norm.startsWith("'") || norm === "n't" ? [norm] : norm.split(/(?<=')(?=\p{L})/u)
