/** Encodes ledger entries as leaves, and bundles of them as in C2SP tlog-tiles. */
import type { ChangeOp, ChangeReason, LedgerEntry } from '../model/change.ts'
import { canonicalJson } from './canonical-json.ts'
import { fromUtf8, toUtf8 } from './encoding.ts'

/** Only their keys count. Written out, because the browser checks entries without the validation library. */
const OPS: Record<ChangeOp, null> = {
  add: null,
  edit: null,
  reply: null,
  withhold: null,
  restore: null,
  gone_at_source: null,
  erase: null,
}
const REASONS: Record<ChangeReason, null> = {
  spam: null,
  off_topic: null,
  personal_data: null,
  unlawful: null,
  fake_reported: null,
  duplicate: null,
  source_removed: null,
  erasure_request: null,
  not_verified: null,
}

const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 1
const isKeyOf = (words: object) => (value: unknown) =>
  typeof value === 'string' && Object.hasOwn(words, value)
const isMatch = (pattern: RegExp) => (value: unknown) => typeof value === 'string' && pattern.test(value)
const orNull = (isValid: (value: unknown) => boolean) => (value: unknown) => value === null || isValid(value)

export const isReviewId = isMatch(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/)

const VALIDITY: Record<keyof LedgerEntry, (value: unknown) => boolean> = {
  seq: isCount,
  op: isKeyOf(OPS),
  at: isMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/),
  review_id: isReviewId,
  revision: isCount,
  reason: orNull(isKeyOf(REASONS)),
  commitment: orNull(isMatch(/^[\w-]{43}$/)),
}
const FIELDS = Object.entries(VALIDITY) as [keyof LedgerEntry, (value: unknown) => boolean][]

const spell = ({ at, commitment, op, reason, review_id, revision, seq }: LedgerEntry): string =>
  canonicalJson({ at, commitment, op, reason, review_id, revision, seq })

export const encodeEntry = (entry: LedgerEntry): Uint8Array => toUtf8(spell(entry))

export function decodeEntry(bytes: Uint8Array): LedgerEntry {
  const text = fromUtf8(bytes)
  const entry = parseObject(text) as unknown as LedgerEntry
  for (const [field, isValid] of FIELDS)
    if (!isValid(entry[field])) throw new Error(`It has no valid "${field}".`)
  // Also catches what a JSON parser accepts: unknown fields, and a field given twice.
  if (spell(entry) !== text) throw new Error('It is not in canonical form.')
  return entry
}

function parseObject(text: string): object {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Error('It is not JSON.')
  }
  if (typeof value !== 'object' || value === null) throw new Error('It is not an object.')
  return value
}

const LENGTH_BYTES = 2
const MAX_ENTRY_BYTES = 0xffff

/** C2SP tlog-tiles, "Log entries": each entry follows its length, a big-endian uint16. */
export function encodeBundle(entries: Uint8Array[]): Uint8Array {
  const bundle = new Uint8Array(entries.reduce((length, entry) => length + LENGTH_BYTES + entry.length, 0))
  const view = new DataView(bundle.buffer)
  let at = 0
  for (const entry of entries) {
    if (entry.length > MAX_ENTRY_BYTES)
      throw new Error(`A log entry must not have more than ${MAX_ENTRY_BYTES} bytes.`)
    view.setUint16(at, entry.length)
    bundle.set(entry, at + LENGTH_BYTES)
    at += LENGTH_BYTES + entry.length
  }
  return bundle
}

export function splitBundle(bundle: Uint8Array): Uint8Array[] {
  const view = new DataView(bundle.buffer, bundle.byteOffset, bundle.byteLength)
  const entries: Uint8Array[] = []
  for (let at = 0; at < bundle.length; ) {
    const start = at + LENGTH_BYTES
    const end = start > bundle.length ? start : start + view.getUint16(at)
    if (end > bundle.length) throw new Error('The bundle ends in the middle of an entry.')
    entries.push(bundle.subarray(start, end))
    at = end
  }
  return entries
}
