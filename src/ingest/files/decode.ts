/** Decodes bytes in UTF-8, UTF-16 or Windows-1252. Line ends become Unix line ends. */
import { FileProblem } from '../values/file-problem.ts'

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

export type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** The whole text in pieces, without the byte order mark. */
export async function* textOf(bytes: Bytes, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  let held = ''
  for await (const chunk of bytes) {
    const text = held + decode(decoder, chunk)
    held = text.endsWith('\r') ? '\r' : ''
    yield withUnixLines(text.slice(0, text.length - held.length))
  }
  yield withUnixLines(held + decode(decoder))
}

/** The beginning of a text. Unless it is all of it, a character cut in two at the end is left out. */
export function headOf(bytes: Uint8Array, encoding: Encoding, isAll: boolean): string {
  const decoder = new TextDecoder(encoding, { fatal: true })
  return withUnixLines(decode(decoder, bytes) + (isAll ? decode(decoder) : ''))
}

const withUnixLines = (text: string) => text.replace(/\r\n?/g, '\n')

/** No chunk means the end of the text. */
function decode(decoder: TextDecoder, chunk?: Uint8Array): string {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
  } catch {
    throw new FileProblem(NOT_TEXT)
  }
}

const NOT_TEXT = 'is not text in UTF-8, UTF-16 or Windows-1252.'

/** The beginning often tells the encoding; `all` reads the whole where it does not. */
export async function detectEncoding(head: Uint8Array, all: () => Bytes): Promise<Encoding> {
  const known = encodingByMark(head) ?? encodingByZeros(head)
  if (known) return known
  if (await isUtf8(all())) return 'utf-8'
  if (await isWindows1252(all())) return 'windows-1252'
  throw new FileProblem(NOT_TEXT)
}

function encodingByMark([first, second]: Uint8Array): Encoding | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : null
}

const SAMPLE_BYTES = 4096

/** Of UTF-16 without a mark, every other byte of a header in Latin letters is zero; text has no zeros otherwise. */
function encodingByZeros(head: Uint8Array): Encoding | null {
  const zeros = [0, 0]
  const length = Math.min(head.length, SAMPLE_BYTES)
  for (let at = 0; at < length; at++) if (head[at] === 0) zeros[at % 2]!++
  const [even = 0, odd = 0] = zeros
  if (Math.max(even, odd) < length / 8 || Math.min(even, odd) > Math.max(even, odd) / 16)
    return null
  return odd > even ? 'utf-16le' : 'utf-16be'
}

async function isUtf8(bytes: Bytes): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of bytes) decoder.decode(chunk, { stream: true })
    decoder.decode()
    return true
  } catch {
    return false
  }
}

/** Control characters, and the five bytes that the encoding leaves undefined. */
const NOT_IN_TEXT = /[\0-\x08\x0e-\x1f\x7f\x81\x8d\x8f\x90\x9d]/
const UTF_8_SEQUENCE = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/g
const HIGH = /[\x80-\xff]+/g

/** Damaged UTF-8 is not: most of its characters beyond ASCII are still whole. */
async function isWindows1252(bytes: Bytes): Promise<boolean> {
  let [sequences, others] = [0, 0]
  for await (const chunk of bytes) {
    const text = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).toString('latin1')
    if (NOT_IN_TEXT.test(text)) return false
    sequences += text.match(UTF_8_SEQUENCE)?.length ?? 0
    others += text.replace(UTF_8_SEQUENCE, '').match(HIGH)?.length ?? 0
  }
  return others > sequences
}
