/** The database is unreachable for half a minute: visitors notice nothing, and the instances catch up afterwards. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startCallback } from '../../kit/callback.ts'
import { makeInstallation } from '../../kit/installation.ts'
import { LONG_PATIENCE_MS } from '../../kit/patience.ts'
import { serverUrl } from '../../kit/postgres.ts'
import { startReaders } from '../../kit/readers.ts'
import { rows } from '../../kit/rows.ts'
import { until } from '../../kit/service.ts'
import { HUB_PATH } from '../../kit/subscribe.ts'
import { addSubscribers, countBehind, countDeliveries, hostsFor } from '../../kit/subscribers.ts'
import { type Cut, startTcpProxy } from '../../kit/tcp-proxy.ts'
import { authority } from '../../kit/tls.ts'

const AWAY_MS = 30_000
const SUBSCRIBERS = 50
const CUTS: Cut[] = ['silently', 'with refused connections']

const LOST = 'The hub cannot reach its database, so deliveries wait'
const FOUND = 'The hub can reach its database again'
const countIn = (text: string, message: string) => text.split(message).length - 1

const problemOf = async (url: string) =>
  ((await (await fetch(`${url}/readyz`)).json()) as { problem: string | null }).problem

describe('Three instances whose database is cut off for 30 seconds', { concurrency: true }, () => {
  for (const cut of CUTS)
    it(`Instances whose database is cut off ${cut} keep serving, report it, and catch up afterwards`, async t => {
      const certificate = await (await authority()).issue(hostsFor(SUBSCRIBERS))
      const callback = await startCallback(t, { certificate })
      const proxy = await startTcpProxy(t, Number(new URL(serverUrl()).port))
      const place = await makeInstallation(t, {
        instancesReachIt: url => Object.assign(new URL(url), { port: proxy.port }).href,
      })
      const programs = await Promise.all([place.start(), place.start(), place.start()])
      const urls = programs.map(({ url }) => url)
      await addSubscribers(place, callback, SUBSCRIBERS)
      const all = urls.map(url => startReaders(t, url, ['/reviews.json', '/feed.xml'], 5))

      await proxy.cut(cut)
      const cutMs = performance.now()
      await Promise.all(urls.map(url => until(async () => (await problemOf(url)) !== null)))
      t.diagnostic(`reported after ${Math.round(performance.now() - cutMs)} ms at most`)
      await place.importRows(rows(4))
      if (cut === 'with refused connections') await assertRefusedByHub(urls[0]!)
      await sleep(AWAY_MS - (performance.now() - cutMs))
      assert.equal(callback.deliveries().length, 0)
      for (const url of urls) assert.ok(await problemOf(url))
      // Once, not at every try. A hub that was cut off in the middle of a commit still asks what became of it.
      if (cut === 'with refused connections') {
        const reports = programs.map(({ output }) => countIn(output(), LOST))
        assert.ok(reports.includes(1) && Math.max(...reports) === 1, reports.join())
      }

      await proxy.giveBack()
      const backMs = performance.now()
      const isUpToDate = async (url: string) =>
        (await problemOf(url)) === null &&
        (await (await fetch(`${url}/feed.xml`)).text()).includes('Review number 3.')
      await Promise.all(urls.map(url => until(() => isUpToDate(url), LONG_PATIENCE_MS)))
      t.diagnostic(`caught up within ${Math.round(performance.now() - backMs)} ms`)
      await until(() => countDeliveries(callback, SUBSCRIBERS).every(times => times > 0))
      await until(async () => (await countBehind(place)) === 0)
      if (cut === 'with refused connections')
        for (const { output } of programs)
          await until(() => countIn(output(), FOUND) === countIn(output(), LOST))
      for (const readers of all) {
        await readers.stop()
        assert.deepEqual(
          [readers.failures, readers.seen.filter(({ status }) => status !== 200)],
          [[], []],
        )
      }
    })
})

async function assertRefusedByHub(url: string): Promise<void> {
  const form = { 'hub.mode': 'subscribe', 'hub.topic': 'https://reviews.example.net/feed.xml' }
  const answer = await fetch(`${url}${HUB_PATH}`, {
    method: 'POST',
    body: new URLSearchParams({ ...form, 'hub.callback': 'https://subscriber.example/' }),
  })
  assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '10'])
  assert.match(await answer.text(), /^The hub cannot reach its database\./)
}
