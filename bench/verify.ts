/** How fast a log grows, and how long it takes to verify a whole service. */
import { randomBytes } from 'node:crypto'
import { audit } from '../src/ledger/audit.ts'
import { commit } from '../src/ledger/commitment.ts'
import type { LedgerEntry } from '../src/model/change.ts'
import type { ReviewRecord } from '../src/model/record.ts'
import { createLogSigning } from '../src/publish/documents/log-checkpoint.ts'
import { createLogBuilder, openLog } from '../src/publish/log/published-log.ts'
import { sha256 } from '../src/store/base/node-signatures.ts'
import { makeRecords } from './data.ts'
import { printTable } from './table.ts'

const MEGABYTE = 1_000_000
const SEED_BYTES = 32
const { renderCheckpoint } = createLogSigning(randomBytes(SEED_BYTES), 'reviews.example/log')

export interface LogSize {
  reviews: number
  /** The first entry of each review adds it, the others are edits. */
  entries: number
}

export async function benchVerify(sizes: LogSize[]): Promise<void> {
  const rows: (string | number)[][] = []
  for (const size of sizes) rows.push(await measure(size))
  printTable(
    'Verification of a whole service, read from memory (goal: 1,000,000 entries in 30 s)',
    [
      'entries',
      'reviews',
      'reviews.json MB',
      's to grow the log',
      's to verify',
      's to verify again',
    ],
    rows,
  )
}

async function measure(size: LogSize): Promise<(string | number)[]> {
  const { get, datasetBytes, growSeconds } = makeService(size)
  const verify = async (pinned: Parameters<typeof audit>[0]['pinned']) => {
    globalThis.gc?.()
    const started = performance.now()
    const { pin } = await audit({ get, hash: sha256, pinned })
    return { pin, seconds: secondsSince(started) }
  }
  const first = await verify(null)
  const again = await verify(first.pin)
  return [
    size.entries.toLocaleString('en'),
    size.reviews.toLocaleString('en'),
    Math.round(datasetBytes / MEGABYTE),
    growSeconds,
    first.seconds,
    again.seconds,
  ]
}

const secondsSince = (started: number) => ((performance.now() - started) / 1000).toFixed(1)

/** The log is built by the service's own code; only the insights and the rest of the dataset are left out. */
function makeService({ reviews, entries }: LogSize) {
  const records = makeRecords(reviews)
  const salt = randomBytes(SEED_BYTES)
  const builder = createLogBuilder()
  const started = performance.now()
  for (let seq = 1; seq <= entries; seq++) builder.append([makeEntry(seq, entries, records, salt)])
  const publishedLog = builder.read()
  const growSeconds = secondsSince(started)

  const documents = new Map<string, Uint8Array>()
  for (const { path, body } of renderCheckpoint(publishedLog))
    documents.set(path, Buffer.from(body))
  const dataset = renderReviews(records, JSON.stringify(publishedLog.counts))
  documents.set('/reviews.json', dataset)
  documents.set('/log/openings.json', renderOpenings(records, entries, salt.toString('base64url')))
  const log = openLog(publishedLog.parts, () => undefined)
  const get = async (path: string) => documents.get(path) ?? log.tile(path.slice('/log/'.length))!
  return { get, datasetBytes: dataset.length, growSeconds }
}

/** In rounds over all reviews; the last entry of each commits to what is shown. */
function makeEntry(
  seq: number,
  last: number,
  records: ReviewRecord[],
  salt: Uint8Array,
): LedgerEntry {
  const record = records[(seq - 1) % records.length]!
  const isShown = seq > last - records.length
  const earlier = () => Buffer.from(sha256(Buffer.from(String(seq)))).toString('base64url')
  return {
    seq,
    op: seq > records.length ? 'edit' : 'add',
    at: record.updated_at,
    review_id: record.id,
    revision: Math.ceil(seq / records.length),
    reason: null,
    commitment: isShown ? commit({ ...record, level: null }, salt, sha256) : earlier(),
  }
}

function renderReviews(records: ReviewRecord[], counts: string): Buffer {
  const reviews = records.map(({ id, source, content, particulars, updated_at, revision }) =>
    Buffer.from(JSON.stringify({ id, ...content, source, ...particulars, updated_at, revision })),
  )
  return join('{"reviews":[', reviews, `],"history":${counts}}`)
}

function renderOpenings(records: ReviewRecord[], last: number, salt: string): Buffer {
  const openings = records.map(({ id, source_key }, index) => {
    const rounds = Math.floor((last - 1 - index) / records.length)
    const seq = index + 1 + rounds * records.length
    return Buffer.from(`"${id}":${JSON.stringify({ seq, source_key, salt })}`)
  })
  return join('{"openings":{', openings, '}}')
}

function join(head: string, pieces: Buffer[], tail: string): Buffer {
  const comma = Buffer.from(',')
  const list = pieces.flatMap((piece, index) => (index === 0 ? [piece] : [comma, piece]))
  return Buffer.concat([Buffer.from(head), ...list, Buffer.from(tail)])
}
