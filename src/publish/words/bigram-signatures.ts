/**
 * Bigram signatures: small bit sets of where two words meet in a text. Many texts contain two common words, few contain them
 * side by side: a signature rules out most of the others without reading the text.
 */
import { hashText } from '../../model/hash-text.ts'

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
          bits.push(hashText(text, end - before, end + after) % BITS)
      } else if (nextStart !== undefined && end - start >= before && nextEnd! - nextStart >= after)
        bits.push(hashText(text, end - before, end, hashText(text, nextStart, nextStart + after)) % BITS)
  }
  return bits
}

/** Where the words of a text begin and end. Plain loops: every text passes here, and regular expressions take five times as long. */
export const WORD = /[\p{L}\p{M}\p{N}]+/gu
const PART_OF_WORD = /[\p{L}\p{M}\p{N}]/u
/** For each UTF-16 unit, once it was asked for. */
const known = new Uint8Array(0x10000)
const [NO, YES] = [1, 2]

/** The offset of each word's start, followed by that of its end. A word is made of letters, marks and digits. */
export function wordBounds(text: string): number[] {
  const bounds: number[] = []
  let start = -1
  for (let at = 0; at < text.length; ) {
    const units = unitsInWord(text, at)
    if (units > 0 && start < 0) start = at
    if (units === 0 && start >= 0) {
      bounds.push(start, at)
      start = -1
    }
    at += units || 1
  }
  if (start >= 0) bounds.push(start, text.length)
  return bounds
}

/** How many units the character has that begins here; 0 if it is not part of a word. */
function unitsInWord(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  if (known[unit] === 0) known[unit] = PART_OF_WORD.test(String.fromCharCode(unit)) ? YES : NO
  if (known[unit] === YES) return 1
  const point = unit >= 0xd800 && unit < 0xdc00 ? text.codePointAt(at)! : 0
  return point > 0xffff && PART_OF_WORD.test(String.fromCodePoint(point)) ? 2 : 0
}

/** The first index from `from` on of whole words, -1 where there is none: "Ed" is not in "fixed". */
export function indexOfWords(text: string, wanted: string, from = 0): number {
  if (wanted === '') return -1
  for (let at = text.indexOf(wanted, from); at !== -1; at = text.indexOf(wanted, at + 1))
    if (!isWithinWord(text, at, at + wanted.length)) return at
  return -1
}

const isWithinWord = (text: string, start: number, end: number) =>
  PART_OF_WORD.test(text[start - 1] ?? '') ||
  PART_OF_WORD.test(String.fromCodePoint(text.codePointAt(end) ?? 32))
