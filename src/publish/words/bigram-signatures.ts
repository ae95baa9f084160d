/**
 * Bigram signatures: small bit sets of where two words meet in a text. Many texts contain two common words, few contain them
 * side by side: a signature rules out most of the others without reading the text.
 */
import { wordBounds } from './word-bounds.ts'

/** How many 32-bit numbers a signature has. */
export const SIGNATURE_SIZE = 10
const BITS = 32 * SIGNATURE_SIZE

export function bigramSignature(foldedText: string): Uint32Array {
  const signature = new Uint32Array(SIGNATURE_SIZE)
  for (const bit of bigramBits(foldedText)) signature[bit >>> 5]! |= 1 << (bit & 31)
  return signature
}

type Test = (position: number) => boolean

/** A test that a review passes when its signature has every bit of the needle. */
export function bigramTest(signatures: Uint32Array, needle: string): Test {
  const bits = bigramBits(needle)
  return position => hasBits(signatures, position, bits)
}

/** A test that a review passes when it may contain one of `before` right before one of `after`, whatever is between them. */
export function adjacencyTest(signatures: Uint32Array, before: string[], after: string[]): Test {
  const pairs = before.flatMap(one => after.map(other => bigramBits(`${one} ${other}`, JOINTS)))
  return position => pairs.some(bits => hasBits(signatures, position, bits))
}

function hasBits(signatures: Uint32Array, position: number, bits: number[]): boolean {
  const start = position * SIGNATURE_SIZE
  for (let index = 0; index < bits.length; index++) {
    const bit = bits[index]!
    if (((signatures[start + (bit >>> 5)]! >>> (bit & 31)) & 1) === 0) return false
  }
  return true
}

/** How many characters of the end of a word and of the start of the next one count; what is between them does not. */
const JOINTS: Window[] = [
  { before: 1, after: 3, isJoint: true },
  { before: 3, after: 2, isJoint: true },
]
/** A wide window is more selective, a narrow one fits short queries. */
const WINDOWS: Window[] = [
  { before: 1, after: 3, isJoint: false },
  { before: 2, after: 4, isJoint: false },
  ...JOINTS,
]

interface Window {
  before: number
  after: number
  /** Whether it skips what is between the words. */
  isJoint: boolean
}

/** One bit for each window at each end of a word, where the text is long enough. */
function bigramBits(text: string, windows = WINDOWS): number[] {
  const bounds = wordBounds(text)
  const bits: number[] = []
  for (let word = 0; word < bounds.length; word += 2) {
    const [start, end, nextStart, nextEnd] = [
      bounds[word]!,
      bounds[word + 1]!,
      bounds[word + 2],
      bounds[word + 3],
    ]
    for (const { before, after, isJoint } of windows)
      if (!isJoint) {
        if (end >= before && end + after <= text.length)
          bits.push(hashOf(text, end - before, end + after) % BITS)
      } else if (nextStart !== undefined && end - start >= before && nextEnd! - nextStart >= after)
        bits.push(hashOf(text, end - before, end, hashOf(text, nextStart, nextStart + after)) % BITS)
  }
  return bits
}

/** FNV-1a, mixed once more at the end because only the remainder is used. */
function hashOf(text: string, from: number, to: number, seed = 0x811c9dc5): number {
  let hash = seed
  for (let index = from; index < to; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return (hash ^ (hash >>> 15)) >>> 0
}
