import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { ulidOf } from '../../../../src/ingest/merge/identity.ts'
import { decodeEntry, encodeEntry, splitBundle } from '../../../../src/ledger/ledger-entry.ts'
import { leafHash, rootOfLeaves } from '../../../../src/ledger/merkle-tree.ts'
import { tilePath } from '../../../../src/ledger/tiles.ts'
import { verifyConsistency, verifyInclusion } from '../../../../src/ledger/verify-proof.ts'
import { BusinessFile } from '../../../../src/model/business.ts'
import type { LedgerEntry } from '../../../../src/model/change.ts'
import {
  CHUNK_NUMBERS,
  createLogBuilder,
  openLog,
} from '../../../../src/publish/log/published-log.ts'
import { createSnapshotBuilder } from '../../../../src/publish/snapshot-builder.ts'
import { sha256 } from '../../../../src/store/base/node-signatures.ts'
import { business, rows } from '../../../kit/rows.ts'
import { engine, startBuilder } from '../../../kit/snapshot-builder.ts'
import { openTestStore } from '../../../kit/store.ts'

const entryNumber = (seq: number): LedgerEntry => ({
  seq,
  op: 'add',
  at: '2026-11-01T00:00:00.000Z',
  review_id: ulidOf('2026-03-14', 'google', `r${seq}`),
  revision: 1,
  reason: null,
  commitment: 'A'.repeat(43),
})
const entries = (count: number) =>
  Array.from({ length: count }, (_, index) => entryNumber(index + 1))

const NOT_SHOWN = () => undefined

function buildLog(count: number) {
  const builder = createLogBuilder()
  builder.append(entries(count))
  return builder.read()
}

describe('the log as it is served', () => {
  it('The log has the root of its entries, appended in one go or a few at a time', async () => {
    const leaves = entries(700).map(entry => leafHash(encodeEntry(entry), sha256))
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 120 }), { maxLength: 6 }),
        async counts => {
          const builder = createLogBuilder()
          let size = 0
          for (const count of counts) {
            builder.append(entries(size + count).slice(size))
            size += count
          }
          assert.deepEqual(
            Buffer.from(builder.read().root),
            Buffer.from(await rootOfLeaves(leaves.slice(0, size), sha256)),
          )
        },
      ),
      { numRuns: 20 },
    )
  })

  it('The log returns every entry in full and partial bundles', () => {
    const log = openLog(buildLog(600).parts, NOT_SHOWN)
    const read = [
      tilePath('entries', 0),
      tilePath('entries', 1),
      tilePath('entries', 2, 88),
    ].flatMap(path => splitBundle(log.tile(path)!).map(decodeEntry))
    assert.deepEqual(read, entries(600))
    assert.equal(splitBundle(log.tile(tilePath('entries', 1, 7))!).length, 7)
    for (const missing of [
      'tile/entries/002',
      'tile/entries/002.p/89',
      'tile/entries/003',
      'tile/0/002',
      'tile/2/000',
    ])
      assert.equal(log.tile(missing), null, missing)
  })

  it('The log proves every entry and every size it ever had', async () => {
    const size = 530
    const { parts, root } = buildLog(size)
    const log = openLog(parts, NOT_SHOWN)
    for (const seq of [1, 2, 255, 256, 257, 512, 513, 530])
      assert.ok(
        await verifyInclusion(
          {
            leaf: leafHash(encodeEntry(entryNumber(seq)), sha256),
            index: seq - 1,
            size,
            proof: log.inclusion(seq),
            root,
          },
          sha256,
        ),
      )
    for (const oldSize of [1, 2, 255, 256, 257, 511, 512, 529, 530])
      assert.ok(
        await verifyConsistency(
          {
            oldSize,
            oldRoot: buildLog(oldSize).root,
            newSize: size,
            newRoot: root,
            proof: log.growth(oldSize),
          },
          sha256,
        ),
      )
  })
})

describe('the entries about one review', () => {
  const OPS: Record<string, LedgerEntry['op'][]> = {
    unknown: ['add'],
    shown: ['edit', 'reply', 'withhold', 'gone_at_source'],
    hidden: ['restore'],
  }

  /** A valid history of a few reviews: each number picks a review and what happens to it. */
  function makeHistory(numbers: number[]): LedgerEntry[] {
    const states = new Map<string, string>()
    return numbers.map((number, index) => {
      const review_id = entryNumber(1 + (number % 5)).review_id
      const possible = OPS[states.get(review_id) ?? 'unknown']!
      const op = possible[number % possible.length]!
      const isHidden = op === 'withhold' || op === 'gone_at_source'
      states.set(review_id, isHidden ? 'hidden' : 'shown')
      const shown = { ...entryNumber(index + 1), review_id, op }
      return isHidden ? { ...shown, reason: 'spam', commitment: null } : shown
    })
  }

  const lastShown = (history: LedgerEntry[], id: string) => {
    const last = history.findLast(({ review_id }) => review_id === id)
    return last && last.commitment !== null ? last.seq : undefined
  }

  it('The entries about a review are found oldest first, whether it is shown or gone', () => {
    const numbers = fc.array(fc.array(fc.nat({ max: 99 }), { maxLength: 40 }), { maxLength: 4 })
    fc.assert(
      fc.property(numbers, batches => {
        const history = makeHistory(batches.flat())
        const builder = createLogBuilder()
        for (const { length } of batches) {
          builder.append(history.slice(builder.size(), builder.size() + length))
          const known = history.slice(0, builder.size())
          const log = openLog(structuredClone(builder.read().parts), id => lastShown(known, id))
          for (const id of entries(6).map(({ review_id }) => review_id))
            assert.deepEqual(
              log.entriesAbout(id),
              known.filter(({ review_id }) => review_id === id),
            )
        }
      }),
      { numRuns: 50 },
    )
  })

  it('The entries about a review are found across chunks, whose memory is shared and not copied', () => {
    const builder = createLogBuilder()
    const count = CHUNK_NUMBERS + 10
    const [first] = entries(1)
    builder.append([first!])
    const others = Array.from({ length: count }, (_, index) => entryNumber(index + 2))
    builder.append(others)
    builder.append([{ ...first!, seq: count + 2, op: 'edit', revision: 2 }])
    const { parts } = builder.read()
    const log = openLog(parts, () => count + 2)
    assert.deepEqual(
      log.entriesAbout(first!.review_id).map(({ seq }) => seq),
      [1, count + 2],
    )
    assert.equal(parts.earlier.length, 2)
    assert.ok(parts.earlier.every(({ buffer }) => buffer instanceof SharedArrayBuffer))
    assert.equal(builder.read().parts.earlier[1], parts.earlier[1])
  })

  it('A Snapshot finds the entries about a review by its id alone', async t => {
    const builder = await startBuilder(t, business, async () => [])
    await builder.take(rows(3))
    await builder.take(rows(2, number => ({ text: `Edited ${number}.` })))
    const [kept, gone] = (await builder.store.changesSince(0)).shown.filter(
      ({ revision }) => revision === 2,
    )
    await builder.store.write(async writer =>
      writer.withhold((await writer.find(gone!.id))!, 'spam'),
    )
    const { log } = await builder.build()
    assert.deepEqual(
      log.entriesAbout(kept!.id).map(({ op }) => op),
      ['add', 'edit'],
    )
    assert.deepEqual(
      log.entriesAbout(gone!.id).map(({ op }) => op),
      ['add', 'edit', 'withhold'],
    )
    assert.deepEqual(log.entriesAbout('01KKMT9200AAAAAAAAAAAAAAAA'), [])
  })
})

describe('A ledger that someone changed in the database', () => {
  it('A ledger that was changed in the database is not published until it is restored', async t => {
    const { store, take, query, clock } = await openTestStore(t)
    await store.write(writer => writer.setBusiness(BusinessFile.parse(business)))
    await take(rows(5))
    const recordAt = (time: string) =>
      query(`update ledger set recorded_at = '${time}' where seq = 2`)
    await recordAt('2020-01-01T00:00:00.000Z')
    const builder = createSnapshotBuilder({
      store,
      engine,
      baseUrl: 'https://reviews.example',
      renderCheckpoint: () => [],
      logId: '',
    })
    await assert.rejects(builder.build(), /public log in the database is damaged/)
    await recordAt(clock.now)
    assert.equal((await builder.build())!.parts.log.size, 5)
  })
})

describe('a review that someone deleted from the database', () => {
  it('Nothing is published when a review is missing from the database', async t => {
    const builder = await startBuilder(t, business, async () => [])
    await builder.take(rows(3))
    await builder.build()
    await builder.store.write(async writer => {
      await writer.setBusiness(BusinessFile.parse({ ...business, telephone: '+1 555 0100' }))
    })
    const { changesSince } = builder.store
    builder.store.changesSince = async (version, seq) => {
      const publication = await changesSince(version, seq)
      return { ...publication, shown: publication.shown.slice(1) }
    }
    await assert.rejects(
      builder.build(),
      /database is damaged: the public log has 3 reviews, and there are 2/,
    )
  })
})

describe('a review whose date was edited', () => {
  it('A redated review is found by its id, and so are reviews of its first date', async t => {
    const builder = await startBuilder(t, business, async () => [])
    await builder.take(rows(6, () => ({ date: '2026-03-14' })))
    await builder.take(rows(2, () => ({ date: '2024-02-29' })))
    const snapshot = await builder.build()
    const { shown } = await builder.store.changesSince(0)
    assert.equal(shown.length, 6)
    for (const { id, content, salt, seq } of shown) {
      assert.equal(JSON.parse(Buffer.from(snapshot.review(id)!).toString()).date, content.date)
      assert.deepEqual(snapshot.opening(id)!.salt, salt)
      assert.equal(snapshot.log.entry(seq!).review_id, id)
    }
    assert.equal(snapshot.review('01KKMT9200AAAAAAAAAAAAAAAA'), null)
  })
})
