/** Finds the input files at a path: the file itself, or the files of a folder or a zip that may hold reviews. */
import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { cleanLine } from '../../model/scalars.ts'
import { FileProblem } from '../values/file-problem.ts'
import { type InputFile, inputFileAt, openFolder } from './input-file.ts'
import { findReviewInputs } from './takeout.ts'
import { isWorkbook, openWorkbook } from './workbook.ts'
import { openZip } from './zip.ts'

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
  const name = cleanLine(basename(path))
  if (signature.startsWith(ZIP) || signature.startsWith(EMPTY_ZIP)) return await inputsInZip(path, name)
  if (signature.startsWith(OLD_EXCEL)) throw new FileProblem(SAVE_ANEW)
  return { inputs: [inputFileAt(path, name, found.size)], fromFolder: false }
}

async function inputsInZip(path: string, name: string): Promise<FoundInputs> {
  const tree = await openZip(path)
  if (!isWorkbook(tree)) return { inputs: await findReviewInputs(tree), fromFolder: true }
  const inputs = await openWorkbook(tree, name)
  return { inputs, fromFolder: inputs.length !== 1 }
}

const ZIP = 'PK\x03\x04'
const EMPTY_ZIP = 'PK\x05\x06'
/** Excel also wraps it around a workbook with a password. */
const OLD_EXCEL = '\xd0\xcf\x11\xe0'
const SAVE_ANEW =
  'is an Excel workbook in the old format or with a password. Save it as .xlsx without a password, or as CSV (UTF-8), and import that.'

async function firstBytes(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return buffer.toString('latin1', 0, bytesRead)
  } finally {
    await file.close()
  }
}
