/** The owner’s business file: loaded into the store at the start and whenever it changes, and edited so that the rest stays as the owner wrote it. */
import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { applyEdits, type JSONPath, modify } from 'jsonc-parser'
import type { Logger } from 'pino'
import { parseBusinessFile, withPicture } from '../ingest/business-file.ts'
import { readTextFile, withFileName, writeTextFile } from '../ingest/files/input-file.ts'
import { FileProblem } from '../ingest/values/file-problem.ts'
import { isObject, parseJson, valueAt, withoutBom } from '../ingest/values/parse-json.ts'
import type { BusinessFile } from '../model/business.ts'
import { unlessItThrows } from '../model/scalars.ts'
import { startLoop } from '../model/system.ts'
import type { Store } from '../store/store.ts'

/** -1 at the end of a path appends to a list; without a value, the field is removed. */
export type BusinessEdit = { path: JSONPath; value: unknown }

export type BusinessText = Awaited<ReturnType<typeof readBusinessText>>

/** The business file as it is written, without defaults; without a file, what the database knows. The digest changes whenever the text does. */
export async function readBusinessText(path: string, store: Store) {
  const written = await readTextFile(path)
  const text = withoutBom(written ?? `${JSON.stringify((await store.business()) ?? {}, null, 2)}\n`)
  const fields = withFileName(path, () => parseJson(text))
  if (!isObject(fields)) throw new FileProblem(`${path}: must be a JSON object.`)
  return { text, fields, digest: createHash('sha256').update(text).digest('base64url') }
}

const FORMAT = { formattingOptions: { insertSpaces: true, tabSize: 2 } }

/** The text with the edits, and what it means; an edit that makes the file invalid is rejected with its reason. */
export function applyBusinessEdits(text: string, edits: BusinessEdit[]) {
  const edited = edits.reduce((before, edit) => {
    const { path, value } = withWholeList(before, edit)
    return applyEdits(before, modify(before, path, value, FORMAT))
  }, text)
  return { text: edited, business: parseBusinessFile(edited) }
}

/** jsonc-parser removes the last entry of a list wrongly if no space follows it, so the list is written again. */
function withWholeList(text: string, edit: BusinessEdit): BusinessEdit {
  const path = edit.path.slice(0, -1)
  const list = edit.value === undefined && valueAt(parseJson(text), path)
  const isLast = Array.isArray(list) && edit.path.at(-1) === list.length - 1
  return isLast ? { path, value: list.slice(0, -1) } : edit
}

/** Writes the file and tells the store, so that a running service takes it up at once. */
export async function saveBusinessText(path: string, text: string, store: Store): Promise<void> {
  await withPicture(parseBusinessFile(text), path)
  await writeTextFile(path, text)
  await loadBusinessFile(path, store)
}

export async function editBusinessFile(
  path: string,
  store: Store,
  edits: BusinessEdit[],
): Promise<void> {
  const { text } = await readBusinessText(path, store)
  await saveBusinessText(
    path,
    withFileName(path, () => applyBusinessEdits(text, edits)).text,
    store,
  )
}

/** What the owner changes without an editor, as it is typed: `set` has `field=value`, and `alias` has `name=alias`. */
type BusinessChanges = Record<'set' | 'unset' | 'addPerson' | 'alias', string[]>

/** One after the other, because each may depend on those before it. */
export function applyBusinessChanges(text: string, changes: BusinessChanges): string {
  let edited = text
  const apply = (edit: BusinessEdit) => {
    edited = applyBusinessEdits(edited, [edit]).text
  }
  const fields = () => JSON.parse(edited) as Record<string, unknown>
  for (const pair of changes.set) apply(parseFieldEdit(edited, pair))
  for (const field of changes.unset) apply({ path: parseFieldPath(field), value: undefined })
  for (const name of changes.addPerson) apply(addPerson(fields(), name))
  for (const pair of changes.alias) apply(parseAlias(edited, pair, fields()))
  return edited
}

function parseAlias(text: string, pair: string, fields: Record<string, unknown>): BusinessEdit {
  const at = pair.indexOf('=')
  if (at < 1)
    throw new FileProblem('--alias takes a name and another name, such as "Rosa Méndez=Rosie".')
  const [name, alias] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
  const edit = addAlias(fields, applyBusinessEdits(text, []).business.technicians, name, alias)
  if (!edit)
    throw new FileProblem(`Nobody named ${name} is listed. Add them with --add-person first.`)
  return edit
}

type People = BusinessFile['technicians']

export const addPerson = (fields: Record<string, unknown>, name: string): BusinessEdit =>
  appendTo(fields.technicians, ['technicians'], { name })

export const addService = (
  fields: Record<string, unknown>,
  { id, label }: { id: string; label: string },
): BusinessEdit => appendTo(fields.services, ['services'], { id, label })

/** null if nobody has that name. */
export function addAlias(
  fields: Record<string, unknown>,
  people: People,
  name: string,
  alias: string,
) {
  const index = people.findIndex(person => person.name === name)
  if (index === -1) return null
  const written = (fields.technicians as { aliases?: unknown }[] | undefined)?.[index]?.aliases
  return appendTo(written, ['technicians', index, 'aliases'], alias)
}

/** Adds an entry to a list of the file, which may not be there yet. */
export const appendTo = (list: unknown, path: JSONPath, value: unknown): BusinessEdit =>
  Array.isArray(list) && list.length > 0 ? { path: [...path, -1], value } : { path, value: [value] }

/** `field=value` as the owner types it, such as telephone=+1-555-0100 or address.locality=Springfield. */
function parseFieldEdit(text: string, pair: string): BusinessEdit {
  const at = pair.indexOf('=')
  if (at < 1)
    throw new FileProblem('--set takes a field and a value, such as telephone=+1-555-0100.')
  const path = parseFieldPath(pair.slice(0, at))
  const value = pair.slice(at + 1)
  const json: unknown = unlessItThrows(() => JSON.parse(value))
  // Most fields are text; numbers, lists and yes or no are written as JSON.
  const isText =
    json === undefined ||
    isValidEdit(text, { path, value }) ||
    !isValidEdit(text, { path, value: json })
  return { path, value: isText ? value : json }
}

const isValidEdit = (text: string, edit: BusinessEdit) =>
  unlessItThrows(() => applyBusinessEdits(text, [edit])) !== undefined

const parseFieldPath = (field: string): JSONPath =>
  field
    .trim()
    .split('.')
    .map(part => (/^\d+$/.test(part) ? Number(part) : part))

const CHECK_EVERY_MS = 500
const RETRY_MS = 5000

/** An invalid file is rejected and the published site stays as it is. Only on a first start, with nothing published, it is an error. */
export async function watchBusinessFile(path: string, store: Store, log: Logger) {
  let seen = await stampWithPicture(path)
  let problem: string | null = null
  const reject = (error: Error) => {
    problem = error.message
    log.error(`${REJECTED} ${problem}`)
  }
  try {
    await loadBusinessFile(path, store)
  } catch (error) {
    if (!(error instanceof FileProblem) || !(await store.business())) throw error
    reject(error)
  }
  /** Returns the time until the next check. */
  async function check(): Promise<number> {
    const stamp = await stampWithPicture(path)
    if (stamp === seen) return CHECK_EVERY_MS
    try {
      await loadBusinessFile(path, store)
      problem = null
    } catch (error) {
      reject(error as Error)
      // A problem with the store passes; one in the file stays until someone fixes it.
      if (!(error instanceof FileProblem)) return RETRY_MS
    }
    seen = stamp
    return CHECK_EVERY_MS
  }

  // One check at a time: of two at once, the one with the older content could finish last.
  const { close } = startLoop(check)
  /** `problem` is why the file was rejected; null if it was not. */
  return { problem: () => problem, close }
}

/** Does nothing if there is no such file, or if the store already has its content. */
export async function loadBusinessFile(path: string, store: Store): Promise<void> {
  const business = await readBusinessFile(path)
  if (business === null) return
  if (isDeepStrictEqual(JSON.parse(JSON.stringify(business)), await store.business())) return
  await store.write(writer => writer.setBusiness(business))
}

/** null if there is no such file. */
export async function readBusinessFile(path: string): Promise<BusinessFile | null> {
  const text = await readTextFile(path)
  if (text === null) return null
  const business = withFileName(path, () => parseBusinessFile(text))
  return await withPicture(business, path)
}

const REJECTED = 'The business file was rejected; the published site is unchanged.'

/** Changes whenever the file does. */
export async function fileStamp(path: string): Promise<string> {
  const found = await stat(path).catch(() => null)
  return found ? `${found.mtimeMs} ${found.size} ${found.ino}` : ''
}

/** Changes with the picture that the file names, too, which may be missing at first. */
async function stampWithPicture(path: string): Promise<string> {
  const text = await readTextFile(path).catch(() => null)
  const [, logo] = /"logo"\s*:\s*"(.+?)"/.exec(text ?? '') ?? []
  return `${await fileStamp(path)} ${logo && (await fileStamp(join(dirname(path), logo)))}`
}
