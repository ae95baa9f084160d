/**
 * Signatures of the places where words meet. Two common words stand in many texts, side by side in few: a signature tells
 * most of the others apart without reading them.
 */
import { WORD } from './word-numbers.ts'

/** A signature has this many 32-bit numbers. */
export const SIGNATURE_SIZE = 6
const BITS = 32 * SIGNATURE_SIZE

export function bigramSignature(foldedText: string): Uint32Array {
  const signature = new Uint32Array(SIGNATURE_SIZE)
  for (const bit of seamBits(foldedText)) signature[bit >>> 5]! |= 1 << (bit & 31)
  return signature
}

/** A test that a review passes when its signature has all the seams of the needle. */
export function bigramTest(signatures: Uint32Array, needle: string): (position: number) => boolean {
  const bits = seamBits(needle)
  return position => {
    const start = position * SIGNATURE_SIZE
    for (let place = 0; place < bits.length; place++) {
      const bit = bits[place]!
      if (((signatures[start + (bit >>> 5)]! >>> (bit & 31)) & 1) === 0) return false
    }
    return true
  }
}

/** How many characters from the end of a word back and on: a wide view tells more apart, a narrow one fits short queries. */
const VIEWS = [
  { back: 1, on: 3 },
  { back: 2, on: 4 },
]

/** A bit for each view of each end of a word, where the text reaches far enough. */
function seamBits(text: string): number[] {
  const bits: number[] = []
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const end = index + word.length
    for (const { back, on } of VIEWS)
      if (end >= back && end + on <= text.length) bits.push(hashOf(text, end - back, end + on) % BITS)
  }
  return bits
}

/** FNV-1a, with a last stir because only its remainder is used. */
function hashOf(text: string, from: number, to: number): number {
  let hash = 0x811c9dc5
  for (let place = from; place < to; place++) hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193)
  return (hash ^ (hash >>> 15)) >>> 0
}
