import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { before, describe, it, type TestContext } from 'node:test'
import { z } from 'zod'
import { type SubscribersOptions, subscribers } from '../../../src/cli/subscribers.ts'
import { Subscriber, type TopicPath } from '../../../src/model/subscription.ts'
import { startBuilderProcess } from '../../../src/serve/builder-process.ts'
import { answerWith, hang } from '../../kit/callback.ts'
import { type Finished, runCommand } from '../../kit/command.ts'
import { type Folder, makeFolder } from '../../kit/folder.ts'
import { queryDatabase } from '../../kit/query-database.ts'
import { assertPlain, assertRejected } from '../../kit/rejection.ts'
import { row, rows } from '../../kit/rows.ts'
import { importInto, until } from '../../kit/service.ts'
import { shareService } from '../../kit/shared.ts'
import { shareCallback, subscribe } from '../../kit/subscribe.ts'

const BASE_URL = 'https://reviews.example.net'

/** In this process: a pending request lasts only until its verification times out. */
async function runHere(
  { databaseUrl }: Folder,
  options: Partial<SubscribersOptions>,
): Promise<Finished> {
  const output = { stdout: '', stderr: '' }
  const stream = (name: keyof typeof output) => ({
    write: (text: string) => (output[name] += text),
  })
  const streams = {
    stdout: stream('stdout'),
    stderr: stream('stderr'),
  } as unknown as NodeJS.Process
  return {
    code: await subscribers(
      { databaseUrl, json: false, retry: false, behind: false, ...options },
      streams,
    ),
    ...output,
  }
}

const run = ({ path, databaseUrl }: Pick<Folder, 'path' | 'databaseUrl'>, ...args: string[]) =>
  runCommand(['subscribers', ...args], { cwd: path, env: { DATABASE_URL: databaseUrl } })

/** With a database that has no subscribers. */
async function makeInstalled(t: TestContext): Promise<Folder> {
  const folder = await makeFolder(t)
  await importInto(folder.databaseUrl, rows(1))
  return folder
}

describe('firsthand subscribers', { concurrency: 3 }, () => {
  it('The subscribers command says so when there are no subscribers', async t => {
    const { code, stdout, stderr } = await run(await makeInstalled(t))
    assert.deepEqual([code, stdout, stderr], [0, 'There are no subscribers yet.\n', ''])
  })

  it('The command subscribers --json prints an empty list when there are no subscribers', async t => {
    const { code, stdout } = await run(await makeInstalled(t), '--json')
    assert.equal(code, 0)
    assert.deepEqual(JSON.parse(stdout), [])
  })

  it('A page has a hundred subscribers and says how to get more', async t => {
    const folder = await makeInstalled(t)
    const values = Array.from(
      { length: 150 },
      (_, number) =>
        `('${number}', 'subscribe', '/feed.xml', '', 'https://a.example/${number}', 'a.example', 300, '', '', '', 0, 0, '')`,
    )
    await queryDatabase(
      folder.databaseUrl,
      `insert into subscription_request (id, mode, topic, topic_url, callback, host, lease_seconds, base_hash,
        created_at, next_attempt_at, attempts, slow, claimed_until) values ${values}`,
    )
    const first = await runHere(folder, {})
    assert.match(first.stdout, /\n\nSubscribers 1 to 100 of 150\. For more: --page 2\n$/)
    assert.match(
      (await runHere(folder, { page: '2' })).stdout,
      /\n\nSubscribers 101 to 150 of 150\.\n$/,
    )
    assert.equal((await runHere(folder, { page: '3' })).stdout, 'No subscribers match.\n')
    assert.equal(JSON.parse((await runHere(folder, { json: true })).stdout).length, 150)
    assert.equal(JSON.parse((await runHere(folder, { json: true, page: '2' })).stdout).length, 50)
    // As a command, which also gets the settings.
    assert.equal(JSON.parse((await run(folder, '--json')).stdout).length, 150)
    assertRejected(await run(folder, '--page', 'two'), 2, /--page needs a number from 1/)
  })

  for (const id of ['unknown', '-unknown'])
    it(`The command subscribers --remove fails with a message for the unknown id "${id}"`, async t => {
      const finished = await run(await makeInstalled(t), '--remove', id)
      assertRejected(
        finished,
        1,
        /^There is no subscription .*\. Run firsthand subscribers to list them\.$/m,
      )
    })
})

// In this order: each test continues from the state that the one before it left.
describe('firsthand subscribers next to a running service', { concurrency: 1 }, () => {
  const QUERY = '?query=that-nobody-knows'
  const callback = shareCallback()
  const shared = shareService({
    startBuilder: startBuilderProcess,
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
  let confirmChallenge: typeof callback.server.onChallenge | undefined
  const find = (path: string) =>
    z
      .array(Subscriber)
      .parse(JSON.parse(shown.json))
      .find(one => one.callback === described(path))!
  const isThere = async (path: string) => {
    const sql =
      'select callback from subscription union all select callback from subscription_request'
    const kept = await queryDatabase(shared.service.folder.databaseUrl, sql)
    return kept.some(one => one.callback === url(path))
  }
  const remove = (id: string) => run(shared.service.folder, '--remove', id)

  /** Subscribers that were notified, that failed, that did not respond, whose lease is over, and one not yet verified. */
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
      async () =>
        (await count('select 1 from subscription where last_delivered_at is not null')) === 1,
    )
    confirmChallenge = server.onChallenge
    server.onChallenge = hang
    await ask('/feed.xml', '/pending')
    for (const name of ['table', 'json'] as const) {
      const { code, stdout, stderr } = await runHere(shared.service.folder, {
        json: name === 'json',
      })
      assert.deepEqual([code, stderr], [0, ''])
      shown[name] = stdout
    }
  })

  it('The table of subscribers has a line for each of them', () => {
    assertPlain(shown.table)
    const [head, ...lines] = linesOf(shown.table.split('\n\n')[0]!).map(line => line.split(/ {2,}/))
    assert.deepEqual(head, ['ID', 'TOPIC', 'CALLBACK', 'STATE', 'LEASE UNTIL', 'LAST DELIVERY'])
    const expected = [
      ['/good', 'current', '/feed.xml'],
      ['/bad', 'behind', '/reviews.json'],
      ['/broken', 'behind', '/api/feed.json'],
      ['/pending', 'pending', '/feed.xml'],
    ].map(([path, state, topic]) => {
      const { id, expires_at, last_delivered_at } = find(path!)
      const [lease, last] = [expires_at?.slice(0, 10) ?? '-', minute(last_delivered_at) ?? 'none']
      return [id, topic, described(path!), state, lease, last]
    })
    assert.deepEqual(lines.sort(), expected.sort())
  })

  it('The list can be limited to a host and to those who are behind', async () => {
    const listed = async (options: Partial<SubscribersOptions>) => {
      const { stdout } = await runHere(shared.service.folder, { json: true, ...options })
      return z
        .array(Subscriber)
        .parse(JSON.parse(stdout))
        .map(one => one.callback)
    }
    const behind = [described('/bad'), described('/broken')]
    assert.deepEqual((await listed({ behind: true })).sort(), behind.sort())
    assert.equal((await listed({ callbackHost: 'localhost' })).length, 4)
    assert.deepEqual(await listed({ callbackHost: 'elsewhere.example' }), [])
    const { stdout } = await runHere(shared.service.folder, { callbackHost: 'elsewhere.example' })
    assert.equal(stdout, 'No subscribers match.\n')
  })

  it('Below the table are those who are behind, with the next attempt and the last ones', () => {
    const [, behind] = shown.table.split('\n\n')
    const expected = [['/bad', '503'] as const, ['/broken', 'no response'] as const].map(
      ([path, status]) => {
        const { id, behind_since, next_attempt_at, attempts } = find(path)
        assert.equal(attempts.length, 1)
        return [
          `  ${id}  since ${minute(behind_since)}, 1 failure, next attempt ${minute(next_attempt_at)}`,
          `    ${minute(attempts[0]!.at)}  ${status}`,
        ]
      },
    )
    const [title, ...lines] = linesOf(behind!)
    assert.equal(title, 'Behind: 2')
    assert.deepEqual(lines.toSorted(), expected.flat().toSorted())
  })

  it('No line of the list is wider than 100 columns', () => {
    for (const line of linesOf(shown.table)) assert.ok(line.length <= 100, line)
  })

  it('A subscription whose lease has expired is not listed', () => {
    assert.equal(find('/over'), undefined)
  })

  it('The columns of the table of subscribers line up', () => {
    const [head, ...lines] = linesOf(shown.table.split('\n\n')[0]!)
    for (const title of ['TOPIC', 'CALLBACK', 'STATE', 'LEASE UNTIL', 'LAST DELIVERY'])
      for (const line of lines) {
        const column = head!.indexOf(title)
        assert.match(line.slice(column - 1, column + 1), /^ \S$/, `${title} in ${line}`)
      }
  })

  it('The JSON list has every detail of a subscription', () => {
    const { id, expires_at, last_delivered_at, attempts, ...good } = find('/good')
    assert.deepEqual(attempts, [{ at: last_delivered_at, status: 204 }])
    assert.deepEqual(good, {
      state: 'active',
      topic: '/feed.xml',
      callback: described('/good'),
      lease_seconds: 86_400,
      failures: 0,
      last_status: 204,
      behind_since: null,
      next_attempt_at: null,
      suspended_until: null,
    })
    assert.match(id, /^[\w-]{16}$/)
    const hours = (Date.parse(expires_at!) - Date.now()) / 3_600_000
    assert.ok(hours > 23 && hours < 24.1, `${hours} h`)
    assert.ok(Math.abs(Date.parse(last_delivered_at!) - Date.now()) < 300_000)
    const bad = find('/bad')
    assert.deepEqual([bad.failures, bad.last_status, bad.last_delivered_at], [1, 503, null])
    const broken = find('/broken')
    assert.deepEqual(
      [broken.failures, broken.last_status, broken.last_delivered_at],
      [1, null, null],
    )
    const pending = find('/pending')
    assert.deepEqual(
      [pending.state, pending.expires_at, pending.lease_seconds],
      ['pending', null, 864_000],
    )
  })

  it('The JSON list has only the fields of the subscriber model', () => {
    for (const one of JSON.parse(shown.json))
      assert.deepEqual(Object.keys(one).sort(), Object.keys(Subscriber.shape).sort())
  })

  it('Neither list shows the path or query of a callback, or a secret', () => {
    for (const text of [shown.table, shown.json])
      assert.doesNotMatch(text, /path-that|that-nobody|secret/)
  })

  it('The command subscribers --remove ends one subscription and no other', async () => {
    const { id } = find('/good')
    const { code, stdout, stderr } = await remove(id)
    assert.deepEqual([code, stdout, stderr], [0, removedText(id), ''])
    const paths = ['/good', '/bad', '/broken']
    assert.deepEqual(await Promise.all(paths.map(isThere)), [false, true, true])
  })

  it('The running service tells a subscriber that the operator removed it', async () => {
    const { server } = callback
    await until(() => server.denials().some(({ url }) => url.includes('/good')))
    const denial = server.denials().find(({ url }) => url.includes('/good'))!
    assert.match(
      denial.url,
      /&hub\.mode=denied&.*&hub\.reason=the%20operator%20ended%20the%20subscription$/,
    )
  })

  it('The command subscribers --retry sends what waits for another attempt now', async () => {
    const { server, service } = { server: callback.server, service: shared.service }
    const deliveriesTo = (path: string) =>
      server.deliveries().filter(({ url }) => url.includes(path)).length
    const earlier = deliveriesTo('/bad')
    const { code, stdout } = await runHere(service.folder, { retry: true })
    assert.deepEqual(
      [code, stdout],
      [0, '2 subscribers that waited are due now. The running service sends within seconds.\n'],
    )
    await until(() => deliveriesTo('/bad') === earlier + 1)
  })

  it('The command subscribers --retry says so when nobody waits', async t => {
    const { stdout } = await runHere(await makeInstalled(t), { retry: true })
    assert.equal(stdout, 'No subscriber waits for another attempt.\n')
  })

  it('A subscription that is already removed cannot be removed again', async () => {
    const { id } = find('/good')
    assertRejected(await remove(id), 1, new RegExp(`^There is no subscription ${id}\\.`))
  })

  it('The command subscribers --remove also ends a request that awaits verification', async () => {
    const { folder } = shared.service
    await ask('/feed.xml', '/waiting')
    shown.json = (await runHere(folder, { json: true })).stdout
    const { id } = find('/waiting')
    const { stdout } = await runHere(folder, { remove: id })
    assert.equal(stdout, removedText(id))
    assert.equal(await isThere('/waiting'), false)
  })

  it('The running service sends nothing more to a removed subscriber', async () => {
    const { server } = callback
    const deliveriesTo = (path: string) =>
      server.deliveries().filter(({ url }) => url.includes(path))
    const earlier = deliveriesTo('/good').length
    server.onChallenge = confirmChallenge!
    await ask('/feed.xml', '/marker')
    // Two rounds: when the second reaches another subscriber, the first has reached everyone it was meant for.
    for (const text of ['The first round.', 'The second round.']) {
      await shared.service.importRows([row({ source_id: text, text })])
      await until(() => deliveriesTo('/marker').some(({ body }) => body.includes(text)))
    }
    assert.equal(deliveriesTo('/good').length, earlier)
  })
})

const removedText = (id: string) =>
  `Removed subscription ${id}. The running service tells the subscriber.\n`

const linesOf = (text: string) => text.trimEnd().split('\n')

/** As in the table. */
const minute = (time: string | null) => time && `${time.slice(0, 16).replace('T', ' ')}Z`
