/** `firsthand export`: the read side as static files. */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { takeBusinessFile } from '../business-watch.ts'
import { renderDocuments } from '../documents.ts'
import { loadEngine } from '../engine.ts'
import { makeSince, SINCE_PATH } from '../http/read.ts'
import { FileProblem } from '../ingest/problem.ts'
import { CATALOG_PATH } from '../mcp/card.ts'
import { MCP_PATH } from '../publish/edition.ts'
import { createPress } from '../publish/press.ts'
import { openSnapshot, type Snapshot } from '../publish/snapshot.ts'
import type { ServiceSettings } from '../service.ts'
import { openStore } from '../store/open.ts'
import { StoreProblem } from '../store/store.ts'
import { system } from '../system.ts'
import { EXIT } from './problem.ts'

export async function exportFiles(
  directory: string,
  settings: ServiceSettings,
  streams: NodeJS.Process,
): Promise<number> {
  const store = await openStore(settings.databaseUrl, system)
  try {
    await takeBusinessFile(settings.businessFile, store)
    const baseUrl = settings.baseUrl ?? `http://localhost:${settings.port}`
    const parts = await createPress({ store, baseUrl, renderDocuments, engine: await loadEngine() }).print()
    if (!parts)
      throw new StoreProblem(
        `There is nothing to export: write ${settings.businessFile} and import reviews first.`,
      )
    const files = staticFiles(openSnapshot(parts))
    for (const [path, body] of files) await writeInto(directory, path, body)
    streams.stdout.write(
      `${files.length} files written to ${directory}. Search, agents and WebSub need the running service.\n`,
    )
    return EXIT.done
  } finally {
    await store.close()
  }
}

async function writeInto(directory: string, path: string, body: Uint8Array): Promise<void> {
  const file = join(directory, path)
  try {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, body)
  } catch (error) {
    throw new FileProblem(`${file}: cannot be written (${(error as NodeJS.ErrnoException).code}).`)
  }
}

/** A static host cannot compute, so of the dates that /since takes it gets the first of each month. */
function staticFiles(snapshot: Snapshot): [path: string, body: Uint8Array][] {
  const fixed = [...snapshot.representations.values()]
    .filter(({ path }) => !isOfAgents(path))
    .map(({ path, identity }): [string, Uint8Array] => [
      path.endsWith('/') ? `${path}index.html` : path,
      identity.body,
    ])
  const since = monthStarts(snapshot).map((date): [string, Uint8Array] => [
    SINCE_PATH.replace(':date', date),
    makeSince(snapshot, date).bytes(),
  ])
  return [...fixed, ...since]
}

/** They lead to an endpoint that a static host does not have. */
const isOfAgents = (path: string) => path.startsWith(`${MCP_PATH}/`) || path === CATALOG_PATH

function monthStarts({ insights }: Snapshot): string[] {
  return insights.temporal.monthly.map(({ month }) => `${month}-01`)
}
