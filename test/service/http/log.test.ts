import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { verifyCheckpoint } from '../../../src/ledger/checkpoint.ts'
import { commit } from '../../../src/ledger/commitment.ts'
import { encodeEntry } from '../../../src/ledger/ledger-entry.ts'
import { leafHash } from '../../../src/ledger/merkle-tree.ts'
import { verifyConsistency, verifyInclusion } from '../../../src/ledger/verify-proof.ts'
import type { GrowthProof, InclusionProof } from '../../../src/model/change.ts'
import { sha256 } from '../../../src/store/base/node-signatures.ts'
import { rows } from '../../kit/rows.ts'
import { until } from '../../kit/service.ts'
import { shareService } from '../../kit/shared.ts'

const bytes = (list: string[]) => list.map(hash => Buffer.from(hash, 'base64'))

describe('The log of a service', () => {
  const shared = shareService({ rows: rows(300) })
  const text = async (path: string) => (await shared.client.get(path)).text
  const verified = async (note: string) =>
    verifyCheckpoint(note, (await text('/log/key')).trimEnd(), sha256)

  it('The head of the log is signed with its key and named after the host', async () => {
    const { origin, size } = await verified(await text('/log/checkpoint'))
    assert.deepEqual([origin, size], [`${new URL(shared.url).host}/log`, 300])
  })

  it('The log proves that it contains a review in its current state', async () => {
    const { reviews } = (await shared.client.get('/reviews.json')).json
    const review = reviews[150]
    const response = await shared.client.get(`/api/log/proof?review_id=${review.id}`)
    const proof = response.json as InclusionProof
    const { size, root } = await verified(proof.checkpoint)
    const leaf = leafHash(encodeEntry(proof.entry), sha256)
    assert.ok(
      await verifyInclusion(
        { leaf, index: proof.leaf_index, size, proof: bytes(proof.proof), root },
        sha256,
      ),
    )
    const { source, author, rating, date, text, owner_reply, incentive } = review
    const { source_key, salt, level } = proof.opening!
    const content = { author, rating, date, text, owner_reply, incentive }
    const committed = { source, source_key, content, level: level! }
    assert.equal(commit(committed, Buffer.from(salt, 'base64url'), sha256), proof.entry.commitment)
  })

  it('The log proves that it has only grown', async () => {
    const before = await verified(await text('/log/checkpoint'))
    await shared.service.importRows(rows(1, () => ({ text: 'Changed.' })))
    await until(async () => (await verified(await text('/log/checkpoint'))).size > before.size)
    const proof = (await shared.client.get(`/api/log/proof?from=${before.size}`))
      .json as GrowthProof
    const after = await verified(proof.checkpoint)
    assert.ok(
      await verifyConsistency(
        {
          oldSize: before.size,
          oldRoot: before.root,
          newSize: after.size,
          newRoot: after.root,
          proof: bytes(proof.proof),
        },
        sha256,
      ),
    )
  })

  it('Caches may keep each tile of the log forever', async () => {
    for (const path of [
      '/log/tile/0/000',
      '/log/tile/entries/000',
      '/log/tile/1/000.p/1',
      '/log/tile/0/001.p/44',
    ]) {
      const response = await fetch(shared.url + path)
      assert.deepEqual(
        [
          response.status,
          response.headers.get('content-type'),
          response.headers.get('cache-control'),
        ],
        [200, 'application/octet-stream', 'public, max-age=31536000, immutable'],
        path,
      )
    }
  })

  it('The log says what is wrong with an invalid request', async () => {
    for (const query of [
      '?from=-1',
      '?from=9999',
      '?review_id=x',
      '?from=1&review_id=01KKMT9200AAAAAAAAAAAAAAAA',
    ])
      assert.equal((await shared.client.get(`/api/log/proof${query}`)).status, 400, query)
    assert.equal(
      (await shared.client.get('/api/log/proof?review_id=01KKMT9200AAAAAAAAAAAAAAAA')).status,
      404,
    )
    for (const path of [
      '/log/tile/0/001',
      '/log/tile/0/1',
      '/log/tile/9/000',
      '/log/tile/',
      '/log/tile/0/000.p/0',
    ])
      assert.equal((await fetch(shared.url + path)).status, 404, path)
  })
})
