/** Reads and writes text files, and names the file in their problems. */
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { FileProblem, UnknownFormat } from '../values/file-problem.ts'

/** Returns null if there is no such file. */
export async function readTextFile(path: string): Promise<string | null> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return null
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') throw new FileProblem(`${path}: is not text in UTF-8.`)
    if (code === 'EISDIR') throw new FileProblem(`${path}: ${IS_FOLDER}`)
    throw new FileProblem(`${path}: cannot be read (${code}).`)
  }
}

const IS_FOLDER =
  'is a folder, not a file. Docker makes one where a mounted file is missing: remove the folder, put the file there, and start again.'

/** In one step, so that nobody reads half a file. `consequence` ends the sentence that says why it failed. */
export async function writeTextFile(path: string, text: string, consequence = ''): Promise<void> {
  const beside = `${path}.${process.pid}.tmp`
  try {
    await writeFile(beside, text)
    await rename(beside, path)
  } catch (error) {
    await rm(beside, { force: true }).catch(() => {})
    const { code } = error as NodeJS.ErrnoException
    throw new FileProblem(`${path}: cannot be written (${code})${consequence}.`)
  }
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
    ? new UnknownFormat(message, error.columns, error.guess)
    : new FileProblem(message)
}
