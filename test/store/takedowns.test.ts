import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { BusinessFile } from '../../src/model/business.ts'
import type { Narrative } from '../../src/model/narrative.ts'
import type { KnownReview } from '../../src/model/record.ts'
import type { StoreWriter } from '../../src/store/store.ts'
import { business, type Row, row, rows } from '../kit/rows.ts'
import { bytesOf, openTestStore, type TestStore } from '../kit/store.ts'

type Change = (writer: StoreWriter, known: KnownReview) => Promise<unknown>

/** A store with some reviews, and a way to change the first. */
async function open(t: TestContext, list: Row[] = rows(3)) {
  const kept = await openTestStore(t)
  await kept.take(list)
  const id = String((await kept.query("select id from review where source_key = 'r0'"))[0]?.id)
  const act = (change: Change) =>
    kept.store.write(async writer => change(writer, (await writer.find(id))!))
  return { ...kept, id, act }
}

const narrativeOf = (text: string): Narrative => ({
  claims: [{ text, review_ids: [], quotes: [] }],
  faq: [],
  pull_quote: null,
  model: 'test',
  facts_digest: '',
  request_digest: '',
  review_digests: {},
})

const opsOf = async ({ query }: TestStore) =>
  (await query('select op, reason from ledger order by seq')).map(({ op, reason }) =>
    reason ? `${op}:${reason}` : op,
  )
const shownIn = async ({ store }: TestStore) =>
  (await store.changesSince(0)).shown.map(one => one.source_key).sort()

/** What a row of an erased review keeps: which review it was, and where the log has it. Every other column is empty. */
const KEPT = [
  'id',
  'source',
  'source_key',
  'state',
  'revision',
  'updated_at',
  'seq',
  'renewed',
  'version',
]
const EMPTY_VALUES = ['{}', null, 0]

describe('The columns of an erased review', () => {
  it('Every column that is not named here is empty, and the source key is no longer that of the source', async t => {
    const full = row({
      source_id: 'r0',
      author_avatar_url: 'https://pictures.example/1.jpg',
      source_url: 'https://maps.app.goo.gl/secret',
      language: 'en',
      translation: { language: 'de', text: 'Geheim.' },
      tags: [{ label: 'Secret', sentiment: 'positive' }],
      photos: [{ url: 'https://pictures.example/2.jpg', source_url: null }],
      sub_ratings: { Secret: 4 },
      verification: { level: 'invited', method: 'secret' },
    })
    const kept = await open(t, [full])
    const readRow = async () =>
      (await kept.query(`select * from review where id = '${kept.id}'`))[0]!
    const before = await readRow()
    await kept.act((writer, known) => writer.erase(known))
    const after = await readRow()
    assert.ok(Object.keys(before).length > KEPT.length)
    for (const [column, value] of Object.entries(after))
      if (!KEPT.includes(column))
        assert.ok(EMPTY_VALUES.includes(value as null), `${column}: ${value}`)
    assert.equal(after.source_key, `erased:${kept.id}`)
    assert.deepEqual(await kept.query(`select * from revision where review_id = '${kept.id}'`), [])
  })
})

describe('Withheld reviews', () => {
  it('A withheld review stays hidden through imports until it is restored', async t => {
    const kept = await open(t)
    await kept.act((writer, known) => writer.withhold(known, 'spam'))
    assert.deepEqual(await shownIn(kept), ['r1', 'r2'])
    await kept.take(rows(3, () => ({ text: 'Changed.' })))
    assert.deepEqual(await shownIn(kept), ['r1', 'r2'])
    await kept.act((writer, known) => writer.restore(known))
    assert.deepEqual(await shownIn(kept), ['r0', 'r1', 'r2'])
    assert.deepEqual(await opsOf(kept), [
      'add',
      'add',
      'add',
      'withhold:spam',
      'edit',
      'edit',
      'restore',
    ])
  })

  it('A restored review has its newest text and a commitment to it', async t => {
    const kept = await open(t)
    await kept.act((writer, known) => writer.withhold(known, 'spam'))
    await kept.take(rows(1, () => ({ text: 'Changed.' })))
    await kept.act((writer, known) => writer.restore(known))
    const [entry] = await kept.query(
      'select revision, commitment from ledger order by seq desc limit 1',
    )
    assert.equal(entry?.revision, 2)
    assert.equal(String(entry?.commitment).length, 43)
  })

  it('A review points to its newest ledger entry after it is withheld and after it is restored', async t => {
    const kept = await open(t)
    const pointsToNewest = async () => {
      const [newest] = await kept.query('select max(seq) as seq from ledger')
      const [{ seq } = {}] = await kept.query("select seq from review where source_key = 'r0'")
      assert.equal(Number(seq), Number(newest!.seq))
      assert.ok(Number(seq) > 1)
    }
    await kept.act((writer, known) => writer.withhold(known, 'spam'))
    await pointsToNewest()
    await kept.act((writer, known) => writer.restore(known))
    await pointsToNewest()
  })
})

describe('Reviews that are gone at their source', () => {
  it('A review that was gone at its source comes back when an import has it again', async t => {
    const kept = await open(t)
    await kept.act((writer, known) => writer.remove(known.id))
    assert.deepEqual(await shownIn(kept), ['r1', 'r2'])
    assert.equal((await kept.take(rows(1))).returned, 1)
    assert.deepEqual(await shownIn(kept), ['r0', 'r1', 'r2'])
    assert.deepEqual((await opsOf(kept)).slice(3), ['gone_at_source:source_removed', 'restore'])
  })
})

describe('Reviews that do not count as verified', () => {
  const direct = () => ({ source: 'direct' })
  const withRule = (level: string) =>
    BusinessFile.parse({ ...business, verification: { direct: { level } } })

  it('An unverified review is kept without a ledger entry', async t => {
    const kept = await open(t, rows(2, direct))
    assert.deepEqual([await shownIn(kept), await opsOf(kept)], [[], []])
    await kept.take(rows(2, () => ({ source: 'direct', text: 'Changed.' })))
    assert.deepEqual(await opsOf(kept), [])
  })

  it('A review is added or withheld when the verification rule of its source changes', async t => {
    const kept = await open(t, rows(2, direct))
    await kept.store.write(writer => writer.setBusiness(withRule('invited')))
    assert.deepEqual(await shownIn(kept), ['r0', 'r1'])
    await kept.store.write(writer => writer.setBusiness(withRule('none')))
    assert.deepEqual(await shownIn(kept), [])
    await kept.store.write(writer => writer.setBusiness(withRule('transaction')))
    assert.deepEqual(await shownIn(kept), ['r0', 'r1'])
    assert.deepEqual(await opsOf(kept), [
      ...['rule', 'add', 'add'],
      ...['rule', 'withhold:not_verified', 'withhold:not_verified'],
      ...['rule', 'restore', 'restore'],
    ])
  })

  it('A review that was withheld before it was ever published is added when it is restored', async t => {
    const kept = await open(t, rows(1, direct))
    await kept.act((writer, known) => writer.withhold(known, 'spam'))
    await kept.store.write(writer => writer.setBusiness(withRule('invited')))
    assert.deepEqual(await opsOf(kept), ['rule'])
    await kept.act((writer, known) => writer.restore(known))
    assert.deepEqual([await shownIn(kept), await opsOf(kept)], [['r0'], ['rule', 'add']])
  })

  it('A new rule does not affect a review whose own row says how it was verified', async t => {
    const kept = await open(
      t,
      rows(2, () => ({ source: 'direct', verified: true })),
    )
    await kept.store.write(writer => writer.setBusiness(withRule('none')))
    assert.deepEqual(await shownIn(kept), ['r0', 'r1'])
  })
})

describe('Erased reviews', () => {
  const SECRETS = [
    'Quillon Vane',
    'dreadful boiler noise',
    'we are sorry, Quillon',
    'avatar-quillon',
    'ruido',
    'quillon-1',
    'Vane mood',
  ]
  const secret = row({
    source_id: 'r0',
    author: 'Quillon Vane',
    text: 'Such a dreadful boiler noise.',
    owner_reply: { text: 'Oh, we are sorry, Quillon.', date: '2026-03-20' },
    author_avatar_url: 'https://example.com/avatar-quillon.png',
    translation: { language: 'es', text: 'Un ruido horrible.' },
    photos: [{ url: 'https://example.com/quillon-1.jpg', source_url: null }],
    sub_ratings: { 'Vane mood': 1 },
  })

  it('An erased review leaves no word and no salt in any file of the database', async t => {
    const kept = await open(t, [secret, ...rows(400).slice(1)])
    await kept.take([{ ...secret, text: 'Such a dreadful boiler noise, still.' }])
    const salts = await kept.query(
      "select salt from revision join review on review.id = review_id where source_key = 'r0'",
    )
    assert.equal(salts.length, 2)
    const before = await bytesOf(kept.folder)
    for (const word of SECRETS) assert.ok(before.includes(word), word)
    await kept.act((writer, known) => writer.erase(known))
    await kept.store.scrub()
    const after = await bytesOf(kept.folder)
    for (const word of [...SECRETS, ...salts.map(({ salt }) => String(salt))])
      assert.ok(!after.includes(word), word)
  })

  it('An erased review without a source id leaves no word, although its key was made from the name', async t => {
    const kept = await openTestStore(t)
    await kept.take([{ ...secret, source_id: null, verification: { level: 'invited' } }])
    const [{ id }] = (await kept.store.changesSince(0)).shown as [KnownReview]
    await kept.store.write(async writer => writer.erase((await writer.find(id))!))
    await kept.store.scrub()
    assert.ok(!(await bytesOf(kept.folder)).includes('Quillon'))
  })

  it('Erasing a review deletes every analysis and the narrative, which may quote it', async t => {
    const kept = await open(t, [secret, ...rows(3).slice(1)])
    await kept.store.analyses.save('engine', new Map([['hash', 'dreadful boiler noise']]))
    await kept.store.write(writer => writer.setNarrative(narrativeOf('Quillon Vane was unhappy.')))
    const analyses = () => kept.query('select * from analysis')
    const narratives = () => kept.query("select value from setting where key = 'narrative'")
    assert.equal((await analyses()).length, 1)
    assert.match(String((await narratives())[0]?.value), /Quillon/)
    await kept.act((writer, known) => writer.erase(known))
    assert.deepEqual(await analyses(), [])
    assert.deepEqual(
      (await narratives()).map(({ value }) => value),
      ['null'],
    )
    await kept.store.scrub()
    const bytes = await bytesOf(kept.folder)
    for (const word of SECRETS) assert.ok(!bytes.includes(word), word)
  })

  it('Erasing a review deletes the corrections of what was read in it', async t => {
    const kept = await open(t)
    await kept.act((writer, known) =>
      writer.correct(known, { kind: 'technicians', id: 'Rosa Méndez', mark: 'not_mentioned' }),
    )
    const corrections = () => kept.query('select review_id from correction')
    assert.equal((await corrections()).length, 1)
    await kept.act((writer, known) => writer.erase(known))
    assert.deepEqual(await corrections(), [])
  })

  it('An import that has an erased review again deletes the analysis made ahead of it', async t => {
    const kept = await open(t)
    await kept.act((writer, known) => writer.erase(known))
    await kept.store.analyses.save('engine', new Map([['hash', 'dreadful boiler noise']]))
    await kept.take(rows(1))
    assert.deepEqual(await kept.query('select * from analysis'), [])
  })

  it('An import does not bring back an erased review, even with another date', async t => {
    const kept = await open(t)
    await kept.act((writer, known) => writer.erase(known))
    const report = await kept.take(rows(3, () => ({ date: '2026-01-31' })))
    assert.equal(report.erased, 1)
    assert.deepEqual(await shownIn(kept), ['r1', 'r2'])
  })

  it('A review that was withheld or gone at its source can be erased', async t => {
    for (const before of [
      (writer: StoreWriter, known: KnownReview) => writer.withhold(known, 'spam'),
      (writer: StoreWriter, known: KnownReview) => writer.remove(known.id),
    ]) {
      const kept = await open(t)
      await kept.act(before)
      await kept.act((writer, known) => writer.erase(known))
      assert.equal((await opsOf(kept)).at(-1), 'erase:erasure_request')
    }
  })

  it('Erasing a review that was never published leaves no ledger entry', async t => {
    const kept = await open(
      t,
      rows(1, () => ({ source: 'direct' })),
    )
    const version = await kept.store.version()
    await kept.act((writer, known) => writer.erase(known))
    assert.deepEqual(await opsOf(kept), [])
    assert.equal((await kept.query('select seq from review'))[0]?.seq, null)
    assert.equal((await kept.query('select count(*) as number from revision'))[0]?.number, 0)
    assert.equal(await kept.store.version(), version + 1)
  })
})

describe('Complete imports', () => {
  it('A complete import lists the reviews that it did not see, only of its own sources', async t => {
    const kept = await open(t, [...rows(3), ...rows(2, () => ({ source: 'yelp' }))])
    const { known, absent } = await kept.store.write(writer =>
      writer.listAbsent(['google'], new Set([kept.id])),
    )
    assert.deepEqual([known, absent.length], [3, 2])
  })

  it('Reviews that a complete import did not see are listed in the order of their ids', async t => {
    const kept = await open(t, [
      ...rows(3, number => ({ source: 'yelp', date: `2026-05-0${9 - number}` })),
      ...rows(3, number => ({ date: `2026-05-0${8 - 2 * number}` })),
    ])
    const { absent } = await kept.store.write(writer =>
      writer.listAbsent(['yelp', 'google'], new Set()),
    )
    const ids = absent.map(({ id }) => id)
    assert.equal(ids.length, 6)
    assert.deepEqual(ids, ids.toSorted())
  })

  it('A review that was missing no longer counts as missing when an import has it again', async t => {
    const kept = await open(t)
    await kept.store.write(writer => writer.markMissing([kept.id]))
    const version = await kept.store.version()
    await kept.take(rows(3))
    assert.equal(
      (await kept.query('select count(*) as number from review where missing_since is not null'))[0]
        ?.number,
      0,
    )
    assert.equal(await kept.store.version(), version)
  })
})
