/** An input file: bytes that may hold reviews, from a file, a folder or a zip. */
import { createReadStream } from 'node:fs'
import { FileProblem } from '../values/file-problem.ts'
import { headOf, textOf } from './decode.ts'

export interface InputFile {
  /** For messages; never used as a path. */
  name: string
  size: number
  /** The location its reviews are about, if the file lies in the folder of a location. */
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

/** Enough to recognize a file, and for the first of its JSON lines. */
const HEAD_BYTES = 1 << 20

export async function readHead(input: InputFile): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of input.bytes()) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= HEAD_BYTES) break
  }
  return headOf(Buffer.concat(chunks), length < HEAD_BYTES)
}

export const readText = (input: InputFile, onBytes: OnBytes) => textOf(counted(input, onBytes))

async function* counted(input: InputFile, onBytes: OnBytes): AsyncGenerator<Uint8Array> {
  let done = 0
  for await (const chunk of input.bytes()) {
    done += chunk.length
    onBytes(done)
    yield chunk
  }
}
