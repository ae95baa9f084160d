/** Encodes ledger entries as leaves, and bundles of them as in C2SP tlog-tiles. */
import type { ChangeReason, KeyEntry, LedgerEntry, LogEntry, RuleEntry } from '../model/change.ts'
import type { Level } from '../model/review.ts'
import { canonicalJson } from './canonical-json.ts'
import { fromUtf8, toUtf8 } from './encoding.ts'
import { TRANSITIONS } from './review-histories.ts'

/** Only their keys count. Written out, because the browser checks entries without the validation library. */
const REASONS: Record<ChangeReason, null> = {
  ...{ spam: null, off_topic: null, personal_data: null, unlawful: null, fake_reported: null },
  ...{ duplicate: null, source_removed: null, erasure_request: null, not_verified: null },
}
const LEVELS: Record<Level, null> = { transaction: null, invited: null, platform: null, none: null }

const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 1
const isKeyOf = (words: object) => (value: unknown) =>
  typeof value === 'string' && Object.hasOwn(words, value)
const isMatch = (pattern: RegExp) => (value: unknown) =>
  typeof value === 'string' && pattern.test(value)
const orNull = (isValid: (value: unknown) => boolean) => (value: unknown) =>
  value === null || isValid(value)

export const isReviewId = isMatch(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/)

type Validity<Entry> = Record<keyof Entry, (value: unknown) => boolean>

const isWrittenAsTime = isMatch(
  /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/,
)
/** There is no month 99, and nothing could be said to be before it or after. */
const isTime = (value: unknown) =>
  isWrittenAsTime(value) && !Number.isNaN(Date.parse(value as string))

const isText = (value: unknown) => typeof value === 'string'

const IN_ALL = { seq: isCount, at: isTime }

const OF_REVIEWS: Validity<LedgerEntry> = {
  ...IN_ALL,
  op: isKeyOf(TRANSITIONS),
  review_id: isReviewId,
  revision: isCount,
  reason: orNull(isKeyOf(REASONS)),
  commitment: orNull(isMatch(/^[\w-]{43}$/)),
  v: value => value === undefined || value === 2,
}

const OF_RULES: Validity<RuleEntry> = {
  ...IN_ALL,
  op: () => true,
  rule: value =>
    typeof value === 'object' && value !== null && isRuleText(value as RuleEntry['rule']),
  v: value => value === 2,
}

const OF_KEYS: Validity<KeyEntry> = {
  ...IN_ALL,
  op: isKeyOf({ predecessor: null, rotate: null }),
  key: isText,
  checkpoint: orNull(isText),
  v: value => value === 2,
}

const isRuleText = ({ source, level, method }: RuleEntry['rule']) =>
  isText(source) && orNull(isKeyOf(LEVELS))(level) && orNull(isText)(method)

function spell(entry: LogEntry): string {
  const { at, op, seq } = entry
  if ('key' in entry) {
    const { key, checkpoint } = entry
    return canonicalJson({ at, checkpoint, key, op, seq, v: 2 })
  }
  if ('rule' in entry) {
    const { level, method, source } = entry.rule
    return canonicalJson({ at, op, rule: { level, method, source }, seq, v: 2 })
  }
  const { commitment, reason, review_id, revision, v } = entry
  return canonicalJson({ at, commitment, op, reason, review_id, revision, seq, ...(v && { v }) })
}

export const encodeEntry = (entry: LogEntry): Uint8Array => toUtf8(spell(entry))

export function decodeEntry(bytes: Uint8Array): LogEntry {
  const text = fromUtf8(bytes)
  const entry = parseObject(text) as Record<string, unknown>
  const fields = 'key' in entry ? OF_KEYS : entry.op === 'rule' ? OF_RULES : OF_REVIEWS
  for (const [field, isValid] of Object.entries(fields))
    if (!isValid(entry[field])) throw new Error(`It has no valid "${field}".`)
  // Also catches what a JSON parser accepts: unknown fields, and a field given twice.
  if (spell(entry as unknown as LogEntry) !== text) throw new Error('It is not in canonical form.')
  return entry as unknown as LogEntry
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

/** C2SP tlog-tiles, "Log entries": each entry follows its length, a big-endian uint16. */
export const LENGTH_BYTES = 2

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
