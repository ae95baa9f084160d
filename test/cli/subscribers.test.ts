import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { Subscriber, type TopicPath } from '../../src/model/subscription.ts'
import { answerWith, hang } from '../kit/callback.ts'
import { runCommand } from '../kit/command.ts'
import { type Folder, makeFolder } from '../kit/folder.ts'
import { assertPlain, assertRefused } from '../kit/refusal.ts'
import { row, rows } from '../kit/rows.ts'
import { until } from '../kit/service.ts'
import { shareService } from '../kit/shared.ts'
import { queryDatabase } from '../kit/store.ts'
import { shareCallback, subscribe } from '../kit/subscribe.ts'

const BASE_URL = 'https://reviews.example.net'

const run = ({ path, databaseUrl }: Pick<Folder, 'path' | 'databaseUrl'>, ...args: string[]) =>
  runCommand(['subscribers', ...args], { cwd: path, env: { DATABASE_URL: databaseUrl } })

describe('firsthand subscribers', { concurrency: 3 }, () => {
  it('says so when nobody has subscribed', async t => {
    const { code, stdout, stderr } = await run(await makeFolder(t))
    assert.deepEqual([code, stdout, stderr], [0, 'Nobody has subscribed yet.\n', ''])
  })

  it('lists nobody as JSON when nobody has subscribed', async t => {
    const { code, stdout } = await run(await makeFolder(t), '--json')
    assert.equal(code, 0)
    assert.deepEqual(JSON.parse(stdout), [])
  })

  for (const id of ['unknown', '-unknown'])
    it(`fails with a sentence when it is to remove "${id}"`, async t => {
      const finished = await run(await makeFolder(t), '--remove', id)
      assertRefused(finished, 1, /^There is no subscription .*\. firsthand subscribers lists them\.$/m)
    })
})

// In this order: each goes on from what is left by the one before.
describe('firsthand subscribers beside a service', { concurrency: 1 }, () => {
  const QUERY = '?query=that-nobody-knows'
  const callback = shareCallback()
  const shared = shareService({
    rows: rows(3),
    settings: { baseUrl: BASE_URL, websubRetrySeconds: [600, 600] },
  })
  const url = (path: string) => callback.server.url(`/path-that-nobody-knows${path}${QUERY}`)
  const hashOf = (path: string) => createHash('sha256').update(url(path)).digest('hex').slice(0, 12)
  const described = (path: string) => `localhost #${hashOf(path)}`
  const ask = (topic: TopicPath, path: string, form: Record<string, string> = {}) =>
    subscribe(shared.url, {
      'hub.mode': 'subscribe',
      'hub.topic': BASE_URL + topic,
      'hub.callback': url(path),
      'hub.secret': 'secret-of-a-subscriber',
      ...form,
    })
  const shown = { table: '', json: '' }
  const find = (path: string) =>
    z
      .array(Subscriber)
      .parse(JSON.parse(shown.json))
      .find(one => one.callback === described(path))!
  const isThere = async (path: string) => {
    const sql = 'select callback from subscription union all select callback from subscription_request'
    const kept = await queryDatabase(shared.service.folder.databaseUrl, sql)
    return kept.some(one => one.callback === url(path))
  }
  const remove = (id: string) => run(shared.service.folder, '--remove', id)

  /** One that was told, one that failed, one that did not answer, one whose time is over, and one that is still asked. */
  before(async () => {
    const { server } = callback
    const { databaseUrl } = shared.service.folder
    const count = async (sql: string) => (await queryDatabase(databaseUrl, sql)).length
    await ask('/feed.xml', '/good', { 'hub.lease_seconds': '86400' })
    await ask('/reviews.json', '/bad')
    await ask('/api/feed.json', '/broken')
    await ask('/feed.xml', '/over')
    await until(async () => (await count('select 1 from subscription')) === 4)
    const over = `update subscription set expires_at = '2020-01-01T00:00:00.000Z' where callback = '${url('/over')}'`
    await queryDatabase(databaseUrl, over)
    const { onDelivery } = server
    server.onDelivery = (request, response) => {
      if (request.url.includes('/bad')) return answerWith(503)(request, response)
      if (request.url.includes('/broken')) return void response.socket!.destroy()
      return onDelivery(request, response)
    }
    await shared.service.importRows([row({ source_id: 'new' })])
    await until(async () => (await count('select 1 from subscription where failures = 1')) === 2)
    await until(
      async () => (await count('select 1 from subscription where last_delivered_at is not null')) === 1,
    )
    server.onChallenge = hang
    await ask('/feed.xml', '/pending')
    for (const { args, name } of [
      { args: [], name: 'table' as const },
      { args: ['--json'], name: 'json' as const },
    ]) {
      const { code, stdout, stderr } = await run(shared.service.folder, ...args)
      assert.deepEqual([code, stderr], [0, ''])
      shown[name] = stdout
    }
  })

  it('shows a table with a line for each', () => {
    assertPlain(shown.table)
    const [head, ...lines] = shown.table
      .trimEnd()
      .split('\n')
      .map(line => line.split(/ {2,}/))
    assert.deepEqual(head, ['ID', 'STATE', 'TOPIC', 'CALLBACK', 'LEASE UNTIL', 'FAILURES', 'LAST DELIVERY'])
    const expected = [
      ['/good', 'active', '/feed.xml', '0'],
      ['/bad', 'active', '/reviews.json', '1 (503)'],
      ['/broken', 'active', '/api/feed.json', '1 (no answer)'],
      ['/pending', 'pending', '/feed.xml', '0'],
    ].map(([path, state, topic, failures]) => {
      const { id, expires_at, last_delivered_at } = find(path!)
      const [lease, last] = [minute(expires_at) ?? '-', minute(last_delivered_at) ?? 'none']
      return [id, state, topic, described(path!), lease, failures, last]
    })
    assert.deepEqual(lines.sort(), expected.sort())
  })

  it('does not list whose lease is over', () => {
    assert.equal(find('/over'), undefined)
  })

  it('lines its table up', () => {
    const [head, ...lines] = shown.table.trimEnd().split('\n')
    for (const title of ['STATE', 'TOPIC', 'CALLBACK', 'LEASE UNTIL', 'FAILURES', 'LAST DELIVERY'])
      for (const line of lines) {
        const column = head!.indexOf(title)
        assert.match(line.slice(column - 1, column + 1), /^ \S$/, `${title} in ${line}`)
      }
  })

  it('says all that there is to say as JSON', () => {
    const { id, expires_at, last_delivered_at, ...good } = find('/good')
    assert.deepEqual(good, {
      state: 'active',
      topic: '/feed.xml',
      callback: described('/good'),
      lease_seconds: 86_400,
      failures: 0,
      last_status: 204,
    })
    assert.match(id, /^[\w-]{16}$/)
    const hours = (Date.parse(expires_at!) - Date.now()) / 3_600_000
    assert.ok(hours > 23 && hours < 24.1, `${hours} h`)
    assert.ok(Math.abs(Date.parse(last_delivered_at!) - Date.now()) < 300_000)
    const bad = find('/bad')
    assert.deepEqual([bad.failures, bad.last_status, bad.last_delivered_at], [1, 503, null])
    const broken = find('/broken')
    assert.deepEqual([broken.failures, broken.last_status, broken.last_delivered_at], [1, null, null])
    const pending = find('/pending')
    assert.deepEqual([pending.state, pending.expires_at, pending.lease_seconds], ['pending', null, 864_000])
  })

  it('says no more than the model of a subscriber has', () => {
    for (const one of JSON.parse(shown.json))
      assert.deepEqual(Object.keys(one).sort(), Object.keys(Subscriber.shape).sort())
  })

  it('never shows a path, a query or a secret', () => {
    for (const text of [shown.table, shown.json]) assert.doesNotMatch(text, /path-that|that-nobody|secret/)
  })

  it('removes one, and no other', async () => {
    const { id } = find('/good')
    const { code, stdout, stderr } = await remove(id)
    assert.deepEqual([code, stdout, stderr], [0, `${id} is removed.\n`, ''])
    const paths = ['/good', '/bad', '/broken', '/pending']
    assert.deepEqual(await Promise.all(paths.map(isThere)), [false, true, true, true])
  })

  it('removes nobody twice', async () => {
    const { id } = find('/good')
    assertRefused(await remove(id), 1, new RegExp(`^There is no subscription ${id}\\.`))
  })

  it('removes a request that waits for its verification', async () => {
    assert.equal((await remove(find('/pending').id)).code, 0)
    assert.equal(await isThere('/pending'), false)
  })

  it('keeps the service from sending anything more to whom it removed', async () => {
    const { server } = callback
    const earlier = server.deliveries().length
    await shared.service.importRows([row({ source_id: 'newer' })])
    await sleep(2000)
    assert.equal(server.deliveries().length, earlier)
  })
})

/** As the table writes it. */
const minute = (time: string | null) => time && `${time.slice(0, 16).replace('T', ' ')}Z`
