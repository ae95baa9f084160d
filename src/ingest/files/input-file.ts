/** An input file: bytes that may hold reviews, from a file, a folder or a zip; and text files, read and written whole. */
import { createReadStream } from 'node:fs'
import { open, readdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { cleanLine } from '../../model/scalars.ts'
import { FileProblem, UnknownFormat } from '../values/file-problem.ts'
import { type Bytes, detectEncoding, type Encoding, headOf, textOf } from './decode.ts'

export interface InputFile {
  /** For messages; never used as a path. */
  name: string
  /** Of a workbook, an estimate. */
  size: number
  /** The location its reviews are about, if the file lies in the folder of a location. */
  location?: string
  /** Once it is known. */
  encoding?: Encoding
  bytes(): AsyncIterable<Uint8Array>
}

/** A record of an input file with its number, or why it could not be read. Rows of a table have the numbers that a spreadsheet shows. */
export type FileRecord =
  | {
      row: number
      value: unknown
      /** What the document files it under, if that is a place. */
      location?: string | undefined
    }
  | { row: number; fault: string }

/** A file of a folder, zip or workbook from which something was not imported. */
export interface SkippedFile {
  name: string
  /** What follows "because it". */
  reason: string
  /** What seems to be gone at its source may stand in this file. */
  mayHoldReviews: boolean
}

export interface FoundInputs {
  inputs: InputFile[]
  skipped: SkippedFile[]
}

/** The files of a folder or a zip. */
export interface FileTree {
  /** With slashes, relative to the root. */
  names: string[]
  /** Symbolic links, which are not followed. */
  links?: string[]
  open(name: string): Promise<InputFile>
}

export type OnBytes = (done: number) => void

export function inputFileAt(path: string, name: string, size: number): InputFile {
  return { name, size, bytes: () => bytesOfFile(path) }
}

/** What was fetched is held in memory and never written to the disk. */
export interface FetchedFile {
  name: string
  content: Uint8Array
}

export const fetchedInput = ({ name, content }: FetchedFile): InputFile => ({
  name,
  size: content.length,
  async *bytes() {
    yield* piecesOf(content)
  },
})

async function* bytesOfFile(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path)
  } catch (error) {
    throw new FileProblem(`cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

export async function openFolder(path: string): Promise<FileTree> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  const nameOf = ({ parentPath, name }: (typeof entries)[number]) =>
    relative(path, join(parentPath, name)).replaceAll(sep, '/')
  return {
    names: entries.filter(entry => entry.isFile()).map(nameOf),
    links: entries.filter(entry => entry.isSymbolicLink()).map(nameOf),
    async open(name) {
      const file = join(path, name)
      return inputFileAt(file, cleanLine(name), (await stat(file)).size)
    },
  }
}

/** So much is enough to recognize a file, and for the first of its JSON lines. */
const HEAD_BYTES = 1 << 20

export type OpenText = Awaited<ReturnType<typeof openText>>

/** Small inputs are read once. Of large ones the beginning is read first. */
export async function openText(input: InputFile) {
  const { bytes, isAll } = await readHead(input)
  const read = (): Bytes => (isAll ? piecesOf(bytes) : input.bytes())
  const encoding = input.encoding ?? (await detectEncoding(bytes, read))
  return {
    /** The beginning. */
    head: headOf(bytes, encoding, isAll),
    encoding,
    text: (onBytes: OnBytes) => textOf(counted(read(), onBytes), encoding),
  }
}

const PIECE_BYTES = 1 << 16

/** Bytes are decoded in pieces, so that records become rows while others are still text. */
function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES)
}

async function readHead(input: InputFile): Promise<{ bytes: Uint8Array; isAll: boolean }> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of input.bytes()) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= HEAD_BYTES) break
  }
  return { bytes: Buffer.concat(chunks), isAll: length < HEAD_BYTES }
}

async function* counted(bytes: Bytes, onBytes: OnBytes): AsyncGenerator<Uint8Array> {
  let done = 0
  for await (const chunk of bytes) {
    done += chunk.length
    onBytes(done)
    yield chunk
  }
}

/** Returns null if there is no such file. */
export async function readTextFile(path: string): Promise<string | null> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return null
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
      throw new FileProblem(`${path}: is not text in UTF-8.`)
    if (code === 'EISDIR') throw new FileProblem(`${path}: ${IS_FOLDER}`)
    throw new FileProblem(`${path}: cannot be read (${code}).`)
  }
}

const IS_FOLDER =
  'is a folder, not a file. Docker makes one where a mounted file is missing: remove the folder, put the file there, and start again.'

/**
 * In one step, so that nobody reads half a file, and what was there stays if it fails.
 * `consequence` ends the sentence that says why it failed.
 */
export async function writeTextFile(path: string, text: string, consequence = ''): Promise<void> {
  // A link stays one, and leads to the new text.
  const target = await realpath(path).catch(() => path)
  const beside = `${target}.${process.pid}.tmp`
  try {
    const mode = await stat(target).then(
      known => known.mode & 0o777,
      () => undefined,
    )
    // On the disk first: after a power failure the name must not lead to an empty file.
    await writeFile(beside, text, { mode, flush: true })
    await rename(beside, target).catch(async error => {
      // A file that is mounted itself cannot be replaced, only written.
      if (error.code !== 'EBUSY') throw error
      await writeMounted(target, text, beside)
      await rm(beside)
    })
    await syncFolder(dirname(target))
  } catch (error) {
    if (error instanceof FileProblem) throw error
    await rm(beside, { force: true }).catch(() => {})
    const { code } = error as NodeJS.ErrnoException
    throw new FileProblem(`${path}: cannot be written (${code})${consequence}.`)
  }
}

/** If the text does not fit, what was there is put back. `copy` stays only if that fails, too. */
async function writeMounted(target: string, text: string, copy: string): Promise<void> {
  const before = await readFile(target)
  try {
    await overwrite(target, Buffer.from(text))
  } catch (error) {
    await overwrite(target, before).catch(() => {
      const { code } = error as NodeJS.ErrnoException
      const remedy = `All of the new text is in ${copy}: put it back from there.`
      throw new FileProblem(`${target}: only part of it was written (${code}). ${remedy}`)
    })
    throw error
  }
}

/** Without emptying it first: putting back what was there needs no more space than it had. */
async function overwrite(path: string, bytes: Buffer): Promise<void> {
  await using file = await open(path, 'r+')
  await file.writeFile(bytes)
  await file.truncate(bytes.length)
  await file.sync()
}

/** Names are kept by the folder, which not every system can sync. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path).catch(() => null)
  await folder?.sync().catch(() => {})
  await folder?.close()
}

/** Does the work and puts the file's name before any problem. */
export function withFileName<T>(name: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw problemIn(name, error)
  }
}

/** Puts the file's name before a problem. */
export function problemIn(name: string, error: unknown): unknown {
  if (!(error instanceof FileProblem)) return error
  const message = `${name}: ${error.message}`
  return error instanceof UnknownFormat
    ? new UnknownFormat(`${name}: ${error.brief}`, error.columns, error.guess, error.rest)
    : new FileProblem(message)
}
