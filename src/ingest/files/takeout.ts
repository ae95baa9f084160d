/** Which files of a folder or zip may hold reviews. Of a Google Takeout these are the business's, and no others. */
import { isObject } from '../values/parse-json.ts'
import type { FileTree } from './file-tree.ts'
import { type InputFile, readHead } from './input-file.ts'

export async function findReviewInputs(tree: FileTree): Promise<InputFile[]> {
  const names = tree.names.toSorted()
  const takeout = names.flatMap(name => takeoutFile(name) ?? [])
  if (takeout.length === 0) return Promise.all(names.filter(mayHoldReviews).map(tree.part))
  const places = await namePlaces(takeout, tree)
  return Promise.all(
    takeout.map(async ({ name, place }) => ({ ...(await tree.part(name)), location: places.get(place)! })),
  )
}

interface TakeoutFile {
  name: string
  folder: string
  /** `location-123`: the same under every account of the owner. */
  place: string
}

/** `…/Google Business Profile/account-1/location-2/reviews.json`; the first folder's name is translated. */
function takeoutFile(name: string): TakeoutFile | null {
  const found = /^(?<folder>(?:.*\/)?(?<place>location-\d+))\/reviews(?:-[^/]+)?\.json$/.exec(name)?.groups
  return found ? { name, folder: found.folder!, place: found.place! } : null
}

/** Names that begin with a dot are the system's, and so is what macOS puts beside the files of a zip. */
const mayHoldReviews = (name: string) =>
  /\.(?:json|csv)$/i.test(name) && !/(?:^|\/)(?:\.|__MACOSX\/)/.test(name)

/** By the name of the listing; places of one name, as those of a chain, are told apart by their folder. */
async function namePlaces(files: TakeoutFile[], tree: FileTree): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for (const { folder, place } of files)
    if (!names.has(place)) {
      const name = await listingName(`${folder}/additionalData.json`, tree)
      if (name) names.set(place, name)
    }
  const isShared = (name: string) =>
    names
      .values()
      .filter(one => one === name)
      .take(2)
      .toArray().length > 1
  return new Map(
    files.map(({ place }) => {
      const name = names.get(place)
      return [place, name === undefined ? place : isShared(name) ? `${name} (${place})` : name]
    }),
  )
}

async function listingName(name: string, tree: FileTree): Promise<string | null> {
  if (!tree.names.includes(name)) return null
  try {
    return findListingName(JSON.parse(await readHead(await tree.part(name))))
  } catch {
    return null
  }
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
