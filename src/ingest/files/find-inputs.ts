/**
 * Finds the input files at a path: the file itself, or the files of a folder, the zips in it, or a zip
 * that may hold reviews; of a Google Takeout, only the business’s own. Every other file is named.
 */
import { open, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { cleanLine } from '../../model/scalars.ts'
import { FileProblem } from '../values/file-problem.ts'
import { isObject } from '../values/parse-json.ts'
import {
  type FetchedFile,
  type FileTree,
  type FoundInputs,
  fetchedInput,
  inputFileAt,
  openFolder,
  openText,
  problemIn,
  type SkippedFile,
} from './input-file.ts'
import { isWorkbook, openWorkbook } from './workbook.ts'
import { openInnerZip, openZip } from './zip.ts'

/** From a folder, zip or workbook (`fromFolder`), those without reviews are skipped. */
export async function findInputs(
  from: string | FetchedFile,
): Promise<FoundInputs & { fromFolder: boolean }> {
  try {
    return typeof from === 'string' ? await inputsAt(from) : await inputsIn(from)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (error instanceof FileProblem || code === undefined) throw error
    throw new FileProblem(
      code === 'ENOENT' ? 'there is no such file.' : `cannot be read (${code}).`,
    )
  }
}

async function inputsAt(path: string): ReturnType<typeof findInputs> {
  const found = await stat(path)
  if (found.isDirectory()) return { ...(await inputsInFolder(path)), fromFolder: true }
  if (!found.isFile()) throw new FileProblem('is neither a file nor a folder.')
  const name = cleanLine(basename(path))
  rejectLockFile(name)
  const signature = await firstBytes(path)
  if (isZip(signature)) return await inputsInZip(await openZip(path), name)
  if (signature.startsWith(OLD_EXCEL)) throw new FileProblem(SAVE_ANEW)
  return { inputs: [inputFileAt(path, name, found.size)], skipped: [], fromFolder: false }
}

async function inputsIn(file: FetchedFile): ReturnType<typeof inputsInZip> {
  const input = fetchedInput(file)
  const signature = Buffer.from(file.content.subarray(0, SIGNATURE_BYTES)).toString('latin1')
  if (isZip(signature)) return await inputsInZip(await openInnerZip(input), file.name)
  if (signature.startsWith(OLD_EXCEL)) throw new FileProblem(SAVE_ANEW)
  return { inputs: [input], skipped: [], fromFolder: false }
}

export function rejectLockFile(name: string): void {
  if (name.startsWith('~$'))
    throw new FileProblem(
      'is only a lock file: the workbook is open in Excel. Choose the file without ~$.',
    )
}

async function inputsInFolder(path: string): Promise<FoundInputs> {
  const tree = await openFolder(path)
  const isZip = (name: string) => /\.zip$/i.test(name)
  const unpacked = { ...tree, names: tree.names.filter(name => !isZip(name)) }
  const found = [await findReviewInputs(unpacked)]
  for (const zip of ownersFiles(tree.names).filter(isZip)) {
    const inZip = <T extends { name: string }>(one: T) => ({
      ...one,
      name: `${cleanLine(zip)}/${one.name}`,
    })
    try {
      const { inputs, skipped } = await findReviewInputs(await openZip(join(path, zip)))
      found.push({ inputs: inputs.map(inZip), skipped: skipped.map(inZip) })
    } catch (error) {
      throw problemIn(cleanLine(zip), error)
    }
  }
  return joinFound(found)
}

const joinFound = (found: FoundInputs[]): FoundInputs => ({
  inputs: found.flatMap(({ inputs }) => inputs),
  skipped: found.flatMap(({ skipped }) => skipped),
})

async function inputsInZip(tree: FileTree, name: string) {
  if (!isWorkbook(tree)) return { ...(await findReviewInputs(tree)), fromFolder: true }
  const sheets = await openWorkbook(tree, name)
  return { ...sheets, fromFolder: sheets.inputs.length !== 1 }
}

const ZIP = 'PK\x03\x04'
const EMPTY_ZIP = 'PK\x05\x06'
const isZip = (signature: string) => signature.startsWith(ZIP) || signature.startsWith(EMPTY_ZIP)
const SIGNATURE_BYTES = 4
/** Excel also wraps it around a workbook with a password. */
const OLD_EXCEL = '\xd0\xcf\x11\xe0'
const SAVE_ANEW =
  'is an Excel workbook in the old format or with a password. Save it as .xlsx without a password, or as CSV (UTF-8), and import that.'

async function firstBytes(path: string): Promise<string> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(
    Buffer.alloc(SIGNATURE_BYTES),
    0,
    SIGNATURE_BYTES,
    0,
  )
  return buffer.toString('latin1', 0, bytesRead)
}

/** Chooses the files of a folder or zip that may hold reviews, and says why the others are skipped. */
async function findReviewInputs(tree: FileTree): Promise<FoundInputs> {
  const names = ownersFiles(tree.names)
  const files = names.flatMap(name => takeoutFile(name) ?? [])
  const takeout = new Map(files.map(file => [file.name, file]))
  const locations = await nameLocations(files, tree)
  const roots = new Set(files.map(({ root }) => root))
  const found: FoundInputs[] = []
  for (const name of names) {
    const file = takeout.get(name)
    const reason = file ? null : reasonToSkip(name, roots)
    if (file)
      found.push({
        inputs: [{ ...(await tree.open(name)), location: locations.get(file.location)! }],
        skipped: [],
      })
    else if (reason) found.push({ inputs: [], skipped: [{ name: cleanLine(name), ...reason }] })
    else found.push(await openAny(name, tree))
  }
  const links = ownersFiles(tree.links ?? []).map(name => ({ name: cleanLine(name), ...LINK }))
  return joinFound([...found, { inputs: [], skipped: links }])
}

type Reason = Omit<SkippedFile, 'name'>

const LINK: Reason = {
  reason: 'is a link. Import the file that it leads to by its name.',
  mayHoldReviews: true,
}
const WRONG_ENDING =
  'is no .json, .csv, .xlsx or .zip file. If it has reviews, import it by its name.'
const OF_TAKEOUT = 'is in a Google Takeout, of which only the reviews of the business are read.'
const NESTED_ZIP = 'is a zip inside of a zip. Unpack the outer one.'
/** Pictures, films, documents and databases. No import can read them. */
const NEVER_REVIEWS = /\.(?:jpe?g|png|gif|webp|avif|heic|svg|mp[34]|mov|webm|pdf|db(?:-\w+)?)$/i
/** What Google keeps about an account or a location, beside its reviews. */
const OF_LOCATION = /(?:^|\/)(?:account|location)-\d+\/(?:.*\/)?[^/]+\.json$/

/** Returns null for a file to open. Directly in a Takeout, Google puts nothing but a web page. */
function reasonToSkip(name: string, takeoutRoots: Set<string>): Reason | null {
  const isGoogles = (root: string) =>
    name.startsWith(root) && (name.includes('/', root.length) || name.endsWith('.html'))
  if ([...takeoutRoots].some(isGoogles))
    return { reason: OF_TAKEOUT, mayHoldReviews: mayHoldReviews(name) && !OF_LOCATION.test(name) }
  if (mayHoldReviews(name)) return null
  if (NEVER_REVIEWS.test(name))
    return { reason: 'is of a kind that holds no reviews.', mayHoldReviews: false }
  const reason = name.toLowerCase().endsWith('.zip') ? NESTED_ZIP : WRONG_ENDING
  return { reason, mayHoldReviews: true }
}

type TakeoutFile = NonNullable<ReturnType<typeof takeoutFile>>

/** `…/Google Business Profile/account-1/location-2/reviews.json`; the first folder's name is translated. */
function takeoutFile(name: string) {
  const found = /^(?<folder>(?:.*\/)?(?<location>location-\d+))\/reviews(?:-[^/]+)?\.json$/.exec(
    name,
  )?.groups
  if (!found) return null
  const root = found.folder!.replace(/(?:[^/]+\/)?(?:account-[^/]+\/)?location-\d+$/, '')
  // `location-123` is the same under every account of the owner.
  return { name, root, folder: found.folder!, location: found.location! }
}

async function openAny(name: string, tree: FileTree): Promise<FoundInputs> {
  const input = await tree.open(name)
  if (!/\.xls[xm]$/i.test(name)) return { inputs: [input], skipped: [] }
  try {
    const inner = await openInnerZip(input)
    if (isWorkbook(inner)) return await openWorkbook(inner, input.name)
    const reason = { reason: 'is no Excel workbook.', mayHoldReviews: true }
    return { inputs: [], skipped: [{ name: input.name, ...reason }] }
  } catch (error) {
    throw problemIn(input.name, error)
  }
}

/** Names that start with a dot belong to the system, those with ~$ to an Excel that is open, the folders to macOS and npm (our own demo is in one). */
const NOT_THE_OWNERS = /(?:^|\/)(?:\.|~\$|__MACOSX\/|node_modules\/)/
const ownersFiles = (names: string[]) => names.filter(name => !NOT_THE_OWNERS.test(name)).toSorted()
const mayHoldReviews = (name: string) => /\.(?:json|csv|xls[xm])$/i.test(name)

/** A location is called by the name of its listing; those with the same name, as in a chain, are distinguished by their folder. */
async function nameLocations(files: TakeoutFile[], tree: FileTree): Promise<Map<string, string>> {
  const known = new Set(tree.names)
  const names = new Map<string, string>()
  for (const { folder, location } of files) {
    const file = `${folder}/additionalData.json`
    const name =
      names.has(location) || !known.has(file)
        ? null
        : await listingName(file, tree).catch(() => null)
    if (name) names.set(location, name)
  }
  const locationsOf = Map.groupBy(names.values(), name => name)
  const isShared = (name: string) => locationsOf.get(name)!.length > 1
  return new Map(
    files.map(({ location }) => {
      const name = names.get(location)
      return [
        location,
        name === undefined ? location : isShared(name) ? `${name} (${location})` : name,
      ]
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
