import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { BusinessFile } from '../../src/model/business.ts'
import { share } from '../../src/publish/bytes.ts'
import { createPress } from '../../src/publish/press.ts'
import { movable } from '../../src/publish/publisher.ts'
import { WORTH_MOVING_BYTES } from '../../src/publish/representation.ts'
import { engine } from '../kit/press.ts'
import { business, rows } from '../kit/rows.ts'
import { openTestStore } from '../kit/store.ts'

const LARGE = Buffer.alloc(WORTH_MOVING_BYTES + 1, 'a')

describe('what crosses to the thread that serves', () => {
  it('moves where it is large, and stays where it is in shared memory', async t => {
    const { store, take } = await openTestStore(t)
    await store.write(writer => writer.setBusiness(BusinessFile.parse(business)))
    await take(rows(3))
    const parts = (await createPress({
      store,
      engine,
      baseUrl: 'https://reviews.example',
      renderDocuments: () => [
        { path: '/moved', contentType: 'text/plain', body: Uint8Array.from(LARGE) },
        { path: '/shared', contentType: 'text/plain', body: share(LARGE) },
      ],
      renderCheckpoint: () => [],
      logId: '',
    }).print())!
    const handedOver = structuredClone(parts, { transfer: movable(parts) })
    const bodyOf = ({ representations }: typeof parts, path: string) =>
      representations.find(one => one.path === path)!.identity.body
    for (const path of ['/moved', '/shared']) assert.deepEqual(Buffer.from(bodyOf(handedOver, path)), LARGE)
    assert.equal(bodyOf(parts, '/moved').length, 0)
    assert.equal(bodyOf(parts, '/shared').length, LARGE.length)
  })
})
