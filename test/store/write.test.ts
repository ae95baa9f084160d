import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mergeRows } from '../../src/ingest/merge/merge-rows.ts'
import { type Committed, commit } from '../../src/ledger/commitment.ts'
import { BusinessFile } from '../../src/model/business.ts'
import { ReviewRow } from '../../src/model/review.ts'
import { system } from '../../src/model/system.ts'
import { sha256 } from '../../src/store/base/node-signatures.ts'
import { openStore } from '../../src/store/open-store.ts'
import { business, row, rows } from '../kit/rows.ts'
import { NOTHING_PUBLISHED, openTestStore } from '../kit/store.ts'

const file = BusinessFile.parse(business)
const good = rows(3).map(one => ReviewRow.parse(one))
const edited = rows(3, () => ({ text: 'Changed.' }))

describe('Writes', () => {
  it('A write that fails changes nothing', async t => {
    const { store, clock, query } = await openTestStore(t)
    const failing = store.write(async writer => {
      await writer.setBusiness(file)
      await mergeRows(good, writer, clock.now)
      throw new Error('in the middle')
    })
    await assert.rejects(failing, /in the middle/)
    assert.deepEqual(await store.changesSince(0), NOTHING_PUBLISHED)
    assert.equal(
      (await query('select salt from revision union all select commitment from ledger')).length,
      0,
    )
  })

  it('The store stays usable after a failed write', async t => {
    const { store, take } = await openTestStore(t)
    await assert.rejects(
      store.write(() => Promise.reject(new Error('no'))),
      /^Error: no$/,
    )
    assert.equal((await take(rows(3))).added, 3)
  })

  it('A write returns the result of its work', async t => {
    const { store } = await openTestStore(t)
    assert.equal(await store.write(async () => 'done'), 'done')
  })

  it('A write sees its own changes', async t => {
    const { store, clock } = await openTestStore(t)
    const { report } = await store.write(async writer => {
      await mergeRows(good, writer, clock.now)
      return await mergeRows(good, writer, clock.now)
    })
    assert.equal(report.unchanged, 3)
  })

  it('A write waits for the one before it', async t => {
    const { store, take } = await openTestStore(t)
    const reports = await Promise.all([take(rows(3)), take(rows(3)), take(edited)])
    const added = reports.map(report => report.added).toSorted()
    assert.deepEqual([added, (await store.changesSince(0)).shown.length], [[0, 0, 3], 3])
  })
})

describe('The ledger', () => {
  it('Ledger entries are numbered without gaps, in the order of the changes', async t => {
    const { store, take, query } = await openTestStore(t)
    await take(rows(3))
    await assert.rejects(
      store.write(async writer => {
        await mergeRows([ReviewRow.parse(row())], writer, '2026-06-01T12:00:00.000Z')
        throw new Error('undone')
      }),
      /undone/,
    )
    await take(edited.slice(0, 2))
    await take([{ ...edited[0], owner_reply: { text: 'Thanks', date: '2026-03-16' } }])
    const entries = (await query('select seq, op, revision from ledger order by seq')).map(
      Object.values,
    )
    assert.deepEqual(entries, [
      [1, 'add', 1],
      [2, 'add', 1],
      [3, 'add', 1],
      [4, 'edit', 2],
      [5, 'edit', 2],
      [6, 'reply', 3],
    ])
  })

  it('Every ledger entry has a commitment to a stored revision', async t => {
    const { take, query } = await openTestStore(t)
    await take(rows(3))
    await take(edited)
    const entries = await query(
      `select commitment, salt, source, source_key, author, rating, date, text from review
       join revision on revision.review_id = review.id
       join ledger on ledger.review_id = review.id and ledger.revision = revision.revision`,
    )
    assert.equal(entries.length, 6)
    for (const { commitment, salt, source, source_key, ...content } of entries) {
      const committed = {
        source,
        source_key,
        content: { ...content, owner_reply: null, incentive: null },
        level: 'platform',
      } as Committed
      assert.equal(commit(committed, Buffer.from(String(salt), 'base64url'), sha256), commitment)
    }
  })

  it('Every revision has a new salt', async t => {
    const { take, query } = await openTestStore(t)
    await take(rows(3))
    await take(edited)
    assert.equal(
      (await query('select distinct salt from revision where length(salt) = 43')).length,
      6,
    )
  })

  it("Ledger entries have the time of the store's clock", async t => {
    const { clock, take, query } = await openTestStore(t)
    await take([row({ updated_at: '2026-03-15T00:00:00Z' })])
    assert.equal((await query('select recorded_at from ledger'))[0]?.recorded_at, clock.now)
  })
})

describe('The version', () => {
  it('The version goes up by one with each write, however much it changes', async t => {
    const { store, take } = await openTestStore(t)
    await take(rows(3))
    assert.equal(await store.version(), 1)
    await store.write(async writer => {
      await writer.setBusiness(file)
      await mergeRows(
        edited.map(one => ReviewRow.parse(one)),
        writer,
        '2026-06-01T12:00:00.000Z',
      )
    })
    assert.equal(await store.version(), 2)
  })

  it('The version does not go up when nothing changes', async t => {
    const { store, take } = await openTestStore(t)
    await take(rows(3))
    await take(rows(3))
    await take([])
    await store.write(async writer => void (await writer.business()))
    assert.equal(await store.version(), 1)
  })
})

describe('The time of the last change', () => {
  it('The time of the last change is when the version was written, however old the data is', async t => {
    const { store, clock, take } = await openTestStore(t)
    await take([row({ updated_at: '2026-03-15T00:00:00Z' })])
    assert.equal((await store.changesSince(0)).changedAt, clock.now)
    clock.now = '2026-07-01T00:00:00.000Z'
    await take([row({ date: '2020-01-01', updated_at: '2020-01-01T00:00:00Z' })])
    assert.equal((await store.changesSince(0)).changedAt, clock.now)
  })

  it('The time of the last change stays when nothing changes', async t => {
    const { store, clock, take } = await openTestStore(t)
    await take([row()])
    const before = await store.changesSince(0)
    clock.now = '2026-12-01T00:00:00.000Z'
    await take([row()])
    assert.deepEqual(await store.changesSince(0), before)
  })

  it('The time of the last change moves to the next second even if the clock has not', async t => {
    const { store, clock, take } = await openTestStore(t)
    await take([row()])
    await take([row({ text: 'Changed.' })])
    const { changedAt } = await store.changesSince(0)
    assert.ok(Date.parse(changedAt!) - Date.parse(clock.now) >= 1 - (Date.parse(clock.now) % 1000))
    assert.notEqual(
      Math.floor(Date.parse(changedAt!) / 1000),
      Math.floor(Date.parse(clock.now) / 1000),
    )
  })
})

describe('Changes since a version', () => {
  it('Only reviews that changed after the version are returned', async t => {
    const { store, take } = await openTestStore(t)
    await take(rows(3))
    await take(edited.slice(1, 2))
    const shown = async (version: number) =>
      (await store.changesSince(version)).shown.map(record => [record.source_key, record.revision])
    assert.deepEqual((await shown(0)).sort(), [
      ['r0', 1],
      ['r1', 2],
      ['r2', 1],
    ])
    assert.deepEqual(await shown(1), [['r1', 2]])
    assert.deepEqual(await shown(2), [])
  })

  it('A review whose link changed is returned', async t => {
    const { store, take } = await openTestStore(t)
    await take(rows(3))
    await take(rows(1, () => ({ source_url: 'https://example.com/r0' })))
    assert.deepEqual(
      (await store.changesSince(1)).shown.map(record => record.source_key),
      ['r0'],
    )
  })

  it('A returned review has everything it was written with', async t => {
    const { store, take } = await openTestStore(t)
    const full = row({
      source_id: 'r1',
      source_url: 'https://example.com/r1',
      author_avatar_url: 'https://example.com/a.png',
      language: 'en',
      text: 'Zoë said: "𝒳"\n\t…',
      owner_reply: { text: 'Thank you.', date: '2026-03-16' },
      verification: { level: 'transaction', method: 'Invoice' },
      incentive: true,
      updated_at: '2026-03-15T00:00:00Z',
      date_precision: 'week',
      translation: { language: 'es', text: 'Zoë dijo' },
      tags: [{ label: 'Value', sentiment: 'negative' }],
      photos: [{ url: 'https://example.com/1.jpg', source_url: 'https://example.com/photos' }],
      sub_ratings: { Zoë: 3.5 },
    })
    await take([full])
    const [{ id: _, salt, ...record } = assert.fail()] = (await store.changesSince(0)).shown
    assert.equal(salt.length, 43)
    assert.deepEqual(record, {
      committed_level: 'transaction',
      state: 'published',
      seq: 1,
      missing_since: null,
      renewed: 0,
      own_reply: null,
      source: 'google',
      source_key: 'r1',
      revision: 1,
      updated_at: '2026-03-15T00:00:00.000Z',
      content: {
        author: 'Ada Moreno',
        rating: 5,
        date: '2026-03-14',
        text: full.text,
        owner_reply: full.owner_reply,
        incentive: true,
      },
      particulars: {
        author_avatar_url: 'https://example.com/a.png',
        source_url: 'https://example.com/r1',
        language: 'en',
        verification: full.verification,
        basis: 'owner',
        source_updated_at: '2026-03-15T00:00:00.000Z',
        date_precision: 'week',
        translation: { language: 'es', text: 'Zoë dijo' },
        tags: [{ label: 'Value', sentiment: 'negative' }],
        photos: [{ url: 'https://example.com/1.jpg', source_url: 'https://example.com/photos' }],
        sub_ratings: { Zoë: 3.5 },
      },
    })
  })
})

describe('A long write', () => {
  it('A reader sees the state before a long write, and all of it afterwards', async t => {
    const { folder, store, clock, take } = await openTestStore(t)
    await take(rows(3))
    const reader = await openStore(folder.databaseUrl, system, { readOnly: true })
    t.after(() => reader.close())
    await store.write(async writer => {
      await mergeRows(
        edited.map(one => ReviewRow.parse(one)),
        writer,
        clock.now,
      )
      const { version, shown } = await reader.changesSince(0)
      assert.deepEqual([version, shown.map(record => record.revision)], [1, [1, 1, 1]])
    })
    const { version, shown } = await reader.changesSince(1)
    assert.deepEqual([version, shown.map(record => record.revision)], [2, [2, 2, 2]])
  })

  it('A second writer can read version and business during a long write', async t => {
    const { folder, store } = await openTestStore(t)
    const other = await openTestStore(t, folder)
    await store.write(async writer => {
      await writer.setBusiness(file)
      assert.deepEqual([await other.store.version(), await other.store.business()], [0, null])
    })
    assert.equal((await other.store.business())?.name, file.name)
  })

  it('A second writer waits for a long write to end', async t => {
    const { folder, store, clock } = await openTestStore(t)
    const other = await openTestStore(t, folder)
    const waiting = await store.write(async writer => {
      await mergeRows(good, writer, clock.now)
      const waiting = [other.take(rows(3))]
      // By then the other has had its chance.
      await other.store.version()
      return waiting
    })
    const [report] = await Promise.all(waiting)
    assert.equal(report!.unchanged, 3)
  })
})
