import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  linesOf,
  looksLikeJsonLines,
  recordsOf,
  recordsOfLine,
  reviewNodes,
} from '../../../src/ingest/files/json-records.ts'
import { NoReviews, WrongFile } from '../../../src/ingest/values/file-problem.ts'

const three = [{ n: 1 }, { n: 2 }, { n: 3 }]

describe('the records of a JSON document', () => {
  it('are its elements', () => {
    assert.deepEqual(recordsOf(three), { records: three })
    assert.deepEqual(recordsOf([]), { records: [] })
  })

  for (const key of ['reviews', 'data', 'items', 'results', 'reviews_data'])
    it(`are those under ${key}`, () => {
      assert.deepEqual(recordsOf({ [key]: three, total: 3 }), { records: three })
    })

  it('are below the places of a list, whatever these are called', () => {
    const places = [
      { name: 'A', reviews: 2, reviews_data: [{ n: 1 }, { n: 2 }] },
      { name: 'B', reviews_data: null },
      { title: 'C', reviews: [{ n: 3 }] },
    ]
    assert.deepEqual(recordsOf(places), { records: three })
    assert.deepEqual(recordsOf({ data: places }), { records: three })
  })

  it('come with the business', () => {
    assert.deepEqual(recordsOf({ business: { name: 'A' }, reviews: three }), {
      records: three,
      business: { name: 'A' },
    })
  })

  it('are the document where it is a review itself', () => {
    assert.deepEqual(recordsOf({ rating: 5 }), { records: [{ rating: 5 }] })
  })

  it('are missed with what was expected', () => {
    for (const document of [{}, { reviews: {} }, 5, null, 'reviews', { '@type': 'LocalBusiness' }])
      assert.throws(() => recordsOf(document), NoReviews)
  })
})

describe('the reviews of JSON-LD', () => {
  const review = (n: number) => ({ '@type': 'Review', reviewBody: String(n) })
  const nodes = [review(1), review(2)]

  it('are found alone, in a list, in a graph and below the business', () => {
    assert.deepEqual(recordsOf(review(1)).records, [review(1)])
    assert.deepEqual(recordsOf(nodes).records, nodes)
    assert.deepEqual(recordsOf({ '@graph': [{ '@type': 'WebPage' }, ...nodes] }).records, nodes)
    assert.deepEqual(recordsOf({ '@type': 'Plumber', review: nodes }).records, nodes)
    assert.deepEqual(recordsOf([{ '@type': 'WebSite' }, { '@type': 'Plumber', review: nodes[0] }]).records, [
      nodes[0],
    ])
  })

  it('may have several types, or a type with its address', () => {
    for (const type of [['Thing', 'Review'], 'https://schema.org/Review', 'schema:UserReview'])
      assert.equal(reviewNodes({ '@type': type }).length, 1)
    for (const type of ['Preview', 'ReviewAction', 'AggregateRating', undefined, 5])
      assert.equal(reviewNodes({ '@type': type }).length, 0)
  })

  it('end at some depth', () => {
    const deep = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`)
    assert.deepEqual(reviewNodes(deep), [])
  })
})

describe('a file that is taken for reviews', () => {
  const wrong = (document: unknown) => {
    try {
      recordsOf(document)
    } catch (error) {
      assert.ok(error instanceof WrongFile)
      return error.message
    }
    return ''
  }

  it('is told from the reviews that an account wrote itself, and where the right one is', () => {
    for (const properties of [
      { five_star_rating_published: 5 },
      { review_text_published: 'x' },
      { location: {} },
    ]) {
      const message = wrong({ type: 'FeatureCollection', features: [{ type: 'Feature', properties }] })
      assert.match(
        message,
        /wrote about other places.*reviews\.json.*Google Business Profile.*takeout\.google\.com/,
      )
    }
  })

  it('may hold an error of the service, of which only the code is repeated', () => {
    const message = wrong({ error: { message: 'Call ada@example.com', code: 12 } })
    assert.match(message, /error message from the service \(code 12\) and no reviews/)
    assert.doesNotMatch(message, /ada/)
    assert.match(wrong({ error: 'quota', data: [] }), /error message from the service and no reviews/)
  })
})

describe('JSON lines', () => {
  it('are known by a first line that is an object, and something after it', () => {
    assert.ok(looksLikeJsonLines('\n{"a":1}\n{"a":2}'))
    for (const text of ['{"a":1}\n', '{\n"a":1}', '[{"a":1}]\n{}', '[1]\n[2]', '{"a":1},\n{"a":2}'])
      assert.equal(looksLikeJsonLines(text), false, text)
  })

  it('may hold a place with its reviews on each line', () => {
    assert.deepEqual(recordsOfLine('{"name":"A","reviews_data":[{"n":1},{"n":2}]}'), [{ n: 1 }, { n: 2 }])
    assert.deepEqual(recordsOfLine('{"n":1}'), [{ n: 1 }])
    assert.equal(recordsOfLine('{"n":'), null)
  })

  it('are the lines of the text, however it is cut', async () => {
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
