import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import type { Document } from '../../../src/publish/documents/document.ts'
import {
  addCoding,
  createRepresent,
  keepCodings,
  type Representation,
} from '../../../src/publish/documents/representation.ts'

const page = (body: string): Document => ({ path: '/page', contentType: 'text/html', body })

/** One document at a time. */
function createRepresentOne(): (document: Document) => Promise<Representation> {
  const represent = createRepresent()
  return async document => (await represent([document]))[0]!
}

describe('the representation of a document', () => {
  it('A representation is made once as long as its document does not change', async () => {
    const represent = createRepresentOne()
    const first = await represent(page('a'.repeat(500)))
    assert.equal(await represent(page('a'.repeat(500))), first)
    const second = await represent(page('b'.repeat(500)))
    assert.notEqual(second.identity.etag, first.identity.etag)
    assert.equal(Buffer.from(second.identity.body).toString(), 'b'.repeat(500))
  })

  it('Two paths with the same content have representations of their own', async () => {
    const represent = createRepresent()
    const both = [page('same'), { ...page('same'), path: '/other' }]
    await represent(both)
    assert.deepEqual(
      (await represent(both)).map(({ path }) => path),
      ['/page', '/other'],
    )
  })

  it('A representation is forgotten when its path disappears', async () => {
    const represent = createRepresent()
    const [first] = await represent([page('a'), { ...page('b'), path: '/other' }])
    await represent([{ ...page('b'), path: '/other' }])
    assert.notEqual((await represent([page('a')]))[0], first)
  })
})

describe('the codings of a document', () => {
  const LATER_BYTES = 4 * 1024 * 1024

  it('The zstd coding of a document says how large the document is, so that neither side reserves more', async () => {
    const { encoded } = await createRepresentOne()(page('a'.repeat(500)))
    const { body } = encoded.find(({ coding }) => coding === 'zstd')!
    // RFC 8878 §3.1.1.1: the size follows the descriptor if there is one segment; of two bytes, it is less 256.
    assert.equal(body[4]! & 0b1110_0000, 0b0110_0000)
    assert.equal(Buffer.from(body).readUInt16LE(5) + 256, 500)
  })

  it('A coding is offered only if it makes the body smaller, each with its own ETag', async () => {
    const represent = createRepresentOne()
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
      const { encoded } = await createRepresentOne()(page('a'.repeat(size)))
      assert.ok(encoded.every(({ body }) => body.length < size))
    }
  })

  it('A digest that comes with a document is its ETag', async () => {
    const { identity } = await createRepresentOne()({ ...page('body'), digest: 'known' })
    assert.equal(identity.etag, '"known"')
  })

  it('A body of more than 4 MiB is compressed when someone asks for it, so that a change does not wait for it', async () => {
    const codings = async (size: number) => {
      const { encoded, later } = await createRepresentOne()(page('a'.repeat(size)))
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
  const representLater = (body: string) => createRepresentOne()({ ...page(body), isCompressedLater: true })

  it('A coding that was put off is made once for all who request it at the same time', async () => {
    const made = await representLater(TEXT)
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
    const made = await representLater(TEXT)
    const [brotli] = made.later
    const { body } = made.identity
    made.identity.body = 7 as unknown as Uint8Array
    await assert.rejects(addCoding(made, brotli!), TypeError)
    made.identity.body = body
    await addCoding(made, brotli!)
    assert.equal(made.encoded.length, 1)
  })

  it('A coding that was put off is not offered if it makes the body larger', async () => {
    const made = await representLater('x')
    for (const putOff of made.later) await addCoding(made, putOff)
    assert.deepEqual([made.encoded, made.later], [[], []])
  })

  it('A coding is kept from the last Snapshot if the document is the same, and made again if not', async () => {
    const last = await representLater(TEXT)
    await addCoding(last, last.later[0]!)
    const known = new Map([[last.path, last]])
    const [same, other] = [await representLater(TEXT), await representLater(`${TEXT}!`)]
    keepCodings([same], known)
    keepCodings([other], known)
    assert.equal(same.encoded[0]!.body, last.encoded[0]!.body)
    assert.deepEqual([same.encoded.length, same.later.length], [1, 2])
    assert.deepEqual([other.encoded.length, other.later.length], [0, 3])
  })

  it('A coding that both the last and the new Snapshot put off is made for each of them', async () => {
    const [last, next] = [await representLater(TEXT), await representLater(TEXT)]
    keepCodings([next], new Map([[last.path, last]]))
    await addCoding(last, last.later[0]!)
    assert.deepEqual([last.encoded.length, next.encoded.length], [1, 0])
    await addCoding(next, next.later[0]!)
    assert.deepEqual([last.encoded.length, next.encoded.length], [1, 1])
  })

  it('A document that was compressed ahead keeps its codings where the last Snapshot had put them off', async () => {
    const last = await representLater(TEXT)
    const next = await createRepresentOne()(page(TEXT))
    keepCodings([next], new Map([[last.path, last]]))
    assert.deepEqual([next.encoded.length, next.later.length], [3, 0])
  })
})
