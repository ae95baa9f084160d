import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ignoreName } from '../../../src/actions/suggest-people.ts'
import { openTestStore } from '../../kit/store.ts'

describe('Names that the owner does not want suggested', () => {
  it('An ignored name is kept once, beside those before it', async t => {
    const { store } = await openTestStore(t)
    for (const name of ['Santa', 'Alexa', 'Santa']) await ignoreName(store, name)
    assert.deepEqual((await store.deskNotes()).ignored_names, ['Santa', 'Alexa'])
  })
})
