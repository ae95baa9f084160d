/** Reads the files in a zip one at a time, without unpacking them to disk. */
import yauzl, { type Entry } from 'yauzl'
import { cleanLine } from '../../model/scalars.ts'
import { FileProblem } from '../values/file-problem.ts'
import type { FileTree } from './file-tree.ts'
import type { InputFile } from './input-file.ts'

const MIB = 1 << 20
const LARGEST_ENTRY = 512 * MIB
const LARGEST_SUM = 2048 * MIB

/** Entries are looked up by name: no name ever becomes a path. */
export async function openZip(path: string): Promise<FileTree> {
  const entries = await entriesOf(path)
  if (entries.has('xl/workbook.xml')) throw new FileProblem(SAVE_AS_CSV)
  let sum = 0
  return {
    names: [...entries.keys()],
    async open(name) {
      const entry = entries.get(name)!
      sum += entry.uncompressedSize
      checkEntry(entry, sum)
      return entryInput(path, entry)
    },
  }
}

export const SAVE_AS_CSV = 'is an Excel workbook. Save it as CSV (UTF-8) and import that.'

async function entriesOf(path: string): Promise<Map<string, Entry>> {
  try {
    const entries = new Map<string, Entry>()
    const zip = await yauzl.openPromise(path)
    for await (const entry of zip.eachEntry())
      if (!entry.fileName.endsWith('/')) entries.set(entry.fileName, entry)
    return entries
  } catch {
    throw new FileProblem('is a zip file that cannot be read. Unpack it and import the folder.')
  }
}

/** The sizes are those the zip states; yauzl stops reading an entry that turns out larger. */
function checkEntry(entry: Entry, sum: number): void {
  const name = cleanLine(entry.fileName)
  if (!entry.canDecodeFileData())
    throw new FileProblem(`${name}: is encrypted or compressed in an unknown way. Unpack it first.`)
  if (entry.uncompressedSize > LARGEST_ENTRY)
    throw new FileProblem(`${name}: is larger than 512 MiB unpacked. Unpack it and import it on its own.`)
  if (sum > LARGEST_SUM)
    throw new FileProblem(
      'holds more than 2 GiB of files that may be reviews. Unpack it and import the right ones.',
    )
}

function entryInput(path: string, entry: Entry): InputFile {
  return { name: cleanLine(entry.fileName), size: entry.uncompressedSize, bytes: () => bytesOf(path, entry) }
}

/** Opens the zip anew for each entry, so that none stays open: the entry says where to find its bytes. */
async function* bytesOf(path: string, entry: Entry): AsyncGenerator<Uint8Array> {
  const zip = await yauzl.openPromise(path, { autoClose: false })
  try {
    yield* await zip.openReadStreamPromise(entry)
  } catch {
    throw new FileProblem('is damaged in the zip.')
  } finally {
    zip.close()
  }
}
