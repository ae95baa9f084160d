/** Finds the input files at a path: the file itself, or the files of a folder, the zips in it, or a zip that may hold reviews; of a Google Takeout, only the business’s own. */
import { open, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { cleanLine } from '../../model/scalars.ts'
import { FileProblem } from '../values/file-problem.ts'
import { isObject } from '../values/parse-json.ts'
import { type FileTree, type InputFile, inputFileAt, openFolder, openText, problemIn } from './input-file.ts'
import { isWorkbook, openWorkbook } from './workbook.ts'
import { openInnerZip, openZip } from './zip.ts'

/** From a folder or a zip (`fromFolder`), those without reviews are skipped. */
export async function findInputs(path: string) {
  try {
    return await inputsAt(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (error instanceof FileProblem || code === undefined) throw error
    throw new FileProblem(code === 'ENOENT' ? 'there is no such file.' : `cannot be read (${code}).`)
  }
}

async function inputsAt(path: string): ReturnType<typeof inputsInZip> {
  const found = await stat(path)
  if (found.isDirectory()) return { inputs: await inputsInFolder(path), fromFolder: true }
  if (!found.isFile()) throw new FileProblem('is neither a file nor a folder.')
  const name = cleanLine(basename(path))
  rejectLockFile(name)
  const signature = await firstBytes(path)
  if (signature.startsWith(ZIP) || signature.startsWith(EMPTY_ZIP)) return await inputsInZip(path, name)
  if (signature.startsWith(OLD_EXCEL)) throw new FileProblem(SAVE_ANEW)
  return { inputs: [inputFileAt(path, name, found.size)], fromFolder: false }
}

export function rejectLockFile(name: string): void {
  if (name.startsWith('~$'))
    throw new FileProblem('is only a lock file: the workbook is open in Excel. Choose the file without ~$.')
}

async function inputsInFolder(path: string): Promise<InputFile[]> {
  const tree = await openFolder(path)
  const zips = ownersFiles(tree).filter(name => /\.zip$/i.test(name))
  const inZips = await Promise.all(
    zips.map(async zip => {
      try {
        const inputs = await findReviewInputs(await openZip(join(path, zip)))
        return inputs.map(input => ({ ...input, name: `${cleanLine(zip)}/${input.name}` }))
      } catch (error) {
        throw problemIn(cleanLine(zip), error)
      }
    }),
  )
  return [...(await findReviewInputs(tree)), ...inZips.flat()]
}

async function inputsInZip(path: string, name: string) {
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
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
  return buffer.toString('latin1', 0, bytesRead)
}

/** Chooses the files of a folder or zip that may hold reviews. Of a Google Takeout, only the business's own. */
async function findReviewInputs(tree: FileTree): Promise<InputFile[]> {
  const names = ownersFiles(tree)
  const takeout = names.flatMap(name => takeoutFile(name) ?? [])
  if (takeout.length === 0)
    return (await Promise.all(names.filter(mayHoldReviews).map(name => openAny(name, tree)))).flat()
  const locations = await nameLocations(takeout, tree)
  return Promise.all(
    takeout.map(async ({ name, location }) => ({
      ...(await tree.open(name)),
      location: locations.get(location)!,
    })),
  )
}

type TakeoutFile = NonNullable<ReturnType<typeof takeoutFile>>

/** `…/Google Business Profile/account-1/location-2/reviews.json`; the first folder's name is translated. */
function takeoutFile(name: string) {
  const found = /^(?<folder>(?:.*\/)?(?<location>location-\d+))\/reviews(?:-[^/]+)?\.json$/.exec(name)?.groups
  // `location-123` is the same under every account of the owner.
  return found ? { name, folder: found.folder!, location: found.location! } : null
}

async function openAny(name: string, tree: FileTree): Promise<InputFile[]> {
  const input = await tree.open(name)
  if (!/\.xls[xm]$/i.test(name)) return [input]
  try {
    const inner = await openInnerZip(input)
    return isWorkbook(inner) ? await openWorkbook(inner, input.name) : []
  } catch (error) {
    throw problemIn(input.name, error)
  }
}

/** Names that start with a dot belong to the system, those with ~$ to an Excel that is open, the folders to macOS and npm (our own demo is in one). */
const NOT_THE_OWNERS = /(?:^|\/)(?:\.|~\$|__MACOSX\/|node_modules\/)/
const ownersFiles = ({ names }: FileTree) => names.filter(name => !NOT_THE_OWNERS.test(name)).toSorted()
const mayHoldReviews = (name: string) => /\.(?:json|csv|xls[xm])$/i.test(name)

/** A location is called by the name of its listing; those with the same name, as in a chain, are distinguished by their folder. */
async function nameLocations(files: TakeoutFile[], tree: FileTree): Promise<Map<string, string>> {
  const known = new Set(tree.names)
  const names = new Map<string, string>()
  for (const { folder, location } of files) {
    const file = `${folder}/additionalData.json`
    const name =
      names.has(location) || !known.has(file) ? null : await listingName(file, tree).catch(() => null)
    if (name) names.set(location, name)
  }
  const locationsOf = Map.groupBy(names.values(), name => name)
  const isShared = (name: string) => locationsOf.get(name)!.length > 1
  return new Map(
    files.map(({ location }) => {
      const name = names.get(location)
      return [location, name === undefined ? location : isShared(name) ? `${name} (${location})` : name]
    }),
  )
}

async function listingName(name: string, tree: FileTree): Promise<string | null> {
  const { head } = await openText(await tree.open(name))
  return findListingName(JSON.parse(head))
}

const DEEPEST = 30

function findListingName(value: unknown, depth = 0): string | null {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return null
  const text = isObject(value) && isObject(value.listingName) && value.listingName.text
  if (typeof text === 'string' && text.trim() !== '') return text.trim()
  for (const inner of Object.values(value)) {
    const found = findListingName(inner, depth + 1)
    if (found) return found
  }
  return null
}
