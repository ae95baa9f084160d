import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  type Committed,
  commitmentBytes,
  commit as commitWith,
} from '../../../src/ledger/commitment.ts'
import { CATALOGS } from '../../../src/locale/locale.ts'
import { sha256 } from '../../kit/ledger/known-tree.ts'

const salt = Buffer.alloc(32, 7)
const commit = (committed: Committed, salt: Uint8Array) => commitWith(committed, salt, sha256)
const review: Committed = {
  source: 'google',
  source_key: 'r1',
  content: {
    author: 'Zoë "Z" Ng',
    rating: 4,
    date: '2026-03-14',
    text: 'Warm again.\n\t5€ / 10\u2028😀',
    owner_reply: { text: 'Thank you.', date: '2026-03-15' },
    incentive: null,
  },
  level: null,
}

/** RFC 8785 by hand: sorted keys, no spaces, and among these characters only quote, line feed and tab escaped. */
const canonical =
  '{"author":"Zoë \\"Z\\" Ng","date":"2026-03-14","owner_reply":{"date":"2026-03-15","text":"Thank you."},' +
  '"rating":4,"source":"google","source_key":"r1","text":"Warm again.\\n\\t5€ / 10\u2028😀"}'

const withContent = (change: Partial<Committed['content']>): Committed => ({
  ...review,
  content: { ...review.content, ...change },
})

describe('The commitment to a review', () => {
  it('A commitment covers the salt and the canonical JSON of RFC 8785', () => {
    assert.deepEqual(
      Buffer.from(commitmentBytes(review, salt)),
      Buffer.concat([salt, Buffer.from(canonical)]),
    )
  })

  it('A commitment is the SHA-256 of salt and canonical form', () => {
    const byHand = createHash('sha256')
      .update(Buffer.concat([salt, Buffer.from(canonical)]))
      .digest('base64url')
    assert.equal(commit(review, salt), byHand)
  })

  it('A commitment never changes between machines and versions', () => {
    assert.equal(commit(review, salt), 'OwSEcFi2lmwP4YGRLrjc20bE1LLD7IRVf5gD3Tw0mqw')
  })

  it('A commitment of version 2 also covers the level and the incentive', () => {
    const second = canonical.replace(
      '"owner_reply"',
      '"incentive":true,"level":"invited","owner_reply"',
    )
    const committed: Committed = { ...withContent({ incentive: true }), level: 'invited' }
    assert.equal(Buffer.from(commitmentBytes(committed, salt)).subarray(32).toString(), second)
  })

  it('A commitment of version 1 covers neither', () => {
    assert.equal(commit(withContent({ incentive: true }), salt), commit(review, salt))
  })

  it('A commitment changes with everything that it covers', () => {
    const variants = [
      review,
      { ...review, source: 'yelp' },
      { ...review, source_key: 'r2' },
      withContent({ author: 'Zoe' }),
      withContent({ rating: 5 }),
      withContent({ date: '2026-03-13' }),
      withContent({ text: 'Warm again' }),
      withContent({ text: null }),
      withContent({ owner_reply: null }),
      { ...review, level: 'platform' as const },
      { ...review, level: 'invited' as const },
      { ...withContent({ incentive: true }), level: 'invited' as const },
      { ...withContent({ incentive: false }), level: 'invited' as const },
      withContent({ owner_reply: { text: 'Thank you!', date: '2026-03-15' } }),
      withContent({ owner_reply: { text: 'Thank you.', date: '2026-03-16' } }),
    ]
    const commitments = new Set(variants.map(variant => commit(variant, salt)))
    assert.equal(commitments.size, variants.length)
  })

  it('A commitment distinguishes a missing text from the word null', () => {
    assert.notEqual(
      commit(withContent({ text: null }), salt),
      commit(withContent({ text: 'null' }), salt),
    )
  })

  it('A commitment needs a salt of 32 bytes', () => {
    for (const bytes of [0, 31, 33])
      assert.throws(() => commit(review, Buffer.alloc(bytes)), /32 bytes/)
  })

  it('A commitment changes with the salt', () => {
    assert.notEqual(commit(review, salt), commit(review, Buffer.alloc(32, 8)))
  })

  it('A commitment does not change with anything that it does not cover', () => {
    const noisy = {
      ...review,
      revision: 9,
      updated_at: '2030-01-01T00:00:00Z',
      content: { ...review.content, author_avatar_url: 'https://example.com/a.png' },
    }
    assert.equal(commit(noisy, salt), commit(review, salt))
  })

  it('A commitment does not change with the order of the keys', () => {
    const shuffled = (object: object) =>
      fc
        .shuffledSubarray(Object.entries(object), { minLength: Object.keys(object).length })
        .map(Object.fromEntries)
    const reordered = fc
      .tuple(shuffled(review), shuffled(review.content), shuffled(review.content.owner_reply!))
      .map(
        ([outer, content, owner_reply]) =>
          ({ ...outer, content: { ...content, owner_reply } }) as Committed,
      )
    fc.assert(
      fc.property(reordered, variant => assert.equal(commit(variant, salt), commit(review, salt))),
    )
  })
  it('The guide on the policy page names what is in it, in every language', () => {
    const bytes = Buffer.from(commitmentBytes({ ...review, level: 'platform' }, salt))
    const covered = JSON.parse(bytes.toString('utf8', salt.length))
    for (const { trust } of Object.values(CATALOGS)) {
      const [, list] = /\(RFC 8785\)([^,]+(?:, \w+)+ \S+ text)/.exec(trust.guideSteps.commitments)!
      const named = list!.match(/\b[a-z_]+\b/g)!.filter(word => word in covered)
      assert.deepEqual(named, Object.keys(covered))
    }
  })
})
