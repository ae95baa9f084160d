/** Learns which pieces words are cut into, by byte-pair encoding over letters: the most frequent pair of neighbors becomes a piece, again and again. */
import { CONTINUED } from '../src/insights/network/pieces.ts'

/** A letter that occurs less often is not worth a piece. */
const RAREST_LETTER = 50

interface Cut {
  symbols: string[]
  count: number
}

/** `counts` has how often each part of a word occurs. Returns about `size` pieces. */
export function learnPieces(counts: ReadonlyMap<string, number>, size: number): string[] {
  const words: Cut[] = Array.from(counts, ([word, count]) => ({ symbols: lettersOf(word), count }))
  const letters = new Map<string, number>()
  for (const { symbols, count } of words)
    for (const symbol of symbols) letters.set(symbol, (letters.get(symbol) ?? 0) + count)
  const pieces = [...letters]
    .filter(([, count]) => count >= RAREST_LETTER)
    .map(([letter]) => letter)
  const pairs = new Map<string, { count: number; words: Set<number> }>()
  const add = (number: number, sign: 1 | -1) => {
    const { symbols, count } = words[number]!
    for (let at = 0; at + 1 < symbols.length; at++) {
      const key = `${symbols[at]}\t${symbols[at + 1]}`
      const pair = pairs.get(key) ?? { count: 0, words: new Set<number>() }
      pairs.set(key, pair)
      pair.count += sign * count
      if (sign > 0) pair.words.add(number)
    }
  }
  for (const number of words.keys()) add(number, 1)
  const known = new Set(pieces)
  let queue = sortedPairs()
  let least = queue.at(-1)?.[1] ?? 0
  while (known.size < size) {
    // The order is renewed once the best of it has fallen behind its end.
    const best = takeBest()
    if (!best) break
    const [left, right] = best.split('\t') as [string, string]
    const merged = left + right.slice(CONTINUED.length)
    known.add(merged)
    const affected = [...pairs.get(best)!.words]
    for (const number of affected) {
      const word = words[number]!
      if (!hasPair(word.symbols, left, right)) continue
      add(number, -1)
      word.symbols = merge(word.symbols, left, right, merged)
      add(number, 1)
    }
    pairs.delete(best)
  }
  return [...known]

  function sortedPairs(): [string, number][] {
    return [...pairs]
      .map(([key, { count }]): [string, number] => [key, count])
      .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
      .slice(0, 400)
  }

  function takeBest(): string | null {
    for (const tries of [0, 1]) {
      let best: string | null = null
      let most = 0
      for (const [key] of queue) {
        const count = pairs.get(key)?.count ?? 0
        if (count > most) [best, most] = [key, count]
      }
      if (best && (most >= least || tries === 1)) return best
      queue = sortedPairs()
      least = queue.at(-1)?.[1] ?? 0
    }
    return null
  }
}

const lettersOf = (word: string) =>
  [...word].map((letter, at) => (at > 0 ? CONTINUED : '') + letter)

const hasPair = (symbols: string[], left: string, right: string) =>
  symbols.some((symbol, at) => symbol === left && symbols[at + 1] === right)

function merge(symbols: string[], left: string, right: string, merged: string): string[] {
  const made: string[] = []
  for (let at = 0; at < symbols.length; at++)
    if (symbols[at] === left && symbols[at + 1] === right) {
      made.push(merged)
      at++
    } else made.push(symbols[at]!)
  return made
}
