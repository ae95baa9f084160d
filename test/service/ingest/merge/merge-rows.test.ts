import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { ulidOf } from '../../../../src/ingest/merge/identity.ts'
import type { Store } from '../../../../src/store/store.ts'
import { ANY_CHARACTER } from '../../../kit/any-character.ts'
import { day, type Row, row, rows } from '../../../kit/rows.ts'
import { runs } from '../../../kit/runs.ts'
import { openTestStore, type TestStore } from '../../../kit/store.ts'

const one = (change: Row = {}) => row({ source_id: 'r1', ...change })
const counts = { added: 0, edited: 0, unchanged: 0, duplicate: 0, returned: 0, erased: 0 }

async function shown(store: Store) {
  return (await store.changesSince(0)).shown.sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** Without what chance and the order of writing give. */
async function unsalted(store: Store) {
  return (await shown(store)).map(({ salt: _, seq: __, ...review }) => review)
}

async function only({ store }: TestStore) {
  const [record, ...rest] = await shown(store)
  assert.equal(rest.length, 0)
  return record!
}

/** The ops of the ledger, in order. */
const opsOf = async (kept: TestStore) =>
  (await kept.query('select op from ledger order by seq')).map(({ op }) => op)

describe('Bringing rows in', () => {
  it('New reviews are added', async t => {
    const kept = await openTestStore(t)
    assert.deepEqual(await kept.take(rows(3)), { ...counts, added: 3 })
    assert.deepEqual(await opsOf(kept), ['add', 'add', 'add'])
  })

  it('Rows of one file about one review count as duplicates', async t => {
    const kept = await openTestStore(t)
    assert.deepEqual(await kept.take([one(), one(), one()]), { ...counts, added: 1, duplicate: 2 })
  })

  it('Known reviews stay unchanged', async t => {
    const kept = await openTestStore(t)
    await kept.take(rows(3))
    assert.deepEqual(await kept.take(rows(3)), { ...counts, unchanged: 3 })
    assert.equal(await kept.store.version(), 1)
  })

  for (const [field, value] of Object.entries({
    text: 'Changed.',
    rating: 1,
    author: 'A. Moreno',
    date: '2026-03-15',
  }))
    it(`A changed ${field} is an edit of the same review`, async t => {
      const kept = await openTestStore(t)
      await kept.take([one()])
      const before = await only(kept)
      assert.deepEqual(await kept.take([one({ [field]: value })]), { ...counts, edited: 1 })
      const after = await only(kept)
      assert.deepEqual([after.id, after.revision], [before.id, 2])
      assert.deepEqual(after.content, { ...before.content, [field]: value })
      assert.deepEqual(await opsOf(kept), ['add', 'edit'])
    })

  it('A new, a changed and a cleared owner reply are replies', async t => {
    const kept = await openTestStore(t)
    await kept.take([one()])
    for (const text of ['Thank you.', 'Thank you, Ada.'])
      await kept.take([one({ owner_reply: { text, date: '2026-03-15' } })])
    assert.deepEqual(await kept.take([one({ owner_reply: null })]), { ...counts, edited: 1 })
    assert.deepEqual(await opsOf(kept), ['add', 'reply', 'reply', 'reply'])
    assert.equal((await only(kept)).content.owner_reply, null)
  })

  it('A changed picture or link is not an edit', async t => {
    const kept = await openTestStore(t)
    await kept.take([one()])
    const links = {
      author_avatar_url: 'https://example.com/a.png',
      source_url: 'https://example.com/r1',
    }
    assert.deepEqual(await kept.take([one(links)]), { ...counts, unchanged: 1 })
    const { particulars, revision } = await only(kept)
    assert.deepEqual(
      [particulars.author_avatar_url, particulars.source_url, revision],
      [links.author_avatar_url, links.source_url, 1],
    )
    assert.deepEqual(await opsOf(kept), ['add'])
  })

  it('A changed picture or link is published', async t => {
    const kept = await openTestStore(t)
    await kept.take([one()])
    await kept.take([one({ source_url: 'https://example.com/r1' })])
    assert.equal(await kept.store.version(), 2)
  })

  it('A link that another file lacks is kept', async t => {
    const kept = await openTestStore(t)
    await kept.take([one({ source_url: 'https://maps.google.com/r1', language: 'en' })])
    await kept.take([one({ text: 'Changed.', source_url: undefined })])
    const { particulars } = await only(kept)
    assert.deepEqual(
      [particulars.source_url, particulars.language],
      ['https://maps.google.com/r1', 'en'],
    )
  })

  it('An older row does not undo a newer one', async t => {
    const kept = await openTestStore(t)
    await kept.take([one({ text: 'Newer.', updated_at: '2026-04-01T00:30:00+02:00' })])
    const older = one({ text: 'Older.', updated_at: '2026-03-31T22:00:00Z' })
    assert.deepEqual(await kept.take([older]), { ...counts, unchanged: 1 })
    assert.equal((await only(kept)).content.text, 'Newer.')
  })

  it('The same time in another notation is no change', async t => {
    const kept = await openTestStore(t)
    await kept.take([one({ updated_at: '2026-04-01T00:30:00+02:00' })])
    await kept.take([one({ updated_at: '2026-03-31T22:30:00.000Z' })])
    assert.equal(await kept.store.version(), 1)
  })

  it('A review that got its source id later is found by its id', async t => {
    const kept = await openTestStore(t)
    await kept.take([row({ id: ulidOf('2026-03-14', 'google', 'r1') })])
    assert.deepEqual(await kept.take([one()]), { ...counts, unchanged: 1 })
  })

  it('Two rows that turn out to be one stored review are duplicates', async t => {
    const kept = await openTestStore(t)
    await kept.take([one()])
    const { id } = await only(kept)
    const moved = one({ date: '2026-03-15' })
    assert.deepEqual(await kept.take([moved, row({ id })]), { ...counts, edited: 1, duplicate: 1 })
  })

  it('More rows than fit in one statement are merged', async t => {
    const kept = await openTestStore(t)
    const many = rows(1201)
    assert.deepEqual(await kept.take(many), { ...counts, added: 1201 })
    assert.deepEqual(await kept.take(many), { ...counts, unchanged: 1201 })
  })
})

describe('The time of a change', () => {
  it('A time in the future does not keep later edits out', async t => {
    const kept = await openTestStore(t)
    await kept.take([one({ updated_at: '2099-01-01T00:00:00Z' })])
    kept.clock.now = '2026-07-01T12:00:00.000Z'
    await kept.take([one({ rating: 1, updated_at: '2026-07-01T11:00:00Z' })])
    assert.equal((await only(kept)).content.rating, 1)
  })

  it("The time of a change is the source's own, in UTC", async t => {
    const kept = await openTestStore(t)
    await kept.take([one({ updated_at: '2026-03-15T01:00:00+02:00' })])
    assert.equal((await only(kept)).updated_at, '2026-03-14T23:00:00.000Z')
  })

  it('The time of a change is the time of the import if the source gives none', async t => {
    const kept = await openTestStore(t)
    await kept.take([one()])
    assert.equal((await only(kept)).updated_at, kept.clock.now)
  })

  it('The time of a change is never in the future', async t => {
    const kept = await openTestStore(t)
    await kept.take([one({ updated_at: '2999-01-01T00:00:00Z' })])
    assert.equal((await only(kept)).updated_at, kept.clock.now)
  })

  it('The time of a change advances with every edit, even if the source repeats the same time', async t => {
    const kept = await openTestStore(t)
    await kept.take([one({ updated_at: '2026-03-15T00:00:00Z' })])
    await kept.take([one({ updated_at: '2026-03-15T00:00:00Z', text: 'Changed.' })])
    assert.equal((await only(kept)).updated_at, kept.clock.now)
  })
})

describe('How a row says that it is verified', () => {
  const levelOf = async (t: Parameters<typeof openTestStore>[0], change: Row) => {
    const kept = await openTestStore(t)
    await kept.take([one(change)])
    return (await only(kept)).particulars.verification?.level ?? null
  }

  it('A row without a verification leaves it to the rule for the source', async t => {
    assert.equal(await levelOf(t, {}), null)
  })

  it('A row that says verified is verified by its platform', async t => {
    assert.equal(await levelOf(t, { verified: true }), 'platform')
  })

  it('A direct row that says verified was invited', async t => {
    assert.equal(await levelOf(t, { verified: true, source: 'direct' }), 'invited')
  })

  it('A row that says not verified is not verified', async t => {
    const kept = await openTestStore(t)
    await kept.take([one({ verified: false })])
    const [{ state, particulars } = {}] = await kept.query('select state, particulars from review')
    assert.equal(state, 'unverified')
    assert.equal(JSON.parse(String(particulars)).verification.level, 'none')
  })

  it('A row that only says verified does not replace a known level', async t => {
    const kept = await openTestStore(t)
    const verification = { level: 'transaction', method: 'Invoice' }
    await kept.take([one({ verification })])
    await kept.take([one({ verified: true })])
    assert.deepEqual((await only(kept)).particulars.verification, verification)
  })

  it('A full verification wins over a bare one', async t => {
    const verification = { level: 'transaction', method: 'Invoice' }
    assert.equal(await levelOf(t, { verified: false, verification }), 'transaction')
  })
})

describe('An import', () => {
  it('An import changes nothing the second time, whatever the rows and whatever was stored', async t => {
    await fc.assert(
      fc.asyncProperty(anyRows(), anyRows(), async (before, list) => {
        const kept = await openTestStore(t)
        await kept.take(before)
        await kept.take(list)
        const version = await kept.store.version()
        kept.clock.now = '2026-06-02T12:00:00.000Z'
        const { added, edited } = await kept.take(list)
        assert.deepEqual([added, edited, await kept.store.version()], [0, 0, version])
      }),
      runs(60),
    )
  })

  it('An import counts every row once', async t => {
    const kept = await openTestStore(t)
    await fc.assert(
      fc.asyncProperty(anyRows(), async list => {
        const { added, edited, unchanged, duplicate } = await kept.take(list)
        assert.equal(added + edited + unchanged + duplicate, list.length)
      }),
      runs(60),
    )
  })

  it('The order of rows about different reviews does not matter', async t => {
    const own = anyRows().map(list =>
      list.map((one, number) => ({ ...one, id: null, source_id: `r${number}` })),
    )
    const twoOrders = own.chain(list =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    )
    await fc.assert(
      fc.asyncProperty(twoOrders, async ([list, shuffled]) => {
        const [kept, other] = [await openTestStore(t), await openTestStore(t)]
        await kept.take(list)
        await other.take(shuffled)
        assert.deepEqual(await unsalted(other.store), await unsalted(kept.store))
      }),
      runs(30),
    )
  })
})

/** Rows that often meet: few sources, names, days and texts, so that every kind of sameness comes up. */
function anyRows(): fc.Arbitrary<Row[]> {
  const few = (...values: unknown[]) => fc.constantFrom(null, ...values)
  return fc.array(
    fc.record(
      {
        source: fc.constantFrom('google', 'direct'),
        source_id: few('a', 'b', 'c\ud800'),
        id: few(ulidOf(day(0), 'google', 'a'), ulidOf(day(1), 'direct', 'b')),
        author: fc.oneof(few('Ada', 'Bob'), fc.string()),
        rating: fc.integer({ min: 1, max: 5 }),
        date: fc.integer({ min: 0, max: 1 }).map(day),
        text: fc.oneof(few('x', 'y'), fc.string({ unit: ANY_CHARACTER })),
        owner_reply: few({ text: 'Thanks', date: day(2) }),
        updated_at: few(
          '2026-01-01T00:00:00Z',
          '2026-01-01T01:00:00+02:00',
          '2030-01-01T00:00:00Z',
        ),
        verified: few(true, false),
        source_url: few('https://example.com/1', 'https://example.com/2'),
        language: few('en'),
      },
      { requiredKeys: ['source', 'rating', 'date'] },
    ),
    { maxLength: 12 },
  )
}
