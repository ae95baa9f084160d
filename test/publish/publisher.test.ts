import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { describe, it } from 'node:test'
import type { Worker } from 'node:worker_threads'
import { BusinessFile } from '../../src/model/business.ts'
import { startPublisher } from '../../src/publish/publisher.ts'
import { createSnapshotBuilder } from '../../src/publish/snapshot-builder.ts'
import { startTestApp } from '../kit/app.ts'
import { business, rows } from '../kit/rows.ts'
import { engine } from '../kit/snapshot-builder.ts'
import { openTestStore } from '../kit/store.ts'
import { ask } from '../kit/wire.ts'

describe('a publishing thread', () => {
  it('A thread that fails is started again after a second, unless the publisher is closed', async t => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const threads: EventEmitter[] = []
    const publisher = startPublisher({
      startThread() {
        const thread = new EventEmitter()
        threads.push(thread)
        return Object.assign(thread, { postMessage() {}, async terminate() {} }) as unknown as Worker
      },
      threadData: null,
      saved: null,
      isCurrent: false,
      onSnapshot() {},
      onProblem: assert.fail,
      onReading() {},
    })
    const turn = () => new Promise(resolve => setImmediate(resolve))
    threads[0]!.emit('exit', 1)
    assert.equal(threads.length, 1)
    t.mock.timers.tick(1000)
    await turn()
    assert.equal(threads.length, 2)
    threads[1]!.emit('exit', 1)
    await publisher.close()
    t.mock.timers.tick(1000)
    await turn()
    assert.equal(threads.length, 2)
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
      isCurrent: false,
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
