/** A bar whose reviews are Hungarian, with the translations that Google stores beside them. */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import type { ReviewsDataset } from '../../../src/model/dataset.ts'
import type { Insights } from '../../../src/model/insights.ts'
import type { SearchArgs } from '../../../src/model/search.ts'
import { day, row } from '../../kit/rows.ts'
import { readJson, readText, startBuilder } from '../../kit/snapshot-builder.ts'

const BAR = { name: 'Kék Bár', category: 'BarOrPub', locale: 'en-US' }

interface Written {
  rating: number
  text: string
  language?: string | null
  translation?: { language?: string; text: string }
}

const CRITICAL: Written[] = [
  [
    'Sokat kellett várni a sörre, és a pincér udvariatlan volt.',
    'We waited forever for our beer and the waiter was rude.',
  ],
  [
    'Drága és hideg volt az étel, soha többet nem megyünk.',
    'The food was cold and far too expensive for what we got.',
  ],
  [
    'Kétszer annyit számoltak fel, mint az étlapon.',
    'They charged us twice the price that was on the menu.',
  ],
  [
    'A mosdó koszos volt, a zene elviselhetetlen.',
    'The bathroom was filthy and the music was unbearable.',
  ],
].map(([text, translated], number) => ({
  rating: 1 + (number % 2),
  text: text!,
  translation: { language: 'en', text: translated! },
}))

const PRAISE: Written[] = Array.from({ length: 8 }, (_, number) => ({
  rating: 5,
  text: `Szuper hely, nagyon kedves kiszolgálás és finom koktélok, ${number} barátommal voltunk itt.`,
  translation: {
    language: 'en',
    text: `The staff at this bar were very friendly and the cocktails were delicious, we were ${number} friends.`,
  },
}))

const UNTRANSLATED: Written = {
  rating: 4,
  text: 'Jó hangulatú hely, szívesen jövünk máskor is ide.',
}
const GERMAN: Written = { rating: 2, text: 'Das Essen war kalt und der Kellner sehr unfreundlich.' }
const NAMES: Written = { rating: 5, text: 'Mike, Dave and Tony!!!' }
const MISLABELED: Written = { ...UNTRANSLATED, rating: 3, language: 'en' }

async function open(t: TestContext, written: Written[]) {
  const builder = await startBuilder(t, BAR)
  await builder.take(
    written.map((one, number) =>
      row({
        source_id: `r${number}`,
        date: day(number),
        updated_at: `${day(number)}T10:00:00Z`,
        ...one,
      }),
    ),
  )
  const snapshot = await builder.build()
  const { reviews } = readJson(snapshot, '/reviews.json') as ReviewsDataset
  const insights = readJson(snapshot, '/insights.json') as Insights
  const readings = reviews.map(review => ({ review, reading: insights.per_review[review.id]! }))
  const readingOf = ({ text, rating }: Written) =>
    readings.find(({ review }) => review.text === text && review.rating === rating)!.reading
  const search = (args: Partial<SearchArgs>) =>
    snapshot.search({ sort: 'newest', limit: 100, evidence: true, ...args })!
  return { snapshot, reviews, insights, readings, readingOf, search }
}

const ALL = [...CRITICAL, ...PRAISE, UNTRANSLATED, GERMAN, NAMES, MISLABELED]

describe('Reviews with a translation by the source', () => {
  it('Every critical review with a translation is read, and what it says is quoted from the translation', async t => {
    const { readings } = await open(t, ALL)
    const critical = readings.filter(({ review }) => review.rating <= 2 && review.translation)
    assert.equal(critical.length, CRITICAL.length)
    for (const { review, reading } of critical) {
      assert.equal(reading.basis, 'translation')
      assert.ok(
        reading.aspects.some(({ sentiment }) => sentiment === 'negative'),
        review.translation!.text,
      )
      for (const { evidence } of reading.aspects)
        assert.ok(review.translation!.text.includes(evidence))
    }
  })

  it('The languages are listed with how they are read, largest first', async t => {
    const { insights } = await open(t, ALL)
    const counts = insights.languages.map(({ search_url, ...count }) => count)
    assert.deepEqual(counts, [
      { language: 'hu', review_count: 12, read: 'translation' },
      { language: null, review_count: 1, read: 'native' },
      { language: 'de', review_count: 1, read: 'native' },
      // Declared so: what the search finds is what the record says.
      { language: 'en', review_count: 1, read: 'no' },
      { language: 'hu', review_count: 1, read: 'no' },
    ])
    const { read, without_text, unknown_language } = insights.coverage
    assert.deepEqual([read, without_text, unknown_language], [14, 0, 2])
  })

  it('German is read without being declared, names are read as before, and a wrong declaration is ignored', async t => {
    const { readingOf } = await open(t, ALL)
    assert.equal(readingOf(GERMAN).basis, 'text')
    assert.ok(readingOf(GERMAN).aspects.some(({ sentiment }) => sentiment === 'negative'))
    assert.equal(readingOf(NAMES).basis, 'text')
    assert.equal(readingOf(MISLABELED).basis, 'rating')
    assert.equal(readingOf(UNTRANSLATED).basis, 'rating')
  })

  it('A text that can be read is read itself, whatever its translation', async t => {
    const translation = { language: 'en', text: 'The food was cold and the waiter was very rude.' }
    const { readings } = await open(t, [{ ...GERMAN, translation }])
    assert.equal(readings[0]!.reading.basis, 'text')
    for (const { evidence } of readings[0]!.reading.aspects)
      assert.ok(GERMAN.text.includes(evidence))
  })

  it('A translation into a language that is not read is of no use', async t => {
    const translation = { language: 'pl', text: 'Jedzenie było zimne, a kelner niegrzeczny.' }
    const { readings } = await open(t, [{ ...CRITICAL[0]!, translation }])
    assert.equal(readings[0]!.reading.basis, 'rating')
  })

  it('Passages say which text they are in, and search finds both texts', async t => {
    const { search, reviews, insights } = await open(t, ALL)
    const byId = new Map(reviews.map(review => [review.id, review]))
    const aspect = insights.aspects.find(({ negative_count }) => negative_count > 0)!.id
    const found = Object.entries(search({ aspect, sentiment: 'negative' }).evidence!)
    assert.ok(found.some(([, passages]) => passages.some(({ field }) => field === 'translation')))
    for (const [id, passages] of found)
      for (const { field, from, to } of passages) {
        const review = byId.get(id)!
        const words = (field === 'translation' ? review.translation!.text : review.text!).slice(
          from,
          to,
        )
        const { evidence } = insights.per_review[id]!.aspects.find(one => one.id === aspect)!
        assert.equal(words, evidence)
      }
    const [first] = CRITICAL
    for (const [query, field] of [
      ['waiter was rude', 'translation'],
      ['udvariatlan', 'text'],
    ] as const) {
      const { matched, evidence } = search({ query })
      assert.equal(matched, 1)
      const [passages] = Object.values(evidence!)
      assert.equal(passages![0]!.field, field)
      const text = field === 'text' ? first!.text : first!.translation!.text
      assert.equal(text.slice(passages![0]!.from, passages![0]!.to), query)
    }
    assert.equal(search({ query: 'volt. We' }).matched, 0)
  })

  it('Pages mark quotes from translations, and say which languages are read how', async t => {
    const { snapshot, insights } = await open(t, ALL)
    const highlights = readText(snapshot, '/highlights').replaceAll(/<[^>]+>/g, '')
    assert.match(
      highlights,
      /12 were read in the translations their sources provide: Hungarian \(12\)\./,
    )
    assert.match(
      highlights,
      /2 are in languages the analysis cannot read or identify, so only their stars count: English \(1\), Hungarian \(1\)\./,
    )
    assert.equal(insights.pull_quote!.is_translation, true)
    const summary = readText(snapshot, '/summary.md')
    const quote = summary.slice(summary.indexOf(insights.pull_quote!.text))
    assert.match(quote, /\[\(translated by the source\)\]\([^)]*\/reviews\/[^)]*\)/)
  })
})
