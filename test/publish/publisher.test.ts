import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { describe, it } from 'node:test'
import type { Worker } from 'node:worker_threads'
import { BusinessFile } from '../../src/model/business.ts'
import { shareBytes } from '../../src/publish/base/bytes.ts'
import { WORTH_MOVING_BYTES } from '../../src/publish/documents/representation.ts'
import { movable, startPublisher } from '../../src/publish/publisher.ts'
import { createSnapshotBuilder } from '../../src/publish/snapshot-builder.ts'
import { startTestApp } from '../kit/app.ts'
import { business, rows } from '../kit/rows.ts'
import { engine } from '../kit/snapshot-builder.ts'
import { openTestStore } from '../kit/store.ts'
import { ask } from '../kit/wire.ts'

const LARGE = Buffer.alloc(WORTH_MOVING_BYTES + 1, 'a')

describe('what crosses to the serving thread', () => {
  it('Large bodies are transferred to the serving thread, and shared memory is not', async t => {
    const { store, take } = await openTestStore(t)
    await store.write(writer => writer.setBusiness(BusinessFile.parse(business)))
    await take(rows(3))
    const parts = (await createSnapshotBuilder({
      store,
      engine,
      baseUrl: 'https://reviews.example',
      renderDocuments: () => [
        { path: '/transferred', contentType: 'text/plain', body: Uint8Array.from(LARGE) },
        { path: '/shared', contentType: 'text/plain', body: shareBytes(LARGE) },
      ],
      renderCheckpoint: () => [],
      logId: '',
    }).build())!
    const handedOver = structuredClone(parts, { transfer: movable(parts) })
    const bodyOf = ({ representations }: typeof parts, path: string) =>
      representations.find(one => one.path === path)!.identity.body
    for (const path of ['/transferred', '/shared'])
      assert.deepEqual(Buffer.from(bodyOf(handedOver, path)), LARGE)
    assert.equal(bodyOf(parts, '/transferred').length, 0)
    assert.equal(bodyOf(parts, '/shared').length, LARGE.length)
  })
})

describe('a new Snapshot', () => {
  it('A new Snapshot keeps the codings that clients of the last one requested, under its own date', async t => {
    const { store, take } = await openTestStore(t)
    await store.write(writer => writer.setBusiness(BusinessFile.parse(business)))
    const builder = createSnapshotBuilder({
      store,
      engine,
      baseUrl: 'https://reviews.example',
      renderDocuments: ({ aggregateRating: { review_count } }) => [
        { path: '/same', contentType: 'text/plain', body: 'a'.repeat(1000), isCompressedLater: true },
        {
          path: '/other',
          contentType: 'text/plain',
          body: `${review_count}`.repeat(1000),
          isCompressedLater: true,
        },
      ],
      renderCheckpoint: () => [],
      logId: '',
    })
    const thread = new EventEmitter()
    const startThread = () => Object.assign(thread, { postMessage() {} }) as unknown as Worker
    const publisher = startPublisher({
      startThread,
      threadData: null,
      saved: null,
      onSnapshot() {},
      onProblem: assert.fail,
      onReading() {},
    })
    const face = await startTestApp(t, { current: publisher.current })
    const publish = async (lastModified: string) => {
      await take(rows(publisher.current() ? 2 : 1))
      thread.emit('message', { parts: structuredClone({ ...(await builder.build())!, lastModified }) })
    }
    const read = (path: string) => ask(face.url, path, { headers: { 'accept-encoding': 'br' } })
    const encodedCounts = () =>
      ['/same', '/other'].map(path => publisher.current()!.representations.get(path)!.encoded.length)

    await publish('2020-01-01T00:00:00.000Z')
    for (const path of ['/same', '/other']) await read(path)
    assert.deepEqual(encodedCounts(), [1, 1])
    await publish('2020-01-02T00:00:00.000Z')
    assert.deepEqual(encodedCounts(), [1, 0])
    const { headers } = await read('/same')
    assert.equal(headers['content-encoding'], 'br')
    assert.equal(headers['last-modified'], 'Thu, 02 Jan 2020 00:00:00 GMT')
  })
})
