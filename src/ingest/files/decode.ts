/** Decodes bytes: UTF-8, or UTF-16 with a byte order mark. Line ends become Unix line ends. */
import { FileProblem } from '../values/file-problem.ts'

/** The whole text in pieces, without the byte order mark. */
export async function* textOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  let held = ''
  for await (const chunk of bytes) {
    decoder ??= decoderFor(chunk)
    const text = held + decode(decoder, chunk)
    held = text.endsWith('\r') ? '\r' : ''
    yield withUnixLines(text.slice(0, text.length - held.length))
  }
  yield withUnixLines(held + (decoder ? decode(decoder) : ''))
}

/** The beginning of a text. Unless it is all of it, a character cut in two at the end is left out. */
export function headOf(bytes: Uint8Array, isAll: boolean): string {
  const decoder = decoderFor(bytes)
  return withUnixLines(decode(decoder, bytes) + (isAll ? decode(decoder) : ''))
}

const withUnixLines = (text: string) => text.replace(/\r\n?/g, '\n')

function decoderFor([first, second]: Uint8Array): TextDecoder {
  const mark = `${first},${second}`
  const encoding = mark === '255,254' ? 'utf-16le' : mark === '254,255' ? 'utf-16be' : 'utf-8'
  return new TextDecoder(encoding, { fatal: true })
}

/** No chunk means the end of the text. */
function decode(decoder: TextDecoder, chunk?: Uint8Array): string {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
  } catch {
    throw new FileProblem('is not text in UTF-8.')
  }
}
