/** Snapshots built in this process, for tests of their content. */
import type { TestContext } from 'node:test'
import { parseBusinessFile } from '../../src/ingest/business-file.ts'
import { mergeRows } from '../../src/ingest/merge/merge-rows.ts'
import { system } from '../../src/model/system.ts'
import { createLogSigning } from '../../src/publish/documents/log-checkpoint.ts'
import { loadEngine } from '../../src/publish/load-engine.ts'
import {
  type ListDocuments,
  openSnapshot,
  type Snapshot,
  type SnapshotParts,
} from '../../src/publish/snapshot.ts'
import { createSnapshotBuilder } from '../../src/publish/snapshot-builder.ts'
import { listDocuments } from '../../src/serve/render-documents.ts'
import { openStore } from '../../src/store/open-store.ts'
import type { Store } from '../../src/store/store.ts'
import { closeAfter } from './close-after.ts'
import { loadRememberingEngine } from './remembering-engine.ts'
import { business as plumber, type Row } from './rows.ts'
import { validRows } from './valid-rows.ts'

export interface TestBuilder {
  store: Store
  /** The time of what the store writes. */
  clock: { now: string }
  /** Imports at a fixed time, so that the same rows give the same bytes. */
  take(rows: Row[]): Promise<void>
  setBusiness(business: unknown): Promise<void>
  /** With everything rendered. `onUnread` gets what is published before the texts are read, if anything is. */
  build(onUnread?: (unread: Snapshot) => void): Promise<Snapshot>
}

export const engine = await loadEngine()

const NOW = '2026-11-15T12:00:00.000Z'

export async function openMemoryStore(
  t: Pick<TestContext, 'after'>,
  { randomBytes, now = () => NOW }: { randomBytes(size: number): Uint8Array; now?: () => string },
): Promise<Store> {
  const store = await openStore('sqlite::memory:', { now: () => new Date(now()), randomBytes })
  closeAfter(t, store)
  return store
}

export async function startBuilder(
  t: Pick<TestContext, 'after'>,
  business: unknown = plumber,
  documents: ListDocuments = async snapshot => listDocuments(snapshot),
): Promise<TestBuilder> {
  const clock = { now: NOW }
  const store = await openMemoryStore(t, {
    randomBytes: size => new Uint8Array(size),
    now: () => clock.now,
  })
  const baseUrl = 'https://reviews.example'
  const signing = createLogSigning(await store.logKey(), await store.logOrigin(baseUrl))
  const builder = createSnapshotBuilder({
    store,
    baseUrl,
    ...signing,
    engine: await loadRememberingEngine(),
  })
  const setBusiness = (file: unknown) =>
    store.write(writer => writer.setBusiness(parseBusinessFile(JSON.stringify(file))))
  await setBusiness(business)
  return {
    store,
    clock,
    setBusiness,
    async take(rows) {
      await store.write(writer => mergeRows(validRows(rows), writer, NOW))
    },
    build: async onUnread =>
      await open(
        (await builder.build(onUnread && (async parts => onUnread(await open(parts)))))!.parts,
      ),
  }
  async function open(parts: SnapshotParts): Promise<Snapshot> {
    const snapshot = openSnapshot(parts, documents)
    await snapshot.renderAll()
    return snapshot
  }
}

/** Opens a database that a command has written, to build a Snapshot from it. */
export const openWritten = (databaseUrl: string): Promise<Store> => openStore(databaseUrl, system)

/** Without pages and the other documents that only HTTP, MCP and the site need. */
export async function buildReviews(t: TestContext, rows: Row[]): Promise<Snapshot> {
  const builder = await startBuilder(t, plumber, async () => [])
  await builder.take(rows)
  return await builder.build()
}

export async function buildSnapshot(
  t: TestContext,
  rows: Row[],
  business?: unknown,
): Promise<Snapshot> {
  const builder = await startBuilder(t, business)
  await builder.take(rows)
  return await builder.build()
}

// biome-ignore lint/suspicious/noExplicitAny: a test names the field it wants
export function readJson(snapshot: Snapshot, path: string): any {
  return JSON.parse(readText(snapshot, path))
}

export function readText(snapshot: Snapshot, path: string): string {
  return Buffer.from(snapshot.representations.get(path)!.identity.body).toString()
}
