import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { readDemoTexts } from '../../../build/demo-readings.ts'
import { parseBusinessFile } from '../../../src/ingest/business-file.ts'
import type { ReviewRow } from '../../../src/model/review.ts'
import { seedDemo } from '../../../src/serve/seed-demo.ts'
import { openTestStore } from '../../kit/store.ts'
import { checkRows } from '../../kit/valid-rows.ts'

const read = (name: string) =>
  readFileSync(new URL(`../../../demo/${name}`, import.meta.url), 'utf8')
const business = parseBusinessFile(read('business.json'))
const reviews = checkRows(JSON.parse(read('reviews.json')).reviews)
const edits = checkRows(JSON.parse(read('edits.json')).reviews)
const count = (belongs: (row: ReviewRow) => boolean) => reviews.good.filter(belongs).length

describe('the demo business', () => {
  it('The demo business says that it is fictional', () => {
    assert.equal(business.fictional, true)
    assert.match(business.description!, /fictional/)
  })

  it('The demo business has enough people, services and areas', () => {
    assert.ok(business.technicians.length >= 6)
    assert.ok(business.services.length >= 9)
    assert.ok(business.service_areas.length >= 12)
  })

  it('The demo has only valid rows, at least 240 over four years', () => {
    assert.deepEqual([...reviews.problems, ...edits.problems], [])
    assert.ok(reviews.good.length >= 240)
    const dates = reviews.good.map(row => row.date).toSorted()
    assert.ok(Number(dates.at(-1)!.slice(0, 4)) - Number(dates[0]!.slice(0, 4)) >= 4)
  })

  it('The demo has every rating, ratings without text, replies, several languages and edits', () => {
    for (const rating of [1, 2, 3, 4, 5])
      assert.ok(count(row => row.rating === rating) >= 10, `${rating} stars`)
    assert.ok(count(row => row.text === null) >= 10)
    assert.ok(count(row => row.owner_reply !== null) >= 40)
    assert.ok(new Set(reviews.good.map(row => row.language)).size >= 6)
    assert.ok(edits.good.length >= 10)
  })

  it('The demo contains no e-mail address, telephone number or link', () => {
    for (const { text, owner_reply } of [...reviews.good, ...edits.good])
      assert.doesNotMatch(`${text} ${owner_reply?.text}`, /@\w|https?:|\d{3}-\d{4}/)
  })

  it('The demo is the same on every machine and on every day', async t => {
    const [here, there] = [await openTestStore(t), await openTestStore(t)]
    there.clock.now = '2027-01-01T00:00:00.000Z'
    await seedDemo(here.store, new Date('2026-12-01'))
    await seedDemo(there.store, new Date(there.clock.now))
    const [once, later] = [await here.store.changesSince(0), await there.store.changesSince(0)]
    // Salts are random, and the ledger records when it was written.
    const unsalted = ({ shown }: typeof once) => shown.map(({ salt: _, ...review }) => review)
    assert.deepEqual(unsalted(once), unsalted(later))
    assert.notEqual(once.changedAt, later.changedAt)
  })

  it('What ships as read in the texts of the demo is what the engine reads in them', async () => {
    const { engine, results } = await readDemoTexts()
    const shipped = JSON.parse(read('readings.json'))
    assert.equal(shipped.engine, engine, 'run npm run demo:readings')
    assert.deepEqual(shipped.results, results)
    assert.ok(Object.keys(results).length >= 240)
  })

  it('The demo is imported once, with its edits', async t => {
    const { store } = await openTestStore(t)
    await seedDemo(store, new Date('2026-11-15'))
    await seedDemo(store, new Date('2026-11-16'))
    assert.equal(await store.version(), 1)
    assert.equal(
      (await store.changesSince(0)).shown.filter(review => review.revision === 2).length,
      edits.good.length,
    )
  })
})
