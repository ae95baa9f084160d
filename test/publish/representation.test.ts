import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { represent, WORTH_MOVING_BYTES } from '../../src/publish/representation.ts'

const document = (length: number) => ({ path: '/a', contentType: 'text/plain', body: 'a'.repeat(length) })

describe('the representation of a document', () => {
  it('is made once for a small one that is the same object each time', async () => {
    const script = document(WORTH_MOVING_BYTES)
    assert.equal(await represent(script), await represent(script))
    assert.notEqual(await represent({ ...script }), await represent(script))
  })

  it('is made anew for a large one, whose bytes another thread may have by now', async () => {
    const dataset = document(WORTH_MOVING_BYTES + 1)
    const first = await represent(dataset)
    structuredClone(null, { transfer: [first.identity.body.buffer as ArrayBuffer] })
    assert.equal(first.identity.body.length, 0)
    assert.equal((await represent(dataset)).identity.body.length, WORTH_MOVING_BYTES + 1)
  })
})
