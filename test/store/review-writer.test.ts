import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { BusinessFile } from '../../src/model/business.ts'
import { business, row, rows } from '../kit/rows.ts'
import { openTestStore, type TestStore } from '../kit/store.ts'

const withRule = (verification: object) => BusinessFile.parse({ ...business, verification })
const INVITED = { direct: { level: 'invited', method: 'Asked after the job' } }

const shownSince = async ({ store }: TestStore, version: number) =>
  (await store.changesSince(version)).shown.map(({ particulars, source }) => ({
    particulars,
    source,
  }))

describe('A changed verification rule', () => {
  it('A changed rule reaches every review of its source, however many there are', async t => {
    const place = await openTestStore(t)
    await place.take(rows(501, () => ({ source: 'direct' })))
    assert.equal((await place.store.changesSince(0)).shown.length, 0)
    await place.store.write(writer => writer.setBusiness(withRule(INVITED)))
    assert.equal((await place.store.changesSince(0)).shown.length, 501)
  })

  it('A changed rule touches no other source, and no review that says how it was verified', async t => {
    const place = await openTestStore(t)
    await place.take([
      row({ source: 'google', source_id: 'g1' }),
      row({
        source: 'direct',
        source_id: 'd1',
        verification: { level: 'transaction', method: 'Invoice' },
      }),
      row({ source: 'direct', source_id: 'd2', text: 'Not marked.' }),
    ])
    const before = await place.store.version()
    await place.store.write(writer => writer.setBusiness(withRule(INVITED)))
    assert.deepEqual(
      (await shownSince(place, before)).map(({ source, particulars }) => [
        source,
        particulars.verification,
      ]),
      [['direct', null]],
    )
  })

  it('A changed rule does not bring back a review that is gone at its source', async t => {
    const place = await openTestStore(t)
    await place.take([row({ source: 'direct', source_id: 'd1' })])
    const [{ id }] = (await place.query('select id from review')) as [{ id: string }]
    await place.query(`update review set state = 'gone' where id = '${id}'`)
    await place.store.write(writer => writer.setBusiness(withRule(INVITED)))
    assert.equal((await place.query('select state from review'))[0]!.state, 'gone')
  })
})

describe('What is written of a review', () => {
  const opsOf = async ({ store }: TestStore) =>
    (await store.changesSince(0)).entries.map(({ op }) => op)
  const only = async ({ store }: TestStore) => (await store.changesSince(0)).shown[0]!

  it('A changed language is announced again without a ledger entry', async t => {
    const place = await openTestStore(t)
    await place.take([row({ language: null })])
    assert.equal((await only(place)).renewed, 0)
    await place.take([row({ language: 'en' })])
    const { renewed, particulars } = await only(place)
    assert.deepEqual([renewed, particulars.language], [await place.store.version(), 'en'])
    assert.deepEqual(await opsOf(place), ['add'])
  })

  it('A reply that was written here is known as such, with what it replaced', async t => {
    const place = await openTestStore(t)
    const reply = (text: string) => ({ text, date: '2026-05-02' })
    await place.take([row({ date: '2026-05-01', owner_reply: reply('Thanks.') })])
    const known = await only(place)
    assert.equal(known.own_reply, null)
    const { state, salt, seq, missing_since, renewed, ...record } = known
    const revised = {
      ...record,
      content: { ...known.content, owner_reply: reply('Thank you, Ana.') },
      own_reply: { replaced: 'Thanks.' },
      revision: 2,
    }
    await place.store.write(writer => writer.apply([{ op: 'reply', record: revised, known }]))
    assert.deepEqual((await only(place)).own_reply, { replaced: 'Thanks.' })
  })

  it('A changed rule says nothing about whether a review was missing at its source', async t => {
    const place = await openTestStore(t)
    await place.take([
      row({ source: 'direct', source_id: 'd1' }),
      row({ source: 'direct', source_id: 'd2' }),
    ])
    await place.query(
      "update review set missing_since = '2026-05-01' where id in (select min(id) from review)",
    )
    await place.store.write(writer => writer.setBusiness(withRule(INVITED)))
    const times = (await place.store.changesSince(0)).shown.map(one => one.missing_since)
    assert.deepEqual(times.toSorted(), ['2026-05-01', null])
  })
})

describe('Changes since a version', () => {
  it('Changes list each removed review once, in the version that removed it', async t => {
    const place = await openTestStore(t)
    await place.take([row({ source_id: 'a' }), row({ source_id: 'b' }), row({ source_id: 'c' })])
    const removedSince = async (version: number) =>
      (await place.store.changesSince(version)).removed
    const ids = (await place.store.changesSince(0)).shown.map(({ id }) => id)
    const withhold = async (id: string) =>
      await place.store.write(
        async writer => await writer.withhold((await writer.find(id))!, 'spam'),
      )
    await withhold(ids[0]!)
    const first = await place.store.version()
    await withhold(ids[1]!)
    assert.deepEqual((await removedSince(0)).toSorted(), [ids[0]!, ids[1]!].toSorted())
    assert.deepEqual(await removedSince(first), [ids[1]])
  })

  it('Only a changed roster counts as a change to what reviews mention', async t => {
    const { store } = await openTestStore(t)
    const save = async (changes: object) => {
      await store.write(writer =>
        writer.setBusiness(BusinessFile.parse({ ...business, ...changes })),
      )
      return (await store.changesSince(0)).rosterVersion
    }
    const first = await save({})
    assert.equal(first, await store.version())
    assert.equal(await save({ telephone: '+1-555-0100' }), first)
    assert.equal(await save({ technicians: [] }), await store.version())
  })

  it('A narrative makes a new version, and an import is noted for its sources', async t => {
    const { store, take, clock } = await openTestStore(t)
    await take([row({ source: 'google' })])
    const before = await store.version()
    await store.write(writer => writer.noteImport(new Set(['google'])))
    assert.equal(await store.version(), before)
    assert.deepEqual(
      (await store.countBySource()).map(({ source, imported_at }) => [source, imported_at]),
      [['google', clock.now]],
    )
    await store.write(writer => writer.setNarrative(null))
    assert.equal(await store.version(), before + 1)
  })
})

describe('Looking for known reviews', () => {
  const find = async (
    place: TestStore,
    wanted: { id: string; source: string; sourceKey: string }[],
  ) => await place.store.write(writer => writer.findKnown(wanted))
  const erase = async (place: TestStore, id: string) =>
    await place.store.write(async writer => await writer.erase((await writer.find(id))!))
  const keyOf = async (place: TestStore, source: string) =>
    (await place.query(`select source_key from review where source = '${source}'`))[0]!
      .source_key as string

  it('A known review is found by its source together with its key', async t => {
    const place = await openTestStore(t)
    await place.take([
      row({ source: 'google', source_id: 'k1' }),
      row({ source: 'yelp', source_id: 'k1' }),
    ])
    const sourceKey = await keyOf(place, 'yelp')
    await place.take([
      row({ source: 'google', source_id: 'k2' }),
      row({ source: 'yelp', source_id: 'k2' }),
    ])
    const { known, erased } = await find(place, [{ id: 'other', source: 'yelp', sourceKey }])
    assert.deepEqual(
      [known.map(one => [one.source, one.source_key]), erased],
      [[['yelp', sourceKey]], []],
    )
  })

  it('Cached analyses are dropped only if an erased review is looked for', async t => {
    const place = await openTestStore(t)
    await place.take([
      row({ source: 'google', source_id: 'k1' }),
      row({ source: 'yelp', source_id: 'k2' }),
    ])
    const [google, yelp] = [await keyOf(place, 'google'), await keyOf(place, 'yelp')]
    const [{ id }] = (await place.query("select id from review where source = 'google'")) as [
      { id: string },
    ]
    await erase(place, id)
    await place.store.analyses.save('engine', new Map([['hash', '{}']]))
    const cached = async () => (await place.store.analyses.find('engine', ['hash'])).size
    const other = await find(place, [{ id: 'other', source: 'yelp', sourceKey: yelp }])
    assert.deepEqual([other.erased, await cached()], [[], 1])
    const same = await find(place, [{ id: 'new', source: 'google', sourceKey: google }])
    assert.deepEqual([same.erased, await cached()], [['new'], 0])
  })

  it('A review that is shown is not taken for an erased one', async t => {
    const place = await openTestStore(t)
    await place.take([
      row({ source: 'google', source_id: 'k1' }),
      row({ source: 'google', source_id: 'k2' }),
    ])
    const ids = (await place.query('select id from review order by id')).map(
      one => one.id as string,
    )
    await erase(place, ids[0]!)
    const { erased } = await find(place, [{ id: ids[1]!, source: 'google', sourceKey: 'none' }])
    assert.deepEqual(erased, [])
  })
})
