/** Reads a large JSON document piece by piece: as one string it could exceed the limit of an engine. */
import { fromUtf8 } from './encoding.ts'

/** The offsets of a value; `parsePiece` reads and validates it. */
export type Piece = { start: number; end: number }

const code = (character: string) => character.charCodeAt(0)
const [QUOTE, BACKSLASH, COMMA, COLON] = [code('"'), code('\\'), code(','), code(':')]
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [
  code('{'),
  code('}'),
  code('['),
  code(']'),
]

/** The elements of the list at `start`. */
export const elementsOf = (bytes: Uint8Array, start: number): Generator<Piece> =>
  itemsOf(bytes, start, [OPEN_ARRAY, CLOSE_ARRAY], at => ({
    start: at,
    end: endOfValue(bytes, at),
  }))

/** The members of the object at `start`. Rejects duplicate keys: some parsers use the first, others the last. */
export function membersOf(bytes: Uint8Array, start = 0): Map<string, Piece> {
  const members = new Map<string, Piece>()
  const pairs = itemsOf(bytes, start, [OPEN_OBJECT, CLOSE_OBJECT], at => {
    expectByte(bytes, at, QUOTE)
    const keyEnd = endOfString(bytes, at)
    const key = parsePiece(bytes, { start: at, end: keyEnd }) as string
    const valueStart = skipSpace(bytes, expectByte(bytes, skipSpace(bytes, keyEnd), COLON))
    return { key, start: valueStart, end: endOfValue(bytes, valueStart) }
  })
  for (const { key, ...piece } of pairs) {
    if (members.has(key)) throw new Error('A key occurs twice.')
    members.set(key, piece)
  }
  return members
}

/** What is between two brackets and separated by commas; `read` finds an item and its end. */
function* itemsOf<Item extends Piece>(
  bytes: Uint8Array,
  start: number,
  [open, close]: [number, number],
  read: (at: number) => Item,
): Generator<Item> {
  let at = skipSpace(bytes, expectByte(bytes, skipSpace(bytes, start), open))
  if (bytes[at] === close) return
  for (;;) {
    const item = read(at)
    yield item
    at = skipSpace(bytes, item.end)
    if (bytes[at] === close) return
    at = skipSpace(bytes, expectByte(bytes, at, COMMA))
  }
}

export function memberOf(members: Map<string, Piece>, key: string): Piece {
  const member = members.get(key)
  if (!member) throw new Error(`There is no "${key}".`)
  return member
}

/** Errors give the offset only: the message of a JSON parser would quote the document. */
export function parsePiece(bytes: Uint8Array, { start, end }: Piece): unknown {
  try {
    return JSON.parse(fromUtf8(bytes.subarray(start, end)))
  } catch {
    throw broken(start)
  }
}

function endOfValue(bytes: Uint8Array, start: number): number {
  let depth = 0
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte === QUOTE) at = endOfString(bytes, at) - 1
    else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) depth++
    else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
      if (depth === 0) return at
      depth--
      if (depth === 0) return at + 1
    } else if (depth === 0 && (byte === COMMA || isSpace(byte))) return at
  }
  throw broken(start)
}

function endOfString(bytes: Uint8Array, start: number): number {
  for (let at = start + 1; at < bytes.length; at++) {
    if (bytes[at] === QUOTE) return at + 1
    if (bytes[at] === BACKSLASH) at++
  }
  throw broken(start)
}

const isSpace = (byte: number | undefined) =>
  byte === 32 || byte === 10 || byte === 13 || byte === 9

function skipSpace(bytes: Uint8Array, start: number): number {
  let at = start
  while (isSpace(bytes[at])) at++
  return at
}

function expectByte(bytes: Uint8Array, at: number, expected: number): number {
  if (bytes[at] !== expected) throw broken(at)
  return at + 1
}

const broken = (at: number) => new Error(`The JSON is broken at byte ${at}.`)
