/** Snapshots made in this process, for tests of what is in them. */
import type { TestContext } from 'node:test'
import { renderDocuments } from '../../src/documents.ts'
import { loadEngine } from '../../src/engine.ts'
import { parseBusinessFile } from '../../src/ingest/business-file.ts'
import { mergeRows } from '../../src/ingest/merge.ts'
import { checkRows } from '../../src/ingest/own.ts'
import { createLogSigning } from '../../src/publish/checkpoint.ts'
import type { RenderDocuments } from '../../src/publish/edition.ts'
import { createPress } from '../../src/publish/press.ts'
import { openSnapshot, type Snapshot } from '../../src/publish/snapshot.ts'
import { openStore } from '../../src/store/open.ts'
import type { Store } from '../../src/store/store.ts'
import { business as plumber, type Row } from './rows.ts'

export interface TestPress {
  store: Store
  /** Imports at a fixed time, so that the same rows give the same bytes. */
  take(rows: Row[]): Promise<void>
  setBusiness(business: unknown): Promise<void>
  print(): Promise<Snapshot>
}

/** Loaded once for all tests of a file. */
export const engine = await loadEngine()

const NOW = '2026-11-15T12:00:00.000Z'

export async function startPress(
  t: Pick<TestContext, 'after'>,
  business: unknown = plumber,
  documents: RenderDocuments = renderDocuments,
): Promise<TestPress> {
  const store = await openStore('sqlite::memory:', {
    now: () => new Date(NOW),
    randomBytes: size => new Uint8Array(size),
  })
  t.after(() => store.close())
  const baseUrl = 'https://reviews.example'
  const signing = createLogSigning(await store.logKey(), baseUrl)
  const press = createPress({ store, baseUrl, renderDocuments: documents, ...signing, engine })
  const setBusiness = (file: unknown) =>
    store.write(writer => writer.setBusiness(parseBusinessFile(JSON.stringify(file))))
  await setBusiness(business)
  return {
    store,
    setBusiness,
    async take(rows) {
      await store.write(writer => mergeRows(checkRows(rows).good, writer, NOW))
    },
    print: async () => openSnapshot((await press.print())!),
  }
}

/** Without the documents that only the faces render. */
export async function printReviews(t: TestContext, rows: Row[]): Promise<Snapshot> {
  const press = await startPress(t, plumber, () => [])
  await press.take(rows)
  return await press.print()
}

export async function printSnapshot(t: TestContext, rows: Row[], business?: unknown): Promise<Snapshot> {
  const press = await startPress(t, business)
  await press.take(rows)
  return await press.print()
}

// biome-ignore lint/suspicious/noExplicitAny: a test names the field it wants
export function readJson(snapshot: Snapshot, path: string): any {
  return JSON.parse(readText(snapshot, path))
}

export function readText(snapshot: Snapshot, path: string): string {
  return Buffer.from(snapshot.representations.get(path)!.identity.body).toString()
}
