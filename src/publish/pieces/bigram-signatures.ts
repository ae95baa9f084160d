/**
 * Bigram signatures: small bit sets of where two words meet in a text. Many texts contain two common words, few contain them
 * side by side: a signature rules out most of the others without reading the text.
 */
import { WORD } from './word-numbers.ts'

/** How many 32-bit numbers a signature has. */
export const SIGNATURE_SIZE = 6
const BITS = 32 * SIGNATURE_SIZE

export function bigramSignature(foldedText: string): Uint32Array {
  const signature = new Uint32Array(SIGNATURE_SIZE)
  for (const bit of bigramBits(foldedText)) signature[bit >>> 5]! |= 1 << (bit & 31)
  return signature
}

/** A test that a review passes when its signature has every bit of the needle. */
export function bigramTest(signatures: Uint32Array, needle: string): (position: number) => boolean {
  const bits = bigramBits(needle)
  return position => {
    const start = position * SIGNATURE_SIZE
    for (let index = 0; index < bits.length; index++) {
      const bit = bits[index]!
      if (((signatures[start + (bit >>> 5)]! >>> (bit & 31)) & 1) === 0) return false
    }
    return true
  }
}

/** How many characters before and after the end of a word count: a wide window is more selective, a narrow one fits short queries. */
const WINDOWS = [
  { before: 1, after: 3 },
  { before: 2, after: 4 },
]

/** One bit for each window at each end of a word, where the text is long enough. */
function bigramBits(text: string): number[] {
  const bits: number[] = []
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const end = index + word.length
    for (const { before, after } of WINDOWS)
      if (end >= before && end + after <= text.length)
        bits.push(hashOf(text, end - before, end + after) % BITS)
  }
  return bits
}

/** FNV-1a, mixed once more at the end because only the remainder is used. */
function hashOf(text: string, from: number, to: number): number {
  let hash = 0x811c9dc5
  for (let index = from; index < to; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return (hash ^ (hash >>> 15)) >>> 0
}
