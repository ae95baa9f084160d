/**
 * Signatures of the places where words meet. Two common words stand in many texts, side by side in few: a signature tells
 * most of the others apart without reading them.
 */
import { WORD } from './words.ts'

/** A signature has this many 32-bit numbers. */
export const SIGNATURE_SIZE = 6
const BITS = 32 * SIGNATURE_SIZE

export function signatureOf(foldedText: string): Uint32Array {
  const signature = new Uint32Array(SIGNATURE_SIZE)
  for (const bit of seamBits(foldedText)) signature[bit >>> 5]! |= 1 << (bit & 31)
  return signature
}

/** A test that a review passes when its signature has all the seams of the needle. */
export function seamTest(signatures: Uint32Array, needle: string): (position: number) => boolean {
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

const BEFORE = 1
const AFTER = 3

/** Two bits for each end of a word that has enough around it: its last character, the sign that follows, and two more. */
function seamBits(text: string): number[] {
  const bits: number[] = []
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const end = index + word.length
    if (end + AFTER > text.length) break
    let hash = 0x811c9dc5
    for (let place = end - BEFORE; place < end + AFTER; place++)
      hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193)
    hash ^= hash >>> 15
    bits.push((hash >>> 0) % BITS, (Math.imul(hash, 0x2c1b3c6d) >>> 8) % BITS)
  }
  return bits
}
