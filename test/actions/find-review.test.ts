import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { reviewIdIn } from '../../src/actions/find-review.ts'

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
