/** Reads the files in a zip one at a time, without unpacking them to disk. */
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { cleanLine } from '../../model/scalars.ts'
import { FileProblem } from '../values/file-problem.ts'
import type { FileTree, InputFile } from './input-file.ts'

const MIB = 1 << 20
const LARGEST_ENTRY = 512 * MIB
const LARGEST_SUM = 2048 * MIB

/** Opens the zip anew. */
type OpenZip = () => Promise<ZipFile>

export const openZip = (path: string) => treeOf(() => yauzl.openPromise(path, { autoClose: false }))

/** A zip inside a folder or another zip is held in memory while it is read. */
export const openInnerZip = (input: InputFile) =>
  treeOf(async () => yauzl.fromBufferPromise(await wholeOf(input)))

const LARGEST_INNER = 128 * MIB

async function wholeOf(input: InputFile): Promise<Buffer> {
  if (input.size > LARGEST_INNER)
    throw new FileProblem('is larger than 128 MiB. Import it on its own.')
  return Buffer.concat(await Array.fromAsync(input.bytes()))
}

/** Entries are looked up by name: no name ever becomes a path. */
async function treeOf(open: OpenZip): Promise<FileTree> {
  const entries = await entriesOf(open)
  let sum = 0
  return {
    names: [...entries.keys()],
    async open(name) {
      const entry = entries.get(name)!
      sum += entry.uncompressedSize
      checkEntry(entry, sum)
      const { fileName, uncompressedSize: size } = entry
      return { name: cleanLine(fileName), size, bytes: () => bytesOf(open, entry) }
    },
  }
}

async function entriesOf(open: OpenZip): Promise<Map<string, Entry>> {
  try {
    const entries = new Map<string, Entry>()
    const zip = await open()
    try {
      for await (const entry of zip.eachEntry())
        if (!entry.fileName.endsWith('/')) entries.set(entry.fileName, entry)
    } finally {
      zip.close()
    }
    return entries
  } catch (error) {
    if (error instanceof FileProblem) throw error
    throw new FileProblem('is a zip file that cannot be read. Unpack it and import the folder.')
  }
}

/** The sizes are those the zip states; yauzl stops reading an entry that turns out larger. */
function checkEntry(entry: Entry, sum: number): void {
  const name = cleanLine(entry.fileName)
  if (!entry.canDecodeFileData())
    throw new FileProblem(`${name}: is encrypted or compressed in an unknown way. Unpack it first.`)
  if (entry.uncompressedSize > LARGEST_ENTRY)
    throw new FileProblem(
      `${name}: is larger than 512 MiB unpacked. Unpack it and import it on its own.`,
    )
  if (sum > LARGEST_SUM)
    throw new FileProblem(
      'holds more than 2 GiB of files that may be reviews. Unpack it and import the right ones.',
    )
}

/** Opens the zip anew for each entry, so that none stays open: the entry says where to find its bytes. */
async function* bytesOf(open: OpenZip, entry: Entry): AsyncGenerator<Uint8Array> {
  const zip = await open()
  try {
    yield* await zip.openReadStreamPromise(entry)
  } catch {
    throw new FileProblem('is damaged in the zip.')
  } finally {
    zip.close()
  }
}
