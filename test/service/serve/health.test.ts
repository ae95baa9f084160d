import assert from 'node:assert/strict'
import { readFile, rename, rm, truncate } from 'node:fs/promises'
import { describe, it, type TestContext } from 'node:test'
import type { HealthFact } from '../../../src/model/health-fact.ts'
import { system } from '../../../src/model/system.ts'
import type { Snapshot } from '../../../src/publish/snapshot.ts'
import { createClockCheck, startHealth } from '../../../src/serve/health.ts'
import { sqlitePath } from '../../../src/store/open-store.ts'
import type { Store } from '../../../src/store/store.ts'
import { freePort } from '../../kit/free-port.ts'
import { rows } from '../../kit/rows.ts'
import { importInto, startTestService, type TestService, until } from '../../kit/service.ts'

interface Ready {
  status: string
  problem: string | null
  facts: HealthFact[]
}

async function ready({ url }: Pick<TestService, 'url'>) {
  const response = await fetch(`${url}/readyz`)
  return { code: response.status, ...((await response.json()) as Ready) }
}

const factOf = ({ facts }: Ready, name: string) => facts.find(fact => fact.name === name)

/** Without paths, hosts, sizes or counts. */
function assertPublic({ facts }: Ready, folder: string): void {
  for (const { name, since, detail } of facts) {
    assert.ok(!detail.includes(folder) && !/\d|\/\//.test(detail), `${name}: ${detail}`)
    assert.equal(new Date(since).toISOString(), since)
  }
}

/** What can happen to a database file under a running service. */
const LOSSES: { what: string; happen: (path: string) => Promise<void>; says: RegExp }[] = [
  { what: 'deleted', happen: path => rm(path), says: /^The database file is gone\./ },
  {
    what: 'truncated',
    happen: path => truncate(path, 0),
    says: /^The database file was cut off\./,
  },
  {
    what: 'replaced',
    async happen(path) {
      await importInto(`sqlite:${path}.other`, rows(1))
      await rename(`${path}.other`, path)
    },
    says: /^The database file was replaced by another\./,
  },
]

const startSqlite = (t: TestContext, settings = {}) =>
  startTestService(t, { rows: rows(3), settings })

describe('A service whose SQLite database is lost', { concurrency: 3 }, () => {
  for (const { what, happen, says } of LOSSES)
    it(`A service whose database is ${what} is not ready, says so, and keeps serving`, async t => {
      const service = await startSqlite(t)
      assert.equal((await ready(service)).problem, null)
      await happen(sqlitePath(service.folder.databaseUrl))
      await until(async () => (await ready(service)).code === 503)
      const state = await ready(service)
      assert.match(state.problem!, says)
      assert.deepEqual(
        [factOf(state, 'database')?.status, state.facts[0]?.detail],
        ['problem', state.problem],
      )
      assertPublic(state, service.folder.path)
      const { reviews } = (await (await fetch(`${service.url}/reviews.json`)).json()) as {
        reviews: []
      }
      assert.equal(reviews.length, 3)
      const subscribed = await fetch(`${service.url}/api/websub/hub`, {
        method: 'POST',
        body: new URLSearchParams({ 'hub.mode': 'subscribe' }),
      })
      assert.deepEqual([subscribed.status, subscribed.headers.has('retry-after')], [503, true])
    })

  it('A database that is moved away and back is the one that was opened', async t => {
    const service = await startSqlite(t)
    const path = sqlitePath(service.folder.databaseUrl)
    await rename(path, `${path}.away`)
    await until(async () => (await ready(service)).code === 503)
    await rename(`${path}.away`, path)
    await until(async () => (await ready(service)).code === 200)
    assert.equal((await ready(service)).problem, null)
  })

  it('Damage that the slow check of the file finds is a lost database', async t => {
    const health = await startHealth({
      store: { confirm: async () => {} } as Store,
      databaseUrl: 'sqlite:none/firsthand.db',
      publication: {
        current: () => undefined,
        problem: () => undefined,
        damage: () => 'row 3 is missing',
      },
      hubProblem: () => null,
      witnessProblem: () => undefined,
      checkNames: async () => [],
      certificate: () => null,
      businessFileProblem: () => null,
      log: { error: () => {} },
      now: system.now,
      monotonicMs: () => performance.now(),
    })
    t.after(() => health.close())
    assert.equal(health.isDatabaseLost(), true)
    assert.match(health.checks()[0]!.message, /row 3 is missing/)
    assert.equal(health.facts()[0]!.detail, 'The database is damaged. Restore it from a backup.')
  })
})

describe('The health of a service', { concurrency: 2 }, () => {
  it('A service in order lists its facts for everyone', async t => {
    const service = await startSqlite(t)
    const state = await ready(service)
    assert.deepEqual(
      state.facts.map(({ name }) => name),
      ['database', 'publication', 'business file', 'clock', 'disk', 'backup', 'hub'],
    )
    assert.equal(factOf(state, 'backup')?.status, 'warning')
    assertPublic(state, service.folder.path)
  })

  it('A broken business file is a problem of a service that stays ready, until it is mended', async t => {
    const service = await startSqlite(t)
    const whole = await readFile(`${service.folder.path}/business.json`, 'utf8')
    await service.folder.write('business.json', '{"nmae": 1}')
    await until(async () => (await ready(service)).problem !== null)
    const state = await ready(service)
    assert.equal(state.code, 200)
    assert.equal(factOf(state, 'business file')?.status, 'problem')
    assert.match(
      state.problem!,
      /^The business file was rejected; the published site is unchanged\./,
    )
    assertPublic(state, service.folder.path)
    await service.folder.write('business.json', whole)
    await until(async () => (await ready(service)).problem === null)
  })

  it('The metrics have every fact', async t => {
    const metricsPort = await freePort()
    const { url } = await startSqlite(t, { metricsPort })
    for (const path of [
      '/reviews.json',
      '/api/reviews/search?limit=1',
      '/api/reviews/made-up',
      '/wp-login.php',
    ])
      await fetch(url + path)
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    assert.match(text, /^firsthand_health\{fact="database"\} 0$/m)
    assert.match(text, /^firsthand_health\{fact="backup"\} 1$/m)
    assert.match(text, /^firsthand_http_requests_total\{route="\/reviews\.json",status="2xx"\} 1$/m)
    assert.match(
      text,
      /^firsthand_http_requests_total\{route="\/api\/reviews\/search",status="2xx"\} 1$/m,
    )
    assert.match(text, /^firsthand_http_requests_total\{route="other",status="4xx"\} 1$/m)
    const duration = 'firsthand_http_request_duration_seconds'
    const counted = (bucket: string) =>
      Number(
        new RegExp(`^${duration}_bucket\\{route="other",le="${bucket}"\\} (\\d+)$`, 'm').exec(
          text,
        )![1],
      )
    const counts = ['0\\.005', '0\\.025', '0\\.1', '0\\.5', '2\\.5', '\\+Inf'].map(counted)
    assert.deepEqual([counts, counts.at(-1)], [counts.toSorted(), 1])
    assert.match(text, new RegExp(`^${duration}_count\\{route="/reviews\\.json"\\} 1$`, 'm'))
    const sum = new RegExp(`^${duration}_sum\\{route="/reviews\\.json"\\} (\\S+)$`, 'm').exec(
      text,
    )![1]!
    assert.ok(Number(sum) > 0 && Number(sum) < 60, sum)
    assert.match(text, /^firsthand_publication_reviews 3$/m)
    assert.match(text, /^firsthand_build_info\{version="[^"]+",node_version="[^"]+"\} 1$/m)
  })
})

describe('A change that is not published', () => {
  it('A change that has been waiting for more than ten minutes is a warning, until it is published', async t => {
    let monotonicMs = 0
    let published = 3
    const health = await startHealth({
      store: {
        confirm: async () => {},
        business: async () => null,
        memo: async () => null,
        lastBackup: async () => null,
        logSize: async () => ({ size: 3, at: null }),
        version: async () => 4,
      },
      databaseUrl: 'postgres://localhost/none',
      publication: {
        current: () => ({ version: published }) as Snapshot,
        problem: () => undefined,
        damage: () => null,
      },
      hubProblem: () => null,
      witnessProblem: () => undefined,
      checkNames: async () => [],
      certificate: () => null,
      businessFileProblem: () => null,
      log: { error: () => {} },
      now: system.now,
      monotonicMs: () => monotonicMs,
    })
    t.after(() => health.close())
    const state = () => health.checks().find(({ name }) => name === 'publication')!.state
    monotonicMs = 600_000
    assert.equal(state(), 'ok')
    monotonicMs++
    assert.equal(state(), 'warning')
    published = 4
    assert.equal(state(), 'ok')
  })
})

describe('The check of the clock', () => {
  const START_MS = Date.parse('2026-05-01T00:00:00.000Z')

  function startClock() {
    let monotonicMs = 0
    let nowMs = START_MS
    const check = createClockCheck({ now: () => new Date(nowMs), monotonicMs: () => monotonicMs })
    return {
      check,
      pass(ms: number, steppedMs = 0) {
        monotonicMs += ms
        nowMs += ms + steppedMs
      },
    }
  }

  it('A clock that is set is a warning for an hour, and one that passes is in order', () => {
    for (const [steppedMs, direction] of [
      [-600_000, 'back'],
      [600_000, 'forward'],
    ] as const) {
      const { check, pass } = startClock()
      pass(1000)
      assert.equal(check(null).state, 'ok')
      pass(1000, steppedMs)
      assert.equal(check(null).state, 'warning')
      assert.match(check(null).message, new RegExp(`was set ${direction}\\.`))
      pass(3_599_999)
      assert.equal(check(null).state, 'warning')
      pass(1)
      assert.equal(check(null).state, 'ok')
    }
  })

  it('A clock behind the last entry of the log is a problem', () => {
    const { check } = startClock()
    assert.equal(check(new Date(START_MS + 60_000).toISOString()).state, 'ok')
    assert.equal(check(new Date(START_MS + 60_001).toISOString()).state, 'problem')
  })
})
