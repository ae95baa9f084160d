/** Finds the review files in a folder, as an import would, and says why each other file is none. */
import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { isSettings } from './files/scan-inputs.ts'
import { openReviewFile } from './review-file.ts'
import { FileProblem, UnknownFormat } from './values/file-problem.ts'

/** Its path as it is to be given to an import, and the title of its format. */
type RecognizedFile = { path: string; format: string; reviews: number }

/** A file that holds reviews, but cannot be imported without an answer from the owner. */
export interface PuzzlingFile {
  path: string
  problem: string
  /** Column names by field, guessed, for a table in no known format. */
  guess?: NonNullable<UnknownFormat['guess']>
  /** The columns that would be left out. */
  unused?: string[]
}

/** A file or folder that is not imported, and why. */
type OtherFile = { path: string; reason: string }

const ENDINGS = /\.(?:json|jsonl|ndjson|csv|tsv|txt|zip|xlsx|xlsm|html?)$/i
/** The packages of the system, and those of npm. */
const NOT_THE_OWNERS = /^\.|^node_modules$/
/** Takeout unpacks into a folder of this name. */
const FOLDERS = /^takeout/i
/** Larger files are left to an explicit import: recognizing reads the whole file. */
const MAX_BYTES = 512 * 2 ** 20

export async function recognizeFolder(folder: string, isOther: (name: string) => boolean) {
  const files: RecognizedFile[] = []
  const puzzling: PuzzlingFile[] = []
  const others: OtherFile[] = []
  const entries = await readdir(folder, { withFileTypes: true })
  for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    const { name } = entry
    if (NOT_THE_OWNERS.test(name) || isSettings(name) || isOther(name)) continue
    const path = folder === '.' ? name : join(folder, name)
    if (entry.isDirectory() && !FOLDERS.test(name) && !(await mayHoldExports(path))) continue
    const reason = await reasonNotToOpen(path, entry)
    const recognized = reason === null ? await recognizeFile(path) : { path, reason }
    if ('reason' in recognized) others.push(recognized)
    else if ('problem' in recognized) puzzling.push(recognized)
    else files.push(recognized)
  }
  return { files, puzzling, others }
}

/** Folders of programs and data are nothing to tell the owner about. */
async function mayHoldExports(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch(() => [])
  return names.some(name => ENDINGS.test(name) && !isSettings(name))
}

/** null for a file that is to be opened. */
async function reasonNotToOpen(path: string, entry: Dirent): Promise<string | null> {
  if (entry.isDirectory())
    return FOLDERS.test(entry.name) ? null : 'is a folder, which may hold some.'
  if (!ENDINGS.test(entry.name)) return 'has another ending than files with reviews.'
  const found = await stat(path).catch(() => null)
  if (!found) return 'is a link that leads nowhere.'
  return found.size > MAX_BYTES ? 'is larger than 512 MiB.' : null
}

async function recognizeFile(path: string): Promise<RecognizedFile | PuzzlingFile | OtherFile> {
  try {
    const file = await openReviewFile(path, {})
    let reviews = 0
    for await (const outcome of file.outcomes()) if ('good' in outcome) reviews++
    return reviews > 0
      ? { path, format: file.format, reviews }
      : { path, reason: 'has no reviews that can be read.' }
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error
    const problem = error instanceof UnknownFormat ? error.brief : error.message
    if (!MEANT_AS_REVIEWS.test(error.message))
      return { path, reason: problem.replace(`${basename(path)}: `, '') }
    const { guess, columns } = error instanceof UnknownFormat ? error : { guess: null, columns: [] }
    const unused = columns.filter(column => !Object.values(guess ?? {}).includes(column))
    return {
      path,
      problem,
      unused,
      ...(guess && { guess }),
    }
  }
}

/** Problems that name the option which solves them. */
const MEANT_AS_REVIEWS = /--(?:location|date-order|source|retrieved)\b|If these are reviews/
