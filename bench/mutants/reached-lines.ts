/** Which tests run which place of the program, found by running each test once with V8's coverage. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** A part of a script and how often it ran; of several that contain a place, the shortest counts. */
interface Range {
  startOffset: number
  endOffset: number
  count: number
}

/** The ranges of each source file, a list for each process or thread that loaded it. */
export type Reached = Map<string, Range[][]>

interface CoverageFile {
  result: { url: string; functions: { ranges: Range[] }[] }[]
}

/** Reads what a test run left in the folder that NODE_V8_COVERAGE named. Types are stripped to spaces, so offsets are those of the source. */
export async function readReached(folder: string, root: string): Promise<Reached> {
  const reached: Reached = new Map()
  const base = pathToFileURL(join(root, '/')).href
  for (const name of await readdir(folder)) {
    const { result } = await readCoverage(join(folder, name))
    for (const { url, functions } of result) {
      if (!url.startsWith(`${base}src/`)) continue
      const file = decodeURIComponent(url.slice(base.length))
      const lists = reached.get(file) ?? []
      lists.push(functions.flatMap(({ ranges }) => ranges))
      reached.set(file, lists)
    }
  }
  return reached
}

/** A process that was killed leaves half a file: it says nothing. */
async function readCoverage(path: string): Promise<CoverageFile> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as CoverageFile
  } catch {
    return { result: [] }
  }
}

export const reaches = (reached: Reached, file: string, offset: number): boolean =>
  (reached.get(file) ?? []).some(ranges => countAt(ranges, offset) > 0)

function countAt(ranges: Range[], offset: number): number {
  let shortest: Range | undefined
  for (const range of ranges) {
    if (offset < range.startOffset || offset >= range.endOffset) continue
    const length = range.endOffset - range.startOffset
    if (!shortest || length <= shortest.endOffset - shortest.startOffset) shortest = range
  }
  return shortest?.count ?? 0
}
