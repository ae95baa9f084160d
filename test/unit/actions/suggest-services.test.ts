import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { suggestServices } from '../../../src/actions/suggest-people.ts'
import usual from '../../../src/actions/usual-services.json' with { type: 'json' }
import { JOB_THINGS, readServices } from '../../../src/insights/jobs/job-signs.ts'
import { BusinessFile, type Trade } from '../../../src/model/business.ts'
import type { ReviewRecord } from '../../../src/model/record.ts'

const said = (texts: (string | null)[]) =>
  texts.map((text, index) => ({
    id: String(index),
    content: { text },
  })) as unknown as ReviewRecord[]

const REVIEWS = said([
  'They replaced our water heater. The water heater works.',
  'He fixed the water heater the same day.',
  'Unclogged the drain in an hour.',
  'They cleared our kitchen drain.',
  'Repaired the toilet.',
  'Great service.',
  null,
])

describe('Suggested services', () => {
  it('Are what at least two reviews say was done, each review counted once', async () => {
    const business = BusinessFile.parse({ name: 'Flow', category: 'Plumber' })
    assert.deepEqual(await suggestServices(business, REVIEWS), [
      { id: 'drain', label: 'Drains', reviews: 2 },
      { id: 'water_heater', label: 'Water heaters', reviews: 2 },
    ])
  })

  it('Are from the newest reviews, in whatever order they come', async () => {
    const old = said(Array.from({ length: 2000 }, () => null))
    const newest = REVIEWS.map(review => ({ ...review, id: `new ${review.id}` }))
    const business = BusinessFile.parse({ name: 'Flow', category: 'Plumber' })
    const found = await suggestServices(business, [...old, ...newest])
    assert.deepEqual(
      found.map(({ id }) => id),
      ['drain', 'water_heater'],
    )
  })

  it('Are not those that the business lists under a name of its own', async () => {
    const services = [{ id: 'tanks', label: 'Hot water service' }]
    const business = BusinessFile.parse({ name: 'Flow', category: 'Plumber', services })
    const found = await suggestServices(business, REVIEWS)
    assert.deepEqual(
      found.map(({ id }) => id),
      ['drain'],
    )
  })

  it('Are only those of the trade', async () => {
    const reviews = said(['Got a great haircut.', 'My haircut is perfect.'])
    const suggest = async (category: string) =>
      await suggestServices(BusinessFile.parse({ name: 'A', category }), reviews)
    assert.deepEqual(await suggest('HairSalon'), [{ id: 'haircut', label: 'Haircuts', reviews: 2 }])
    assert.deepEqual(await suggest('Plumber'), [])
  })

  it('Have names by which reviews find them again once they are listed', () => {
    for (const [id, label] of Object.entries(usual)) {
      const [read] = readServices([{ id, label, aliases: [] }], TRADES[JOB_THINGS.get(id)!.trade]!)
      assert.deepEqual(read?.things, [id], label)
    }
  })
})

/** A trade that works on the things of each family. */
const TRADES: Record<string, Trade> = {
  auto: 'auto_repair',
  dental: 'dental',
  electrical: 'electrical',
  heating: 'heating_cooling',
  home: 'home',
  law: 'law',
  movers: 'movers',
  plumbing: 'plumbing',
  restaurant: 'restaurant',
  salon: 'salon',
  senior: 'senior_living',
}
