import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { photosIn, subRatingsIn } from '../../../../src/ingest/values/review-extras.ts'
import { ReviewRow } from '../../../../src/model/review.ts'

const at = (name: string) => `https://photos.example/${name}`
const urlsIn = (value: unknown) => photosIn(value)?.map(({ url }) => url)

describe('The photos of a review', () => {
  it('Photos may be a list of links or of objects, or stand in one cell', () => {
    const expected = [at('1'), at('2')]
    assert.deepEqual(urlsIn(expected), expected)
    assert.deepEqual(
      urlsIn([{ image_url: at('1') }, { googleUrl: at('2'), thumbnailUrl: at('3') }]),
      expected,
    )
    for (const separator of [' ', ', ', ',', ';', '\n', ' | '])
      assert.deepEqual(urlsIn(` ${expected.join(separator)}${separator}`), expected, separator)
    assert.deepEqual(urlsIn(JSON.stringify(expected)), expected)
    assert.deepEqual(urlsIn({ 0: at('1'), 1: at('2') }), expected)
    assert.deepEqual(urlsIn(`${at('w_1,h_2/a')},${at('b')}`), [at('w_1,h_2/a'), at('b')])
  })

  it('A photo keeps the page that shows it', () => {
    assert.deepEqual(photosIn([{ url: at('1'), source_url: at('page') }]), [
      { url: at('1'), source_url: at('page') },
    ])
  })

  it('An empty list says that there are none, and nothing readable says nothing', () => {
    for (const none of [[], {}, null]) assert.deepEqual(photosIn(none), [])
    for (const value of [
      undefined,
      '',
      ' ',
      'none',
      0,
      true,
      ['none'],
      '[',
      '[1]',
      '5',
      [[at('1')]],
    ])
      assert.equal(photosIn(value), undefined, JSON.stringify(value))
  })

  it('Only links to photos are kept: nothing that runs, no address of a person, no page of a reviewer', () => {
    const hostile = [
      ...[
        'javascript:alert(1)',
        'data:image/png;base64,AA==',
        'file:///etc/passwd',
        '//photos.example/1',
      ],
      ...[
        'https://',
        'https://photos.example/?for=ada@private.example',
        at('ada%40private.example'),
      ],
      ...[
        'https://www.google.com/maps/contrib/12/photos',
        `https://photos.example/${'a'.repeat(2000)}`,
      ],
    ]
    for (const url of hostile) assert.deepEqual(urlsIn([url, at('1'), { url }]), [at('1')], url)
    for (const source_url of hostile.slice(0, -1))
      assert.deepEqual(photosIn([{ url: at('1'), source_url }]), [
        { url: at('1'), source_url: null },
      ])
  })

  it('At most twenty are kept, each once', () => {
    const many = Array.from({ length: 50 }, (_, number) => at(String(number >> 1)))
    assert.deepEqual(urlsIn(many), [...new Set(many)].slice(0, 20))
  })

  it('Whatever a file holds, what is read from it is valid', () => {
    const value = fc.oneof(
      fc.anything(),
      fc.webUrl(),
      fc.array(fc.oneof(fc.webUrl(), fc.anything())),
    )
    fc.assert(
      fc.property(value, value => {
        const photos = photosIn(value)
        assert.deepEqual(ReviewRow.shape.photos.parse(photos), photos)
      }),
    )
  })
})

describe('The sub-ratings of a review', () => {
  it('Sub-ratings are numbers from 1 to 5 in any usual notation', () => {
    assert.deepEqual(
      subRatingsIn({ Food: 4, Service: '5', Rooms: '4/5', Location: '4,5', Value: ' 3.0 ' }),
      {
        ...{ Food: 4, Service: 5, Rooms: 4, Location: 4.5, Value: 3 },
      },
    )
    assert.deepEqual(subRatingsIn('{"Food": 4}'), { Food: 4 })
    assert.deepEqual(subRatingsIn('Food 4; Room service 4.5'), { Food: 4, 'Room service': 4.5 })
  })

  it('Other answers beside them are left out', () => {
    const others = {
      'Price per person': '$20–30',
      'Wait time': 'No wait',
      Zero: 0,
      Six: 6,
      More: '5.5',
      Yes: true,
      List: [4],
      Object: { toString: 4 },
      Nothing: null,
      Recommended: 'Dumplings',
    }
    assert.deepEqual(subRatingsIn({ ...others, Food: 4 }), { Food: 4 })
    assert.equal(subRatingsIn(others), undefined)
  })

  it('An empty object says that there are none, and nothing readable says nothing', () => {
    for (const none of [[], {}, null]) assert.deepEqual(subRatingsIn(none), {})
    for (const value of [undefined, '', '5', 'Food', [4], 4, true])
      assert.equal(subRatingsIn(value), undefined, JSON.stringify(value))
  })

  it('A name is a short line of text, and never what an object inherits from', () => {
    const stated = JSON.parse(
      `{"__proto__": 5, " __proto__ ": 5, "constructor": 2, "": 3, "  ": 3, "Food\\n\\u0000 x": 4,
        "ada@private.example": 5, "+1 555 010 7781": 5, "${'a'.repeat(61)}": 5}`,
    )
    const ratings = subRatingsIn(stated)!
    assert.deepEqual(Object.entries(ratings), [
      ['constructor', 2],
      ['Food x', 4],
    ])
    assert.equal(Object.getPrototypeOf(ratings), Object.prototype)
  })

  it('At most twenty are kept', () => {
    const many = Object.fromEntries(
      Array.from({ length: 30 }, (_, number) => [`Dish ${number}`, 5]),
    )
    assert.equal(Object.keys(subRatingsIn(many)!).length, 20)
  })

  it('Whatever a file holds, what is read from it is valid', () => {
    const ratings = fc.dictionary(
      fc.string(),
      fc.oneof(fc.anything(), fc.double({ min: 0, max: 6 })),
    )
    fc.assert(
      fc.property(fc.oneof(fc.anything(), ratings), value => {
        const read = subRatingsIn(value)
        assert.deepEqual(ReviewRow.shape.sub_ratings.parse(read), read)
      }),
    )
  })
})
