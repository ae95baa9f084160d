import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { BusinessFile } from '../../src/model/business.ts'
import { business, row, rows } from '../kit/rows.ts'
import { openTestStore, type TestStore } from '../kit/store.ts'

const withRule = (verification: object) => BusinessFile.parse({ ...business, verification })
const INVITED = { direct: { level: 'invited', method: 'Asked after the job' } }

const shownSince = async ({ store }: TestStore, version: number) =>
  (await store.changesSince(version)).shown.map(({ particulars, source }) => ({ particulars, source }))

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
      row({ source: 'direct', source_id: 'd1', verification: { level: 'purchase', method: 'Invoice' } }),
      row({ source: 'direct', source_id: 'd2', text: 'Not marked.' }),
    ])
    const before = await place.store.version()
    await place.store.write(writer => writer.setBusiness(withRule(INVITED)))
    assert.deepEqual(
      (await shownSince(place, before)).map(({ source, particulars }) => [source, particulars.verification]),
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

describe('Looking for known reviews', () => {
  const find = async (place: TestStore, wanted: { id: string; source: string; sourceKey: string }[]) =>
    await place.store.write(writer => writer.findKnown(wanted))
  const erase = async (place: TestStore, id: string) =>
    await place.store.write(async writer => await writer.erase((await writer.find(id))!))
  const keyOf = async (place: TestStore, source: string) =>
    (await place.query(`select source_key from review where source = '${source}'`))[0]!.source_key as string

  it('A known review is found by its source together with its key', async t => {
    const place = await openTestStore(t)
    await place.take([row({ source: 'google', source_id: 'k1' }), row({ source: 'yelp', source_id: 'k1' })])
    await place.take([row({ source: 'google', source_id: 'k2' })])
    const sourceKey = await keyOf(place, 'yelp')
    const { known, erased } = await find(place, [{ id: 'other', source: 'yelp', sourceKey }])
    assert.deepEqual([known.map(({ source }) => source), erased], [['yelp'], []])
  })

  it('Cached analyses are dropped only if an erased review is looked for', async t => {
    const place = await openTestStore(t)
    await place.take([row({ source: 'google', source_id: 'k1' }), row({ source: 'yelp', source_id: 'k2' })])
    const [google, yelp] = [await keyOf(place, 'google'), await keyOf(place, 'yelp')]
    const [{ id }] = (await place.query("select id from review where source = 'google'")) as [{ id: string }]
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
    await place.take([row({ source: 'google', source_id: 'k1' }), row({ source: 'google', source_id: 'k2' })])
    const ids = (await place.query('select id from review order by id')).map(one => one.id as string)
    await erase(place, ids[0]!)
    const { erased } = await find(place, [{ id: ids[1]!, source: 'google', sourceKey: 'none' }])
    assert.deepEqual(erased, [])
  })
})
