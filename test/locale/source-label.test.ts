import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { localeOf, originLabel, sourceName } from '../../src/locale/locale.ts'

describe('The label of a source', () => {
  it('Sources are written the way they write themselves', () => {
    assert.deepEqual(['google', 'bbb', 'home_stars'].map(sourceName), ['Google', 'BBB', 'Home Stars'])
  })

  it('A review is posted on a site, or sent to the business', () => {
    const labels = ['google', 'direct'].map(source => originLabel(localeOf('en-US'), { source }))
    assert.deepEqual(labels, ['Posted on Google', 'Sent to the business'])
  })

  it('Where only the business says so, the label says that', () => {
    const labels = ['squarespace', 'direct'].map(source =>
      originLabel(localeOf('en-US'), { source, verification: { basis: 'owner' } }),
    )
    assert.deepEqual(labels, ['The business says this was posted on Squarespace.', 'Sent to the business'])
  })
})
