/** Any number of made-up reviews: the same number gives the same reviews on every machine. */

import { readFileSync } from 'node:fs'
import { parseBusinessFile } from '../src/ingest/business-file.ts'
import { ulidOf } from '../src/ingest/merge/identity.ts'
import { commit, SALT_BYTES } from '../src/ledger/commitment.ts'
import { append, EMPTY_FRONTIER, rootOf } from '../src/ledger/frontier.ts'
import { encodeEntry } from '../src/ledger/ledger-entry.ts'
import { leafHash } from '../src/ledger/merkle-tree.ts'
import type { LedgerEntry } from '../src/model/change.ts'
import type { KnownReview, ReviewRecord } from '../src/model/record.ts'
import { sha256 } from '../src/store/base/node-signatures.ts'
import { NO_HISTORY } from '../src/store/read-history.ts'
import type { ChangesSince, Store } from '../src/store/store.ts'

const demo = (name: string) => readFileSync(new URL(`../demo/${name}`, import.meta.url), 'utf8')

export const business = parseBusinessFile(demo('business.json'))

/** A small generator of uniform numbers between 0 and 1 (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

const RARE_WORDS = 200_000
const RARE_SHARE = 0.03

/** Sentences from the words of the demo, as frequent as there, with a rare word now and then. */
function createWriter(random: () => number): () => string {
  const texts = (
    JSON.parse(demo('reviews.json')).reviews as { text: string | null; language: string | null }[]
  )
    .filter(review => review.language === 'en')
    .map(review => review.text!)
  const words = texts.flatMap(text => text.split(/\s+/))
  const pick = () =>
    random() < RARE_SHARE
      ? rareWord(Math.floor(RARE_WORDS * random() ** 3))
      : words[Math.floor(random() * words.length)]!
  return () => Array.from({ length: 15 + Math.floor(70 * random()) }, pick).join(' ')
}

/** A pronounceable word for a number. */
export function rareWord(number: number): string {
  const [consonants, vowels] = ['bcdfgklmnprstvz', 'aeiou']
  let word = ''
  for (let rest = number + 100; rest > 0; rest = Math.floor(rest / 75))
    word += consonants[rest % 15]! + vowels[Math.floor(rest / 15) % 5]!
  return word
}

export function makeRecords(count: number): ReviewRecord[] {
  const random = createRandom(count)
  const write = createWriter(random)
  return Array.from({ length: count }, (_, number) => {
    const date = new Date(Date.UTC(2016, 0, 1 + Math.floor(random() * 3900)))
      .toISOString()
      .slice(0, 10)
    const source_key = `bench-${number}`
    return {
      id: ulidOf(date, 'google', source_key),
      source: 'google',
      source_key,
      revision: 1,
      updated_at: `${date}T12:00:00.000Z`,
      content: {
        author: `Customer ${number}`,
        rating: [5, 5, 5, 5, 5, 5, 4, 4, 3, 2, 1][Math.floor(random() * 11)]!,
        date,
        text: random() < 0.08 ? null : write(),
        owner_reply:
          random() < 0.25 ? { text: 'Thank you for taking the time to tell us.', date } : null,
        incentive: null,
      },
      own_reply: null,
      particulars: {
        author_avatar_url: null,
        source_url: `https://reviews.example/${number}`,
        language: 'en',
        verification: null,
        basis: 'export',
        source_updated_at: null,
        date_precision: 'day',
        translation: null,
        tags: [],
        photos: [],
        sub_ratings: {},
      },
    }
  })
}

/** A store with just these records, for benchmarks of what reads from it. */
export function storeOf(records: ReviewRecord[]): Pick<Store, 'changesSince' | 'analyses'> {
  const salt = Buffer.alloc(SALT_BYTES)
  const shown = records.map(
    (record, index): KnownReview => ({
      ...record,
      state: 'published',
      salt: salt.toString('base64url'),
      seq: index + 1,
      missing_since: null,
      renewed: 0,
      committed_level: null,
    }),
  )
  const entries = shown.map((record): LedgerEntry => {
    const commitment = commit({ ...record, level: null }, salt, sha256)
    const { seq, id: review_id, revision } = record
    return { seq: seq!, op: 'add', at: CHANGED_AT, review_id, revision, reason: null, commitment }
  })
  const frontier = entries.reduce(
    (tree, entry) => append(tree, leafHash(encodeEntry(entry), sha256), sha256),
    EMPTY_FRONTIER,
  )
  const logRoot = Buffer.from(rootOf(frontier, sha256)).toString('base64')
  const changes: ChangesSince = {
    version: 1,
    changedAt: CHANGED_AT,
    business,
    shown,
    removed: [],
    corrections: [],
    entries,
    logRoot,
    rosterVersion: 0,
    narrative: null,
    cosignatures: [],
    history: NO_HISTORY,
  }
  return {
    changesSince: async () => changes,
    analyses: { find: async () => new Map(), save: async () => {} },
  }
}

const CHANGED_AT = '2026-11-01T00:00:00.000Z'
