import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import type { Document } from '../../../../src/publish/documents/document.ts'
import {
  addCoding,
  type Representation,
  representAll,
  representLater,
} from '../../../../src/publish/documents/representation.ts'

const page = (body: string): Document => ({ path: '/page', contentType: 'text/html', body })

/** One document at a time. */
const represent = async (document: Document): Promise<Representation> =>
  (await representAll([document]))[0]!

describe('the codings of a document', () => {
  const LATER_BYTES = 4 * 1024 * 1024

  it('The zstd coding of a document says how large the document is, so that neither side reserves more', async () => {
    const { encoded } = await represent(page('a'.repeat(500)))
    const { body } = encoded.find(({ coding }) => coding === 'zstd')!
    // RFC 8878 §3.1.1.1: the size follows the descriptor if there is one segment; of two bytes, it is less 256.
    assert.equal(body[4]! & 0b1110_0000, 0b0110_0000)
    assert.equal(Buffer.from(body).readUInt16LE(5) + 256, 500)
  })

  it('A coding is offered only if it makes the body smaller, each with its own ETag', async () => {
    const { identity, encoded } = await represent(page('a'.repeat(500)))
    const digest = identity.etag.slice(1, -1)
    assert.deepEqual(
      encoded.map(({ coding, etag }) => [coding, etag]),
      ['br', 'zstd', 'gzip'].map(coding => [coding, `"${digest}-${coding}"`]),
    )
    assert.deepEqual((await represent(page('a'))).encoded, [])
  })

  it('A coding of the same size as the body is not offered', async () => {
    const sizes = Array.from({ length: 40 }, (_, index) => index + 1)
    for (const size of sizes) {
      const { encoded } = await represent(page('a'.repeat(size)))
      assert.ok(encoded.every(({ body }) => body.length < size))
    }
  })

  it('A digest that comes with a document is its ETag', async () => {
    const { identity } = await represent({ ...page('body'), digest: 'known' })
    assert.equal(identity.etag, '"known"')
  })

  it('A body of more than 4 MiB is compressed when someone asks for it, so that a change does not wait for it', async () => {
    const codings = async (size: number) => {
      const { encoded, later } = await represent(page('a'.repeat(size)))
      return [encoded.length, later.length]
    }
    assert.deepEqual(
      [await codings(LATER_BYTES), await codings(LATER_BYTES + 1)],
      [
        [3, 0],
        [0, 3],
      ],
    )
  })
})

describe('a coding that is put off', () => {
  const TEXT = 'Rosa was on time. '.repeat(100)
  const later = (body: string) => representLater(page(body))

  it('A coding that was put off is made once for all who request it at the same time', async () => {
    const made = later(TEXT)
    const [brotli] = made.later
    const asked = addCoding(made, brotli!)
    assert.equal(addCoding(made, brotli!), asked)
    await asked
    assert.deepEqual(
      made.encoded.map(({ coding, etag }) => ({ coding, etag })),
      [brotli],
    )
    assert.equal(brotliDecompressSync(made.encoded[0]!.body).toString(), TEXT)
    assert.ok(!made.later.includes(brotli!))
  })

  it('A coding that failed is tried again on the next request', async () => {
    const made = later(TEXT)
    const [brotli] = made.later
    const { body } = made.identity
    made.identity.body = 7 as unknown as Uint8Array
    await assert.rejects(addCoding(made, brotli!), TypeError)
    made.identity.body = body
    await addCoding(made, brotli!)
    assert.equal(made.encoded.length, 1)
  })

  it('A coding that was put off is not offered if it makes the body larger', async () => {
    const made = later('x')
    for (const putOff of made.later) await addCoding(made, putOff)
    assert.deepEqual([made.encoded, made.later], [[], []])
  })
})
