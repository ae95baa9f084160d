import assert from 'node:assert/strict'
import { json, text } from 'node:stream/consumers'
import { describe, it, type TestContext } from 'node:test'
import { pino } from 'pino'
import { saveAlertTargets } from '../../../src/alerts/alert-targets.ts'
import { startAlerts } from '../../../src/serve/alert-service.ts'
import { OUTSIDE, type OutsideBackup } from '../../../src/store/base/stored-settings.ts'
import { business, row, rows } from '../../kit/rows.ts'
import { startAgain, startTestService, until } from '../../kit/service.ts'
import { openTestStore } from '../../kit/store.ts'
import { startTestWebServer } from '../../kit/web-server.ts'

const today = new Date().toISOString().slice(0, 10)
const NONE = { ALERT_WEBHOOK_URL: '', ALERT_SMTP_URL: '', ALERT_EMAIL_TO: '' }
const DAY_MS = 86_400_000
const LOCAL = ['127.0.0.0/8']

interface SentAlert {
  kind: string
  title: string
  message: string
}

/** A webhook that records what it gets, and a source of reviews that was moved away. */
async function startReceiver(t: TestContext): Promise<{ url: string; alerts: SentAlert[] }> {
  const alerts: SentAlert[] = []
  const { url } = await startTestWebServer(t, async (incoming, outgoing) => {
    if (incoming.method === 'GET') return void outgoing.writeHead(404).end()
    alerts.push((await json(incoming)) as SentAlert)
    outgoing.end()
  })
  return { url, alerts }
}

describe('A service with alerts', () => {
  it('A critical review that is imported while it runs makes one alert, up to the rating that the operator chose', async t => {
    const { url, alerts } = await startReceiver(t)
    const service = await startTestService(t, {
      rows: rows(3),
      settings: {
        alertWebhookUrl: url,
        outgoingAllowCidrs: LOCAL,
        alertMaxRating: 2,
        alertReviewText: true,
      },
    })
    const review = (id: string, rating: number) =>
      row({ source_id: id, date: today, rating, author: id, text: `It leaks at ${id}.` })
    await service.importRows([review('one', 2), review('two', 3)])
    await until(() => alerts.length > 0)
    assert.equal(alerts[0]!.title, 'New review with 2 of 5 stars for Test & Sons Plumbing')
    assert.match(alerts[0]!.message, /\none: It leaks at one\.$/)
    await service.importRows([review('three', 1)])
    await until(() => alerts.length > 1)
    assert.match(alerts[1]!.message, /^1 of 5 stars/)
    assert.equal(alerts.length, 2)
  })

  it('A pull that needs the operator makes an alert, and none is sent without a target', async t => {
    const { url, alerts } = await startReceiver(t)
    const withSource = {
      ...business,
      sources: [{ name: 'acme', url: `${url}/reviews.json`, source: 'acme' }],
    }
    const settings = { outgoingAllowCidrs: LOCAL }
    const silent = await startTestService(t, { business: withSource, rows: rows(3), settings })
    await until(() => silent.log.some(({ msg }) => /Reviews were not pulled/.test(msg)))
    await silent.close()
    assert.deepEqual(alerts, [])
    await startTestService(t, {
      business: withSource,
      rows: rows(3),
      settings: { ...settings, alertWebhookUrl: url },
    })
    await until(() => alerts.length > 0)
    assert.deepEqual(
      alerts.map(({ kind, title }) => [kind, title]),
      [['pull', 'Reviews of Test & Sons Plumbing could not be pulled from acme']],
    )
  })

  it('A target that the owner enters at the desk gets what is new since, and not what is old', async t => {
    const { url, alerts } = await startReceiver(t)
    const settings = { outgoingAllowCidrs: LOCAL, alertReviewText: true }
    const service = await startTestService(t, { rows: rows(3), settings })
    const rated = (id: string, rating: number) =>
      row({ source_id: id, date: today, rating, author: id })
    const { store } = await openTestStore(t, service.folder)
    const size = async () => (await store.memo<number>('alerts')) ?? 0
    await service.importRows([rated('before', 1)])
    await until(async () => (await size()) === 4)
    // Entries are taken before anything is sent, and one after the other: now the first has no target for sure.
    await service.importRows([rated('fine', 5)])
    await until(async () => (await size()) === 5)
    assert.equal(
      await saveAlertTargets(store, { secretKey: [] }, { ...NONE, ALERT_WEBHOOK_URL: url }),
      null,
    )
    await service.importRows([rated('after', 1)])
    await until(() => alerts.length > 0)
    await until(async () => (await size()) === 6)
    assert.match(alerts[0]!.title, /New review with 1 of 5 stars/)
    assert.match(alerts[0]!.message, /^after: /m)
    assert.equal(alerts.length, 1)
  })
})

describe('A daily backup that never succeeds', () => {
  it('After two days it is an alert and a problem for everyone who watches, however often the service starts', async t => {
    const { url, alerts } = await startReceiver(t)
    const settings = {
      alertWebhookUrl: url,
      outgoingAllowCidrs: LOCAL,
      backupTo: '/nonexistent',
      backupPassphrase: 'a passphrase for tests',
    }
    const first = await startTestService(t, { rows: rows(3), settings })
    await until(() => first.log.some(({ msg }) => /^No backup was made; /.test(msg)))
    await first.close()
    const { store } = await openTestStore(t, first.folder)
    const wanted = (await store.memo<OutsideBackup>(OUTSIDE))!
    const start = async (agoMs: number) => {
      const at = new Date(Date.now() - agoMs).toISOString()
      await store.write(writer => writer.setMemo(OUTSIDE, { ...wanted, at }))
      t.mock.timers.enable({ apis: ['setInterval'] })
      const service = await startAgain(t, first, settings)
      t.mock.timers.tick(30_000)
      const { problem } = (await (await fetch(`${service.url}/readyz`)).json()) as {
        problem: string
      }
      await service.close()
      t.mock.timers.reset()
      return problem
    }
    assert.equal(await start(2 * DAY_MS - 60_000), null)
    assert.equal(alerts.length, 0)
    assert.equal(await start(2 * DAY_MS + 1), 'The daily backup fails, and none was ever made.')
    assert.match(
      alerts[0]!.message,
      /^The daily backup has failed for 2 days, and none was ever made\./,
    )
  })
})

describe('The alerts of a service', () => {
  const settings = {
    alertEmailTo: [],
    alertMaxRating: 2,
    alertReviewText: false,
    outgoingAllowCidrs: LOCAL,
    secretKey: [],
  }

  it('A problem with publishing is looked for every 30 seconds', async t => {
    const { url, alerts } = await startReceiver(t)
    const { store } = await openTestStore(t)
    t.mock.timers.enable({ apis: ['setInterval'] })
    let problem: string | undefined
    const service = startAlerts(
      store,
      { ...settings, alertWebhookUrl: url },
      () => problem,
      pino({ enabled: false }),
    )
    t.after(() => service.close())
    const settled = () => new Promise<void>(resolve => service.run(async () => resolve()))
    t.mock.timers.tick(30_000)
    await settled()
    problem = 'The disk is full.'
    t.mock.timers.tick(29_999)
    await settled()
    assert.equal(alerts.length, 0, 'not yet')
    t.mock.timers.tick(1)
    await until(() => alerts.length > 0)
    assert.match(alerts[0]!.message, /^The disk is full\./)
  })

  it('What goes wrong with an alert is logged, and the next one is sent nevertheless', async t => {
    const { url, alerts } = await startReceiver(t)
    const { store } = await openTestStore(t)
    const log: string[] = []
    const service = startAlerts(
      store,
      { ...settings, alertWebhookUrl: `${url}/` },
      () => undefined,
      pino({ base: null }, { write: line => void log.push(JSON.parse(line).msg) }),
    )
    service.run(async () => {
      throw new Error('The database is gone.')
    })
    service.run(one => one.considerProblem('Another problem.'))
    await until(() => alerts.length > 0)
    assert.deepEqual(log, ['An alert was not sent: The database is gone.'])
    await service.close()
    service.run(async () => {
      throw new Error('Too late.')
    })
    await new Promise(resolve => setImmediate(resolve))
    assert.equal(log.length, 1, 'a service that stops is silent')
  })

  it('An alert to a receiver that is away does not hold up the next one', async t => {
    const asked: string[] = []
    const { url } = await startTestWebServer(t, async (incoming, outgoing) => {
      const alert = (await text(incoming)).includes('First') ? 'first' : 'second'
      asked.push(alert)
      outgoing.writeHead(alert === 'first' ? 503 : 200).end()
    })
    const { store } = await openTestStore(t)
    const service = startAlerts(
      store,
      { ...settings, alertWebhookUrl: `${url}/` },
      () => undefined,
      pino({ enabled: false }),
    )
    t.after(() => service.close())
    service.run(one => one.considerProblem('First problem.'))
    service.run(one => one.considerProblem('Second problem.'))
    await until(() => asked.includes('second'))
  })
})
