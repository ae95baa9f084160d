import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { type AspectInsight, Insights } from '../../../../src/model/insights.ts'
import { SearchArgs } from '../../../../src/model/search.ts'
import { parseReview } from '../../../../src/publish/months/prepare-review.ts'
import { row } from '../../../kit/rows.ts'
import { readJson, readText, startBuilder } from '../../../kit/snapshot-builder.ts'
import { CAKES, KARAOKE, type Told, VET } from '../../insights/talked-about.ts'

const rowsOf = (told: Told[]) =>
  told.map(([rating, text], number) =>
    row({
      source_id: `told-${number}`,
      author: `Customer ${number}`,
      rating,
      text,
      date: `2026-0${1 + (number % 9)}-10`,
    }),
  )

async function build(t: TestContext, business: object, told: Told[]) {
  const builder = await startBuilder(t, business)
  await builder.take(rowsOf(told))
  return await builder.build()
}

const bar = { name: 'Star Bar', category: 'BarOrPub' }
const discoveredIn = ({ insights }: { insights: { aspects: AspectInsight[] } }) =>
  insights.aspects.filter(({ origin }) => origin === 'discovered').map(({ label }) => label)

describe('Discovered aspects', () => {
  it('Customers of a karaoke bar talk about microphones and the song list, not about its staff', async t => {
    assert.deepEqual(discoveredIn(await build(t, bar, KARAOKE)), ['Microphones', 'Song list'])
  })

  it('Customers of a cake shop talk about frosting, those of a vet about the receptionist and not about their dogs', async t => {
    const cakes = { name: 'Sugar Bakery', category: 'Bakery' }
    const vet = { name: 'Oak Vets', category: 'VeterinaryCare' }
    assert.deepEqual(discoveredIn(await build(t, cakes, CAKES)), ['Frosting'])
    assert.deepEqual(discoveredIn(await build(t, vet, VET)), ['Receptionist'])
  })

  it('What the business file names is no discovery', async t => {
    const taxonomy = { aspects: [{ id: 'sound', label: 'Sound', about: ['microphone*', 'mics'] }] }
    const named = { ...bar, name: 'The Microphone' }
    assert.deepEqual(discoveredIn(await build(t, named, KARAOKE)), ['Song list'])
    const listed = {
      ...bar,
      category: null,
      taxonomy,
      services: [{ id: 'songs', label: 'Song list' }],
    }
    assert.deepEqual(discoveredIn(await build(t, listed, KARAOKE)), [])
  })

  it('A pair of words is no discovery if one of them is written twice as often without the other', async t => {
    const sung = Array.from(
      { length: 40 },
      (_, number): Told => [4, `We sang ${number + 2} songs.`],
    )
    assert.deepEqual(discoveredIn(await build(t, bar, [...KARAOKE, ...sung])), ['Microphones'])
  })

  it('What the business is, is no discovery', async t => {
    const praised = ['great', 'lovely', 'terrible', 'fun', 'nice', 'dirty'].map(
      (word, number): Told => [4, `The karaoke bar was ${word}. Visit ${number}.`],
    )
    assert.deepEqual(
      discoveredIn(await build(t, { ...bar, name: 'Echo' }, [...KARAOKE, ...praised])),
      ['Microphones', 'Song list'],
    )
  })

  it('Four reviews are too few', async t => {
    const few = VET.filter(([, text]) => /receptionist/i.test(text)).slice(0, 4)
    const others: Told[] = [[5, 'Wonderful vet.']]
    assert.deepEqual(
      discoveredIn(
        await build(t, { name: 'Oak Vets', category: 'VeterinaryCare' }, [...few, ...others]),
      ),
      [],
    )
  })

  it('Its counts open exactly the reviews behind them, with the words that say so', async t => {
    const snapshot = await build(t, bar, KARAOKE)
    const { per_review, aspects } = Insights.parse(readJson(snapshot, '/insights.json'))
    const microphones = aspects.find(({ id }) => id === 'microphone')!
    assert.equal(microphones.mention_count, 13)
    for (const sentiment of ['positive', 'negative'] as const) {
      const args = SearchArgs.parse({
        aspect: 'Microphones',
        sentiment,
        evidence: true,
        limit: 100,
      })
      const found = snapshot.search(args)!
      assert.equal(found.matched, microphones[`${sentiment}_count`])
      for (const review of found.reviews.map(parseReview)) {
        const [passage] = found.evidence![review.id]!
        const own = per_review[review.id]!.aspects.find(({ id }) => id === 'microphone')!
        assert.match(review.text!, /mics|microphone/i)
        assert.deepEqual(
          [passage!.sentiment, review.text!.slice(passage!.from, passage!.to)],
          [sentiment, own.evidence],
        )
      }
    }
  })

  it('It has a page, and mics are microphones', async t => {
    const snapshot = await build(t, bar, KARAOKE)
    assert.match(readText(snapshot, '/aspects/microphone'), /Microphones/)
    assert.deepEqual(snapshot.findName('aspects', 'mics'), { id: 'microphone' })
  })

  it('A review that comes, changes or goes gives the same bytes as a fresh start', async t => {
    const builder = await startBuilder(t, bar)
    for (const part of [KARAOKE.slice(0, 12), KARAOKE.slice(0, 25), KARAOKE]) {
      await builder.take(rowsOf(part))
      await builder.build()
    }
    const grown = readText(await builder.build(), '/insights.json')
    assert.equal(grown, readText(await build(t, bar, KARAOKE), '/insights.json'))
  })
})
