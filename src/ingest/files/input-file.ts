/** A run of bytes that may hold reviews: a file, a file in a folder, or an entry of a zip. */
import { createReadStream } from 'node:fs'
import { FileProblem } from '../values/file-problem.ts'
import { headOf, textOf } from './decode.ts'

export interface InputFile {
  /** For messages; never used as a path. */
  name: string
  size: number
  /** The place that its reviews are about, where the part lies in a folder of that place. */
  location?: string
  bytes(): AsyncIterable<Uint8Array>
}

export type OnBytes = (done: number) => void

export function inputFileAt(path: string, name: string, size: number): InputFile {
  return { name, size, bytes: () => bytesOfFile(path) }
}

async function* bytesOfFile(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path)
  } catch (error) {
    throw new FileProblem(`cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

/** Enough to see what a part is: the first line of JSON lines lies in it. */
const HEAD_BYTES = 1 << 20

export async function readHead(part: InputFile): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of part.bytes()) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= HEAD_BYTES) break
  }
  return headOf(Buffer.concat(chunks), length < HEAD_BYTES)
}

export const readText = (part: InputFile, onBytes: OnBytes) => textOf(counted(part, onBytes))

async function* counted(part: InputFile, onBytes: OnBytes): AsyncGenerator<Uint8Array> {
  let done = 0
  for await (const chunk of part.bytes()) {
    done += chunk.length
    onBytes(done)
    yield chunk
  }
}
