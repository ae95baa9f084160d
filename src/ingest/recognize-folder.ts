/** Finds the review files in a folder, by the importers' own recognition. */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
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

const ENDINGS = /\.(?:json|jsonl|ndjson|csv|tsv|txt|zip|xlsx|xlsm|html?)$/i
/** Files that are never reviews, though some are JSON. */
const OTHERS = /^(?:package|package-lock|tsconfig|firsthand|business|business\.schema|composer)\.json$|^\./i
/** Takeout unpacks into a folder of this name. */
const FOLDERS = /^takeout/i
/** Larger files are left to an explicit import: recognizing reads the whole file. */
const MAX_BYTES = 512 * 2 ** 20

export async function recognizeFolder(folder: string, isOther: (name: string) => boolean) {
  const files: RecognizedFile[] = []
  const puzzling: PuzzlingFile[] = []
  /** Tables that may be anything. */
  const unknown: string[] = []
  const entries = await readdir(folder, { withFileTypes: true })
  for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    const { name } = entry
    if (OTHERS.test(name) || isOther(name)) continue
    const path = folder === '.' ? name : join(folder, name)
    if (entry.isDirectory() ? !FOLDERS.test(name) : !ENDINGS.test(name)) continue
    if (!entry.isDirectory() && (await stat(path)).size > MAX_BYTES) continue
    const recognized = await recognizeFile(path)
    if (recognized === 'unknown') unknown.push(path)
    else if (recognized && 'problem' in recognized) puzzling.push(recognized)
    else if (recognized) files.push(recognized)
  }
  return { files, puzzling, unknown }
}

/** Returns null for a file without reviews. */
async function recognizeFile(path: string): Promise<RecognizedFile | PuzzlingFile | 'unknown' | null> {
  try {
    const file = await openReviewFile(path, {})
    let reviews = 0
    for await (const outcome of file.outcomes()) if ('good' in outcome) reviews++
    return reviews > 0 ? { path, format: file.format, reviews } : null
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error
    if (!MEANT_AS_REVIEWS.test(error.message))
      return error instanceof UnknownFormat && error.columns.length > 1 ? 'unknown' : null
    const { guess, columns } = error instanceof UnknownFormat ? error : { guess: null, columns: [] }
    const unused = columns.filter(column => !Object.values(guess ?? {}).includes(column))
    return {
      path,
      problem: error.message.replace(/ Known formats: .*$/s, ''),
      unused,
      ...(guess && { guess }),
    }
  }
}

/** Problems that name the option which solves them. */
const MEANT_AS_REVIEWS = /--(?:location|date-order|source|retrieved)\b|If these are reviews/
