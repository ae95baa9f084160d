import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findByIdPrefix, reviewIdIn } from '../../../src/actions/find-review.ts'

const ID = '01M3WYJ8003AT2X1FHEES5JWD5'

describe('The id of a review in what the owner gives', () => {
  for (const given of [
    ID,
    ` ${ID.toLowerCase()}\n`,
    `https://reviews.example.com/reviews/${ID}`,
    `http://localhost:8080/reviews/${ID}?page=2#top`,
    `https://reviews.example.com/api/reviews/${ID}`,
    `/reviews/${ID}.md`,
    `https://reviews.example.com/embed/${ID}/`,
  ])
    it(`The id is found in ${JSON.stringify(given)}`, () => assert.equal(reviewIdIn(given), ID))

  for (const given of ['nothing', `${ID}0`, `x${ID}`, 'https://reviews.example.com/reviews', ''])
    it(`No id is read from ${JSON.stringify(given)}`, () => assert.equal(reviewIdIn(given), given))
})

describe('The review that is meant by the beginning of its id', () => {
  const reviews = ['A', 'B', 'C', 'D', 'E', 'F'].map(end => ({
    id: `01M3WYJ8003AT2X1FHEES5JW${end}5`,
  }))
  const other = { id: '01N3WYJ8003AT2X1FHEES5JWD5' }

  it('Six characters are enough if no other id starts with them, and five are not', () => {
    assert.equal(findByIdPrefix([...reviews, other], '01n3wy'), other)
    assert.throws(() => findByIdPrefix([other], '01N3W'), /There is no published review 01N3W\./)
  })

  it('An id that several start with is rejected with the first five of them', () => {
    const listed = (count: number) => {
      try {
        return findByIdPrefix(reviews.slice(0, count), '01M3WY').id
      } catch (error) {
        return (error as Error).message
      }
    }
    assert.equal(listed(1), reviews[0]!.id)
    const five = reviews.slice(0, 5).map(({ id }) => id)
    assert.equal(listed(5), `5 ids start with 01M3WY: ${five.join(', ')}. Give more characters.`)
    assert.equal(listed(6), `6 ids start with 01M3WY: ${five.join(', ')}, …. Give more characters.`)
  })
})
