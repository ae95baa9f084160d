import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  linesOf,
  looksLikeJsonLines,
  recordsOf,
  recordsOfLine,
  reviewNodes,
} from '../../../../src/ingest/files/json-records.ts'
import { NoReviews, WrongFile } from '../../../../src/ingest/values/file-problem.ts'

const three = [{ n: 1 }, { n: 2 }, { n: 3 }]

describe('The records of a JSON document', () => {
  it('The reviews of places are found in the lists of several searches, and in the answer about one place', () => {
    const review = { review_id: 'a' }
    const nested = {
      status: 'Success',
      data: [[{ name: 'A', reviews_data: [review] }], [{ reviews_data: [review] }]],
    }
    assert.deepEqual(recordsOf(nested).records, [review, review])
    assert.deepEqual(
      recordsOf({ status: 'OK', result: { name: 'A', reviews: [review] } }).records,
      [review],
    )
  })

  it('The records of a list are its elements', () => {
    assert.deepEqual(recordsOf(three), { records: three })
    assert.deepEqual(recordsOf([]), { records: [] })
  })

  for (const key of ['reviews', 'data', 'items', 'results', 'reviews_data'])
    it(`The records of an object may be under ${key}`, () => {
      assert.deepEqual(recordsOf({ [key]: three, total: 3 }), { records: three })
    })

  it('The records of a list of locations are one level deeper, whatever the locations are called', () => {
    const places = [
      { name: 'A', reviews: 2, reviews_data: [{ n: 1 }, { n: 2 }] },
      { name: 'B', reviews_data: null },
      { title: 'C', reviews: [{ n: 3 }] },
    ]
    assert.deepEqual(recordsOf(places), { records: three })
    assert.deepEqual(recordsOf({ data: places }), { records: three })
  })

  it('The records of BrightLocal have the address of the page they were read from', () => {
    const job = (address: string, rating: number) => ({
      payload: { 'profile-url': address, 'api-key': 'secret' },
      results: [{ reviews: [{ rating }] }],
    })
    const failed = [{ status: 'Failed', payload: {}, results: null }, null, { results: [] }]
    const jobs = [job('https://a.example', 5), ...failed, job('https://b.example', 4)]
    assert.deepEqual(recordsOf({ results: { LdFetchReviews: jobs } }).records, [
      { rating: 5, 'profile-url': 'https://a.example' },
      { rating: 4, 'profile-url': 'https://b.example' },
    ])
  })

  it('The records come with the business', () => {
    assert.deepEqual(recordsOf({ business: { name: 'A' }, reviews: three }), {
      records: three,
      business: { name: 'A' },
    })
  })

  it('A document that is itself a review is the only record', () => {
    assert.deepEqual(recordsOf({ rating: 5 }), { records: [{ rating: 5 }] })
  })

  it('The records may be in a list for each language, or for each place, whose name then counts', () => {
    const [one, two] = [{ rating: 5 }, { rating: 4 }]
    assert.deepEqual(recordsOf({ en: [one], 'pt-BR': [two] }), { records: [one, two] })
    assert.deepEqual(
      recordsOf({ ChIJ1: { name: 'A', reviews: [one] }, ChIJ2: { reviews: [two] } }),
      {
        records: [one, two],
        places: ['ChIJ1', 'ChIJ2'],
      },
    )
    for (const other of [{ en: [] }, { en: [one], count: 1 }, { tags: ['a'] }])
      assert.throws(() => recordsOf(other), NoReviews)
  })

  it('A document without records is rejected with what was expected', () => {
    for (const document of [{}, { reviews: {} }, 5, null, 'reviews', { '@type': 'LocalBusiness' }])
      assert.throws(
        () => recordsOf(document),
        (error: Error) =>
          error instanceof NoReviews &&
          error.message.startsWith('has no reviews: expected an object with a "reviews" array'),
      )
  })
})

describe('The reviews of JSON-LD', () => {
  const review = (n: number) => ({ '@type': 'Review', reviewBody: String(n) })
  const nodes = [review(1), review(2)]

  it('Reviews in JSON-LD are found alone, in a list, in a graph and below the business', () => {
    assert.deepEqual(recordsOf(review(1)).records, [review(1)])
    assert.deepEqual(recordsOf(nodes).records, nodes)
    assert.deepEqual(recordsOf({ '@graph': [{ '@type': 'WebPage' }, ...nodes] }).records, nodes)
    assert.deepEqual(recordsOf({ '@type': 'Plumber', review: nodes }).records, nodes)
    // As Thumbtack writes them: one list for each.
    assert.deepEqual(
      recordsOf({ '@type': 'Plumber', review: nodes.map(node => [node]) }).records,
      nodes,
    )
    assert.deepEqual(
      recordsOf([{ '@type': 'WebSite' }, { '@type': 'Plumber', review: nodes[0] }]).records,
      [nodes[0]],
    )
  })

  it('A review in JSON-LD may have several types, or a type with its address', () => {
    for (const type of [['Thing', 'Review'], 'https://schema.org/Review', 'schema:UserReview'])
      assert.equal(reviewNodes({ '@type': type }).length, 1)
    for (const type of ['Preview', 'ReviewAction', 'AggregateRating', undefined, 5])
      assert.equal(reviewNodes({ '@type': type }).length, 0)
  })

  it('The search for reviews in JSON-LD ends at some depth', () => {
    const deep = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`)
    assert.deepEqual(reviewNodes(deep), [])
  })
})

describe('A file that is taken for reviews', () => {
  const wrong = (document: unknown) => {
    try {
      recordsOf(document)
    } catch (error) {
      assert.ok(error instanceof WrongFile)
      return error.message
    }
    return ''
  }

  it('Reviews that an account wrote itself are recognized, with a hint to the right file', () => {
    for (const properties of [
      { five_star_rating_published: 5 },
      { review_text_published: 'x' },
      { location: {} },
    ]) {
      const message = wrong({
        type: 'FeatureCollection',
        features: [{ type: 'Feature', properties }],
      })
      assert.match(
        message,
        /wrote about other places.*reviews\.json.*Google Business Profile.*takeout\.google\.com/,
      )
    }
  })

  it('An error message of a service is recognized, and only its code is repeated', () => {
    const message = wrong({ error: { message: 'Call ada@example.com', code: 12 } })
    assert.match(message, /error message from the service \(code 12\) and no reviews/)
    assert.doesNotMatch(message, /ada/)
    assert.match(
      wrong({ error: 'quota', data: [] }),
      /error message from the service and no reviews/,
    )
  })
})

describe('JSON lines', () => {
  it('JSON lines are recognized by a first line that is an object, with more to follow', () => {
    assert.ok(looksLikeJsonLines('\n{"a":1}\n{"a":2}'))
    for (const text of ['{"a":1}\n', '{\n"a":1}', '[{"a":1}]\n{}', '[1]\n[2]', '{"a":1},\n{"a":2}'])
      assert.equal(looksLikeJsonLines(text), false, text)
  })

  it('Each JSON line may hold a location with its reviews', () => {
    assert.deepEqual(recordsOfLine('{"name":"A","reviews_data":[{"n":1},{"n":2}]}'), [
      { n: 1 },
      { n: 2 },
    ])
    assert.deepEqual(recordsOfLine('{"n":1}'), [{ n: 1 }])
    assert.equal(recordsOfLine('{"n":'), null)
  })

  it('JSON lines are the lines of the text, however it is split', async () => {
    async function* pieces(text: string, size: number) {
      for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
    }
    const text = () => fc.string({ unit: fc.constantFrom('\n', 'a', '\u2028', ' ') })
    await fc.assert(
      fc.asyncProperty(text(), fc.integer({ min: 1, max: 9 }), async (text, size) => {
        const lines = await Array.fromAsync(linesOf(pieces(text, size)))
        assert.deepEqual(
          lines,
          text.split('\n').map((line, index) => ({ number: index + 1, line })),
        )
      }),
    )
  })
})
