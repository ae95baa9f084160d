/** `firsthand export`: writes the read side as static files, which `firsthand verify` can check like the service itself. */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { FileProblem } from '../ingest/values/file-problem.ts'
import { createLogSigning } from '../publish/documents/log-checkpoint.ts'
import { FAVICON_ICO_PATH, OG_PATH, TOUCH_ICON_PATH } from '../publish/pieces/public-paths.ts'
import { openSnapshot, type Snapshot } from '../publish/snapshot.ts'
import { createSnapshotBuilder } from '../publish/snapshot-builder.ts'
import { loadBusinessFile } from '../service/business-file-watch.ts'
import { loadEngine } from '../service/load-engine.ts'
import { renderDocuments } from '../service/render-documents.ts'
import type { ServiceSettings } from '../service/service.ts'
import { system } from '../service/system.ts'
import { icoOf } from '../site/pictures/favicon.ts'
import { createPictures } from '../site/pictures/og-image.ts'
import { StoreProblem } from '../store/base/store-problem.ts'
import { openExisting } from '../store/open-store.ts'
import { EXIT } from './base/exit.ts'
import { baseUrlOf } from './base/settings.ts'
import { outdated, type StaticFile, staticFiles } from './static-files.ts'

export async function exportFiles(
  directory: string,
  settings: ServiceSettings,
  streams: NodeJS.Process,
): Promise<number> {
  const store = await openExisting(settings.databaseUrl, system)
  try {
    await loadBusinessFile(settings.businessFile, store)
    const baseUrl = baseUrlOf(settings)
    const parts = await createSnapshotBuilder({
      store,
      baseUrl,
      renderDocuments: context => renderDocuments(context, settings.verifyPackage),
      ...createLogSigning(await store.logKey(), baseUrl),
      engine: await loadEngine(),
    }).build()
    if (!parts)
      throw new StoreProblem(
        `There is nothing to export. Describe the business in ${settings.businessFile}, then import reviews.`,
      )
    const snapshot = openSnapshot(parts)
    removeOutdated(directory, snapshot)
    const count =
      writeAll(directory, staticFiles(snapshot, system.now().getTime())) +
      writeAll(directory, await drawPictures(snapshot))
    streams.stdout.write(
      `Wrote ${count} files to ${directory}. Search, MCP and WebSub need the running service.\n`,
    )
    return EXIT.done
  } finally {
    await store.close()
  }
}

/** Those of the whole site: one for each review would take hours. */
async function drawPictures(snapshot: Snapshot): Promise<StaticFile[]> {
  const { share, icon } = createPictures()
  return [
    [OG_PATH, (await share(snapshot, '/'))!],
    [FAVICON_ICO_PATH, icoOf(await icon(snapshot, 'favicon'))],
    [TOUCH_ICON_PATH, await icon(snapshot, 'touch')],
  ]
}

/** A review that is no longer shown must not survive from an earlier export. */
function removeOutdated(directory: string, snapshot: Snapshot): void {
  for (const [path, isOutdated] of Object.entries(outdated(snapshot))) {
    const folder = join(directory, path)
    reportingPath(folder, () => {
      for (const entry of existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [])
        if (isOutdated(entry.name, entry.isDirectory())) rmSync(join(folder, entry.name), { recursive: true })
    })
  }
}

function writeAll(directory: string, files: Iterable<StaticFile>): number {
  let count = 0
  let folder: string | undefined
  for (const [path, body] of files) {
    const file = join(directory, path)
    reportingPath(file, () => {
      // Most files are in the same folder as the one before.
      if (dirname(file) !== folder) mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, body)
    })
    folder = dirname(file)
    count++
  }
  return count
}

function reportingPath(path: string, work: () => void): void {
  try {
    work()
  } catch (error) {
    throw new FileProblem(`${path}: cannot be written (${(error as NodeJS.ErrnoException).code}).`)
  }
}
