/** Finds the input files at a path: the file itself, or the files of a folder or a zip that may hold reviews. */
import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { cleanLine } from '../../model/scalars.ts'
import { FileProblem } from '../values/file-problem.ts'
import { openFolder } from './file-tree.ts'
import { type InputFile, inputFileAt } from './input-file.ts'
import { findReviewInputs } from './takeout.ts'
import { openZip, SAVE_AS_CSV } from './zip.ts'

export interface FoundInputs {
  inputs: InputFile[]
  /** From a folder or a zip: those without reviews are skipped. */
  fromFolder: boolean
}

export async function findInputs(path: string): Promise<FoundInputs> {
  try {
    return await inputsAt(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (error instanceof FileProblem || code === undefined) throw error
    throw new FileProblem(code === 'ENOENT' ? 'there is no such file.' : `cannot be read (${code}).`)
  }
}

async function inputsAt(path: string): Promise<FoundInputs> {
  const found = await stat(path)
  if (found.isDirectory()) return { inputs: await findReviewInputs(await openFolder(path)), fromFolder: true }
  if (!found.isFile()) throw new FileProblem('is neither a file nor a folder.')
  const signature = await firstBytes(path)
  if (signature.startsWith(ZIP) || signature.startsWith(EMPTY_ZIP))
    return { inputs: await findReviewInputs(await openZip(path)), fromFolder: true }
  if (signature.startsWith(OLD_EXCEL)) throw new FileProblem(SAVE_AS_CSV)
  return { inputs: [inputFileAt(path, cleanLine(basename(path)), found.size)], fromFolder: false }
}

const ZIP = 'PK\x03\x04'
const EMPTY_ZIP = 'PK\x05\x06'
const OLD_EXCEL = '\xd0\xcf\x11\xe0'

async function firstBytes(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return buffer.toString('latin1', 0, bytesRead)
  } finally {
    await file.close()
  }
}
