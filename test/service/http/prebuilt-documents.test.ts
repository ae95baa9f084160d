import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import { etagOf } from '../../../src/publish/documents/representation.ts'
import { startTestApp } from '../../kit/app.ts'
import { rows } from '../../kit/rows.ts'
import { buildReviews, buildSnapshot } from '../../kit/snapshot-builder.ts'
import { ask } from '../../kit/wire.ts'

const BROTLI = { 'accept-encoding': 'br' }

describe('A page that is compressed at the first request', () => {
  it('A page is not compressed for a client that already has it', async t => {
    const face = await startTestApp(t)
    const snapshot = await buildSnapshot(t, rows(3))
    face.show(snapshot)
    const page = snapshot.representations.get('/policy')!
    const etag = etagOf(page.digest, 'br')
    for (const method of ['GET', 'HEAD']) {
      const headers = { ...BROTLI, 'if-none-match': etag }
      const { status, headers: given } = await ask(face.url, '/policy', { method, headers })
      assert.deepEqual([status, given.etag], [304, etag])
    }
    assert.deepEqual([page.encoded.length, page.later.length], [0, 3])
    const { status, headers, body } = await ask(face.url, '/policy', { headers: BROTLI })
    assert.deepEqual([status, headers.etag], [200, etag])
    assert.deepEqual(brotliDecompressSync(body), Buffer.from(page.identity.body))
    assert.deepEqual([page.encoded.length, page.later.length], [1, 2])
  })

  it('A page is sent uncompressed if no coding makes it smaller', async t => {
    const face = await startTestApp(t)
    const snapshot = await buildReviews(t, rows(1))
    const [identity, later] = [
      { coding: 'identity', body: Buffer.from('x'), etag: '"x"' } as const,
      ['br', 'zstd'] as const,
    ]
    const page = {
      path: '/x',
      contentType: 'text/plain',
      identity,
      digest: 'x',
      encoded: [],
      later: later.map(coding => ({ coding, etag: `"x-${coding}"` })),
    }
    face.show({ ...snapshot, representations: new Map([['/x', page]]) })
    const { status, headers, body } = await ask(face.url, '/x', {
      headers: { 'accept-encoding': 'br, zstd' },
    })
    assert.deepEqual([status, headers.etag, body.toString()], [200, '"x"', 'x'])
  })
})
