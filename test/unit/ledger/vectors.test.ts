import assert from 'node:assert/strict'
import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import canonicalize from 'canonicalize'
import { ulidOf } from '../../../src/ingest/merge/identity.ts'
import { canonicalJson } from '../../../src/ledger/canonical-json.ts'
import { parseVerifierKey, verifyCheckpoint } from '../../../src/ledger/checkpoint.ts'
import { commit } from '../../../src/ledger/commitment.ts'
import { encodeBundle } from '../../../src/ledger/entry-bundle.ts'
import { decodeEntry, encodeEntry } from '../../../src/ledger/ledger-entry.ts'
import { consistencyProof, createHashAt, inclusionProof } from '../../../src/ledger/make-proof.ts'
import { leafHash, rootOfLeaves } from '../../../src/ledger/merkle-tree.ts'
import { createReviewHistories } from '../../../src/ledger/review-histories.ts'
import { checkpointBody, verifierKey } from '../../../src/ledger/sign-checkpoint.ts'
import { tilePath } from '../../../src/ledger/tiles.ts'
import { verifyConsistency, verifyInclusion } from '../../../src/ledger/verify-proof.ts'
import type { LedgerEntry, Opening } from '../../../src/model/change.ts'
import type { Review } from '../../../src/model/review.ts'
import { createLogSigning } from '../../../src/publish/documents/log-checkpoint.ts'
import { sha256 } from '../../kit/ledger/known-tree.ts'

interface Vectors {
  reviews: {
    review: Pick<Review, 'id' | 'author' | 'rating' | 'date' | 'text' | 'source' | 'owner_reply'> &
      Partial<Pick<Review, 'incentive'>>
    opening: Opening
    canonical: string
    commitment: string
  }[]
  entries: { text: string; leaf_hash: string }[]
  version_2: {
    review: Review
    opening: Opening
    canonical: string
    commitment: string
    entries: { text: string; leaf_hash: string }[]
  }
  roots: Record<string, string>
  bundle: { path: string; length: number; sha256: string }
  tile: { path: string; length: number; sha256: string }
  key: { seed: string; verifier_key: string }
  checkpoint: string
  inclusion: { review_id: string; leaf_index: number; tree_size: number; proof: string[] }
  growth: { from: number; tree_size: number; proof: string[] }
}

const page = readFileSync(new URL('../../../docs/trust.md', import.meta.url), 'utf8')
const block = /^```json vectors\.json\n(.*?)^```$/ms.exec(page)![1]!
const {
  reviews,
  entries,
  roots,
  bundle,
  tile,
  key,
  checkpoint,
  inclusion,
  growth,
  version_2,
}: Vectors = JSON.parse(block)

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const bytesOf = (text: string) => Buffer.from(text, 'base64')
const rootOf = (size: number) => bytesOf(roots[size]!)
const size = entries.length
const leaves = entries.map(one => bytesOf(one.leaf_hash))
const [origin] = checkpoint.split('\n') as [string]

describe('The test vectors of docs/trust.md, by our own code', () => {
  it('The ids, canonical texts and commitments of the reviews match our code', () => {
    for (const { review, opening, canonical, commitment } of reviews) {
      const { id, source, ...content } = review
      const { source_key, level = null } = opening
      assert.equal(ulidOf(review.date, source, source_key), id)
      assert.equal(
        canonicalJson({ ...content, source, source_key, ...(level && { level }) }),
        canonical,
      )
      const salt = Buffer.from(opening.salt, 'base64url')
      assert.equal(
        commit(
          {
            source,
            source_key,
            content: { ...content, incentive: content.incentive ?? null },
            level,
          },
          salt,
          sha256,
        ),
        commitment,
      )
    }
  })

  it('The entries follow from each other and hold the commitments of the reviews', () => {
    const fold = createReviewHistories()
    for (const { text } of entries) {
      const entry = decodeEntry(Buffer.from(text)) as LedgerEntry
      assert.equal(Buffer.from(encodeEntry(entry)).toString(), text)
      const told = reviews.find(({ opening }) => opening.seq === entry.seq)
      assert.equal(entry.commitment, told?.commitment ?? null)
      if (told) assert.equal(entry.review_id, told.review.id)
      fold.apply(entry)
    }
    assert.deepEqual([...fold.shown.keys()], [reviews[0]!.review.id])
  })

  it('The review, the commitment and the entries of version 2 match our code', () => {
    const { review, opening, commitment } = version_2
    const { source, ...content } = review
    const committed = { source, source_key: opening.source_key, content, level: opening.level! }
    assert.equal(commit(committed, Buffer.from(opening.salt, 'base64url'), sha256), commitment)
    const fold = createReviewHistories()
    for (const { text, leaf_hash } of version_2.entries) {
      const entry = decodeEntry(Buffer.from(text))
      assert.equal(Buffer.from(encodeEntry(entry)).toString(), text)
      assert.equal(base64(leafHash(Buffer.from(text), sha256)), leaf_hash)
      fold.apply(entry)
    }
    assert.deepEqual(fold.shown.get(review.id), { seq: 1, commitment, v: 2 })
    assert.equal(fold.rules[0]!.rule.level, 'transaction')
  })

  it('The leaf hashes and the roots of all sizes match our code', async () => {
    const computed = entries.map(({ text }) => leafHash(Buffer.from(text), sha256))
    assert.deepEqual(
      computed.map(base64),
      entries.map(one => one.leaf_hash),
    )
    assert.deepEqual(Object.keys(roots).map(Number), [0, 1, 2, 3])
    for (const [count, root] of Object.entries(roots))
      assert.equal(base64(await rootOfLeaves(computed.slice(0, Number(count)), sha256)), root)
  })

  it('The bundle and the tile are at their paths', () => {
    const entryBundle = encodeBundle(entries.map(({ text }) => Buffer.from(text)))
    const expected = (level: number | 'entries', bytes: Uint8Array) => ({
      path: `/log/${tilePath(level, 0, size)}`,
      length: bytes.length,
      sha256: base64(sha256(bytes)),
    })
    assert.deepEqual(bundle, expected('entries', entryBundle))
    assert.deepEqual(tile, expected(0, Buffer.concat(leaves)))
  })

  it('The checkpoint and the key are those of a service with this seed', async () => {
    const { renderCheckpoint: render } = createLogSigning(
      Buffer.from(key.seed, 'base64url'),
      'reviews.example.com/log',
    )
    const documents = render({ size, root: rootOf(size) }).map(({ path, body }) => [path, body])
    assert.deepEqual(documents, [
      ['/log/checkpoint', checkpoint],
      ['/log/key', `${key.verifier_key}\n`],
      ['/log/witnesses', '{"log_size":3,"witnesses":[]}'],
    ])
    const { name, publicKey } = parseVerifierKey(key.verifier_key)
    assert.equal(verifierKey(name, publicKey, sha256), key.verifier_key)
    const { body } = await verifyCheckpoint(checkpoint, key.verifier_key, sha256)
    assert.equal(body, checkpointBody(origin, size, rootOf(size)))
  })

  it('The proofs are those that our code makes and accepts', async () => {
    const hashAt = createHashAt(
      level => (level === 0 ? Buffer.concat(leaves) : new Uint8Array()),
      sha256,
    )
    const { leaf_index: index } = inclusion
    assert.deepEqual(inclusionProof(index, size, hashAt, sha256).map(base64), inclusion.proof)
    assert.deepEqual(consistencyProof(growth.from, size, hashAt, sha256).map(base64), growth.proof)
    assert.equal(
      (decodeEntry(Buffer.from(entries[index]!.text)) as LedgerEntry).review_id,
      inclusion.review_id,
    )
    assert.deepEqual([inclusion.tree_size, growth.tree_size], [size, size])
    const included = {
      leaf: leaves[index]!,
      index,
      size,
      proof: inclusion.proof.map(bytesOf),
      root: rootOf(size),
    }
    assert.ok(await verifyInclusion(included, sha256))
    const grown = {
      oldSize: growth.from,
      oldRoot: rootOf(growth.from),
      newSize: size,
      newRoot: rootOf(size),
      proof: growth.proof.map(bytesOf),
    }
    assert.ok(await verifyConsistency(grown, sha256))
  })
})

/** Without our own code: `node:crypto`, and an independent RFC 8785. */
describe('The test vectors of docs/trust.md, by hand', () => {
  const hash = (...parts: (Uint8Array | string)[]) => {
    const sum = createHash('sha256')
    for (const part of parts) sum.update(part)
    return sum.digest()
  }
  const node = (left: Uint8Array, right: Uint8Array) => hash('\x01', left, right)
  const [first, second, third] = leaves as [Buffer, Buffer, Buffer]

  it('The ids, canonical texts and commitments match a computation by hand', () => {
    for (const { review, opening, canonical, commitment } of reviews) {
      const { id, ...content } = review
      assert.equal(canonicalize({ ...content, source_key: opening.source_key }), canonical)
      const salt = Buffer.from(opening.salt, 'base64url')
      assert.equal(salt.length, 32)
      assert.equal(hash(salt, canonical).toString('base64url'), commitment)
      const hashed = hash(`${review.source}\n${opening.source_key}`)
      assert.deepEqual(bytesOfUlid(id), [
        Date.parse(review.date),
        hashed.subarray(0, 10).toString('hex'),
      ])
    }
  })

  it('The commitment and the entries of version 2 match a computation by hand', () => {
    const { review, opening, canonical, commitment } = version_2
    const { id: _, ...content } = review
    const { source_key, level } = opening
    assert.equal(canonicalize({ ...content, source_key, level }), canonical)
    assert.equal(
      hash(Buffer.from(opening.salt, 'base64url'), canonical).toString('base64url'),
      commitment,
    )
    for (const { text, leaf_hash } of version_2.entries) {
      assert.equal(canonicalize(JSON.parse(text)), text)
      assert.equal(hash('\x00', text).toString('base64'), leaf_hash)
    }
  })

  it('The entries, leaves and roots match a computation by hand', () => {
    for (const { text, leaf_hash } of entries) {
      assert.equal(canonicalize(JSON.parse(text)), text)
      assert.equal(hash('\x00', text).toString('base64'), leaf_hash)
    }
    assert.deepEqual(
      [hash(), first, node(first, second), node(node(first, second), third)].map(base64),
      Object.values(roots),
    )
  })

  it('The bundle and the tile match a computation by hand', () => {
    const parts = entries.flatMap(({ text }) => [
      Buffer.of(text.length >> 8, text.length & 255),
      Buffer.from(text),
    ])
    assert.deepEqual(
      [Buffer.concat(parts).length, hash(...parts).toString('base64')],
      [bundle.length, bundle.sha256],
    )
    assert.deepEqual([32 * size, hash(...leaves).toString('base64')], [tile.length, tile.sha256])
  })

  it('The signed checkpoint and its key match a computation by hand', () => {
    const der = Buffer.concat([ED25519_HEADER, Buffer.from(key.seed, 'base64url')])
    const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
    const publicKey = Buffer.from(
      createPublicKey(privateKey).export({ format: 'jwk' }).x!,
      'base64url',
    )
    const id = hash(`${origin}\n\x01`, publicKey).subarray(0, 4)
    assert.equal(
      key.verifier_key,
      `${origin}+${id.toString('hex')}+${base64(Buffer.concat([Buffer.of(1), publicKey]))}`,
    )
    const body = `${origin}\n${size}\n${roots[size]}\n`
    const signature = sign(null, Buffer.from(body), privateKey)
    assert.equal(checkpoint, `${body}\n— ${origin} ${base64(Buffer.concat([id, signature]))}\n`)
  })

  it('The proofs lead to the root when computed by hand', () => {
    const [sister, aunt] = inclusion.proof.map(bytesOf) as [Buffer, Buffer]
    assert.equal(base64(node(node(first, sister), aunt)), roots[3])
    const [added] = growth.proof.map(bytesOf) as [Buffer]
    assert.equal(base64(node(rootOf(2), added)), roots[3])
  })
})

/** RFC 8410 §7: the bytes before the 32-byte seed in PKCS #8. */
const ED25519_HEADER = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The time in milliseconds, then 80 bits. */
function bytesOfUlid(id: string): [number, string] {
  let value = 0n
  for (const digit of id)
    value = value * 32n + BigInt('0123456789ABCDEFGHJKMNPQRSTVWXYZ'.indexOf(digit))
  return [Number(value >> 80n), (value & ((1n << 80n) - 1n)).toString(16).padStart(20, '0')]
}
