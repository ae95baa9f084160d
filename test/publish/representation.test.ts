import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createRepresent, WORTH_MOVING_BYTES } from '../../src/publish/representation.ts'

const page = (body: string) => ({ path: '/page', contentType: 'text/html', body })

describe('the representation of a document', () => {
  it('is made once for as long as the document stays as it is', async () => {
    const represent = createRepresent()
    const first = await represent(page('a'.repeat(500)))
    assert.equal(await represent(page('a'.repeat(500))), first)
    const second = await represent(page('b'.repeat(500)))
    assert.notEqual(second.identity.etag, first.identity.etag)
    assert.equal(Buffer.from(second.identity.body).toString(), 'b'.repeat(500))
  })

  it('is told from that of another address with the same content', async () => {
    const represent = createRepresent()
    await represent(page('same'))
    assert.equal((await represent({ ...page('same'), path: '/other' })).path, '/other')
  })

  it('is made anew for a large document, whose bytes may have moved to another thread', async () => {
    const represent = createRepresent()
    const dataset = page('x'.repeat(WORTH_MOVING_BYTES + 1))
    const first = await represent(dataset)
    const body = first.identity.body
    structuredClone(body.buffer, { transfer: [body.buffer as ArrayBuffer] })
    assert.equal((await represent(dataset)).identity.body.length, WORTH_MOVING_BYTES + 1)
  })
})
