import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  type AuditCode,
  type InclusionProof,
  parseCheckpoint,
  type VerifyReviewInputs,
  verifyReview,
  verifySite,
} from '../../../src/ledger/verify.ts'
import { system } from '../../../src/model/system.ts'
import { openStore } from '../../../src/store/open-store.ts'
import { rows } from '../../kit/rows.ts'
import { until } from '../../kit/service.ts'
import { shareService } from '../../kit/shared.ts'

describe('The verifier for other programs', () => {
  const service = shareService({ rows: rows(5) })
  const read = async (path: string) => await (await fetch(service.url + path)).bytes()
  const readJson = async (path: string) => JSON.parse(Buffer.from(await read(path)).toString())

  async function readInputs(): Promise<VerifyReviewInputs> {
    const { reviews } = await readJson('/reviews.json')
    const review = reviews[1]
    const proof = await readJson(`/api/log/proof?review_id=${review.id}`)
    return {
      review,
      proof,
      key: Buffer.from(await read('/log/key'))
        .toString()
        .trimEnd(),
    }
  }

  /** The code of the failure, or null if the review is verified. */
  async function failureOf(
    change: (inputs: VerifyReviewInputs) => void,
  ): Promise<AuditCode | null> {
    const inputs = structuredClone(await readInputs())
    change(inputs)
    return await verifyReview(inputs).then(
      () => null,
      ({ code }) => code,
    )
  }

  it('A site is verified, and verified again with what was seen the first time', async () => {
    const seen: number[] = []
    const { pin, counts } = await verifySite({ get: read, onProgress: done => seen.push(done) })
    assert.deepEqual([counts.ever_published, counts.shown, seen], [5, 5, [5]])
    assert.equal((await verifySite({ get: read, pinned: pin })).grownBy, 0)
  })

  it('A site whose log differs from the one seen before is not verified', async () => {
    const { pin } = await verifySite({ get: read })
    const pinned = { ...pin, root: Buffer.alloc(32).toString('base64') }
    await assert.rejects(verifySite({ get: read, pinned }), { name: 'AuditFailure', code: 'fork' })
  })

  it('A review is verified against the signed checkpoint that its proof leads to', async () => {
    const inputs = await readInputs()
    const checkpoint = await verifyReview(inputs)
    assert.equal(checkpoint.size, 5)
    assert.deepEqual(
      checkpoint,
      parseCheckpoint(Buffer.from(await read('/log/checkpoint')).toString()),
    )
  })

  it('A review that was changed in any covered field is not verified', async () => {
    const changes: Partial<VerifyReviewInputs['review']>[] = [
      { text: 'Changed.' },
      { author: 'Someone Else' },
      { rating: 3 },
      { date: '2020-02-02' },
      { source: 'yelp' },
      { owner_reply: { text: 'Thank you.', date: '2020-02-02' } },
    ]
    for (const change of changes)
      assert.equal(await failureOf(({ review }) => Object.assign(review, change)), 'content')
  })

  it('A proof is not accepted for another review', async () => {
    const other = (await readJson('/reviews.json')).reviews[0]
    assert.equal(await failureOf(inputs => void Object.assign(inputs.review, other)), 'extra')
  })

  it('A proof that does not lead to the signed root is not accepted', async () => {
    const entry = (change: Partial<InclusionProof['entry']>) => (inputs: VerifyReviewInputs) =>
      void Object.assign(inputs.proof.entry, change)
    assert.equal(await failureOf(entry({ at: '2020-01-01T00:00:00Z' })), 'tampered')
    assert.equal(await failureOf(entry({ seq: 1 })), 'tampered')
    assert.equal(await failureOf(({ proof }) => void proof.proof.pop()), 'tampered')
  })

  it('A proof that cannot be read is reported as such', async () => {
    assert.equal(await failureOf(({ proof }) => void proof.proof.push('?')), 'unreadable')
    assert.equal(
      await failureOf(inputs => void Object.assign(inputs.proof, { entry: null })),
      'unreadable',
    )
  })

  it('A proof without an opening, or with another salt, does not verify a review', async () => {
    assert.equal(
      await failureOf(({ proof }) => void Object.assign(proof, { opening: null })),
      'content',
    )
    const salt = Buffer.alloc(32).toString('base64url')
    assert.equal(
      await failureOf(({ proof }) => void Object.assign(proof.opening!, { salt })),
      'content',
    )
  })

  it('A checkpoint that another key signed does not verify a review', async () => {
    const key = 'reviews.example.com/log+d2a9a1b9+ASVDuS/xCVURR2rcg2nbbdyTNmWhGXjdoUBO4QZsqVWd'
    assert.equal(await failureOf(inputs => void Object.assign(inputs, { key })), 'signature')
    const forge = ({ proof }: VerifyReviewInputs) => {
      proof.checkpoint = proof.checkpoint.replace('\n5\n', '\n6\n')
    }
    assert.equal(await failureOf(forge), 'signature')
  })

  it('A review that was withheld is not verified by the entry that withheld it', async () => {
    const { review, key } = await readInputs()
    const store = await openStore(service.service.folder.databaseUrl, system)
    await store.write(async writer => writer.withhold((await writer.find(review.id))!, 'spam'))
    await store.close()
    const readProof = () => readJson(`/api/log/proof?review_id=${review.id}`)
    await until(async () => (await readProof()).entry.op === 'withhold')
    await assert.rejects(verifyReview({ review, proof: await readProof(), key }), { code: 'extra' })
  })
})
