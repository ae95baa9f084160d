import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { initials, shorten } from '../../../src/site/base/display-format.ts'

describe('names and texts for people', () => {
  it('Initials are the first letters of the first and the last name', () => {
    const names = ['Ada Moreno', 'Mary Ann van der Berg', 'prince', 'élodie', '李 小龍', '4711', '']
    assert.deepEqual(names.map(initials), ['AM', 'MB', 'P', 'É', '李小', '?', '?'])
  })

  it('Long texts are cut between words', () => {
    assert.equal(shorten('short', 10), 'short')
    assert.equal(shorten('one two three four', 12), 'one two…')
    assert.equal(shorten('x'.repeat(50), 10).length, 10)
  })
})
