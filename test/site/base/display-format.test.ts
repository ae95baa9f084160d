import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  count,
  figure,
  formatDate,
  formatMonth,
  initials,
  percent,
  shorten,
  sourceName,
  writtenOn,
} from '../../../src/site/base/display-format.ts'

describe('figures and names for people', () => {
  it('Thousands are separated by commas', () => {
    assert.deepEqual([0, 999, 1000, 1234567].map(figure), ['0', '999', '1,000', '1,234,567'])
  })

  it('Shares are written the English way', () => {
    assert.deepEqual([0, 33.4, 100].map(percent), ['0%', '33%', '100%'])
  })

  it('Counts use the singular and the plural', () => {
    assert.deepEqual(
      [0, 1, 2000].map(number => count(number, 'review')),
      ['0 reviews', '1 review', '2,000 reviews'],
    )
    assert.equal(count(2, 'review was', 'reviews were'), '2 reviews were')
  })

  it('Dates and months are written out', () => {
    assert.equal(formatDate('2026-11-05'), '5 Nov 2026')
    assert.equal(formatDate('2026-01-31T23:59:59Z'), '31 Jan 2026')
    assert.equal(formatMonth('2026-12'), 'Dec 2026')
  })

  it('Initials are the first letters of the first and the last name', () => {
    const names = ['Ada Moreno', 'Mary Ann van der Berg', 'prince', 'élodie', '李 小龍', '4711', '']
    assert.deepEqual(names.map(initials), ['AM', 'MB', 'P', 'É', '李小', '?', '?'])
  })

  it('Sources are written the way they write themselves', () => {
    assert.deepEqual(['google', 'bbb', 'home_stars'].map(sourceName), ['Google', 'BBB', 'Home Stars'])
    assert.equal(writtenOn('yelp'), 'on Yelp')
    assert.equal(writtenOn('direct'), 'sent to the business')
  })

  it('Long texts are cut between words', () => {
    assert.equal(shorten('short', 10), 'short')
    assert.equal(shorten('one two three four', 12), 'one two…')
    assert.equal(shorten('x'.repeat(50), 10).length, 10)
  })
})
