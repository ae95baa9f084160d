/** `firsthand export`: writes the read side as static files, which `firsthand verify` can check like the service itself. */
import {
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { loadBusinessFile, readBusinessFile } from '../../actions/edit-business.ts'
import type { StaticFile } from '../../http/static-file.ts'
import { FileProblem } from '../../ingest/values/file-problem.ts'
import { unlessItThrows } from '../../model/scalars.ts'
import { system } from '../../model/system.ts'
import { FAVICON_ICO_PATH, OG_PATH, TOUCH_ICON_PATH } from '../../publish/base/public-paths.ts'
import { createLogSigning } from '../../publish/documents/log-checkpoint.ts'
import { loadEngine } from '../../publish/load-engine.ts'
import { openSnapshot, type Snapshot } from '../../publish/snapshot.ts'
import { createSnapshotBuilder } from '../../publish/snapshot-builder.ts'
import { listDocuments } from '../../serve/render-documents.ts'
import type { ServiceSettings } from '../../serve/service.ts'
import { icoOf } from '../../site/pictures/favicon.ts'
import { createPictures } from '../../site/pictures/og-image.ts'
import { StoreProblem } from '../../store/base/store-problem.ts'
import { openDatabase, printResult, type Streams, UsageError } from '../base/result.ts'
import { staticFiles } from './static-files.ts'

type ExportOptions = ServiceSettings & { json: boolean }

export async function exportFiles(directory: string, options: ExportOptions, streams: Streams) {
  const { baseUrl, json } = options
  if (!baseUrl) throw new UsageError(NO_BASE_URL)
  const snapshot = await buildSnapshot({ ...options, baseUrl })
  const late = await renderLate(snapshot)
  const files = function* () {
    yield* staticFiles(snapshot, system.now().getTime())
    yield* late
  }
  const paths = new Set(Array.from(files(), ({ path }) => path))
  const written = readManifest(directory)
  rejectForeign(directory, paths, written)
  // Both lists, until it is done: an export that was interrupted knows its files too.
  writeManifest(directory, [...written.union(paths)])
  removeOutdated(directory, written.difference(paths))
  writeAll(directory, files())
  writeManifest(directory, [...paths])
  const done = `Wrote ${paths.size} files to ${directory}. Search, MCP and WebSub need the running service.\n`
  return printResult(streams, json, { directory, files: paths.size }, () => done)
}

const NO_BASE_URL =
  'Say where the files will be served: links, feeds and the public log contain the address. Use --base-url or BASE_URL, such as https://reviews.example.com.'

async function buildSnapshot(settings: ServiceSettings & { baseUrl: string }): Promise<Snapshot> {
  const { databaseUrl, businessFile, baseUrl, verifyPackage } = settings
  // An invalid file is reported even if there is no database yet.
  await readBusinessFile(businessFile)
  await using store = await openDatabase(databaseUrl)
  await loadBusinessFile(businessFile, store)
  const built = await createSnapshotBuilder({
    store,
    baseUrl,
    ...createLogSigning(await store.logKey(), await store.logOrigin(baseUrl)),
    engine: await loadEngine(),
  }).build()
  if (built) {
    const snapshot = openSnapshot(built.parts, async shown => listDocuments(shown, verifyPackage))
    await snapshot.renderAll()
    return snapshot
  }
  throw new StoreProblem(
    `There is nothing to export. Describe the business in ${businessFile}, then import reviews.`,
  )
}

/** What the service renders on request, and the pictures of the whole site: one for each review would take hours. */
async function renderLate(snapshot: Snapshot): Promise<StaticFile[]> {
  const { share, icon } = createPictures()
  const late: [path: string, body: Uint8Array | string][] = [
    [OG_PATH, (await share(snapshot, '/'))!],
    [FAVICON_ICO_PATH, icoOf(await icon(snapshot, 'favicon'))],
    [TOUCH_ICON_PATH, await icon(snapshot, 'touch')],
  ]
  return late.map(([path, body]) => ({ path, render: () => body }))
}

/** The list of the files that the last export wrote, one per line: nothing else in the folder may be changed. */
const MANIFEST = '.firsthand-export'

function readManifest(directory: string): Set<string> {
  const text = unlessItThrows(() => readFileSync(join(directory, MANIFEST), 'utf8')) ?? ''
  return new Set(text.split('\n').filter(path => path.startsWith('/') && normalize(path) === path))
}

const writeManifest = (directory: string, paths: string[]) =>
  writeAll(directory, [{ path: MANIFEST, render: () => `${paths.join('\n')}\n` }])

const FOREIGN_SHOWN = 3

function rejectForeign(directory: string, paths: Set<string>, written: Set<string>): void {
  const foreign = [...paths.difference(written)].filter(path => exists(join(directory, path)))
  if (foreign.length === 0) return
  const shown = foreign.slice(0, FOREIGN_SHOWN).map(path => join(directory, path))
  const more = foreign.length > FOREIGN_SHOWN ? ` and ${foreign.length - FOREIGN_SHOWN} more` : ''
  throw new FileProblem(
    `Nothing was exported, because it would overwrite files that the last export did not write: ${shown.join(', ')}${more}. Choose an empty folder, or move these files.`,
  )
}

/** A link that leads nowhere exists, too. What cannot be looked at fails when it is written. */
const exists = (path: string) => unlessItThrows(() => lstatSync(path)) !== undefined

/** A review that is no longer shown must not survive from an earlier export. */
function removeOutdated(directory: string, paths: Set<string>): void {
  for (const path of paths) {
    const file = join(directory, path)
    reportingPath(file, () => rmSync(file, { force: true }))
    removeEmptyFolders(directory, dirname(path))
  }
}

function removeEmptyFolders(directory: string, path: string): void {
  try {
    for (let folder = path; folder !== '/'; folder = dirname(folder))
      rmdirSync(join(directory, folder))
  } catch {
    // Something is left in it.
  }
}

function writeAll(directory: string, files: Iterable<StaticFile>): void {
  let folder: string | undefined
  for (const { path, render } of files) {
    const file = join(directory, path)
    reportingPath(file, () => {
      // Most files are in the same folder as the one before.
      if (dirname(file) !== folder) mkdirSync(dirname(file), { recursive: true })
      writeWhole(file, render())
    })
    folder = dirname(file)
  }
}

/** If it fails, the last export's file stays: half a list of files would block the next export. */
function writeWhole(file: string, content: Uint8Array | string): void {
  const part = `${file}.part`
  try {
    writeFileSync(part, content)
    renameSync(part, file)
  } catch (error) {
    unlessItThrows(() => rmSync(part, { force: true }))
    throw error
  }
}

function reportingPath(path: string, work: () => void): void {
  try {
    work()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // A failure to render is not one of the folder.
    if (code === undefined) throw error
    throw new FileProblem(`${path}: cannot be written (${code}).`)
  }
}
