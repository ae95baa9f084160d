import assert from 'node:assert/strict'
import { json } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import type { InstallationReport } from '../../../../src/actions/check-installation.ts'
import { NO_BACKUPS, shareDesk, startTestDesk } from '../../../kit/desk.ts'
import { queryDatabase } from '../../../kit/query-database.ts'
import { startMailServer } from '../../../kit/smtp-server.ts'
import { startTestWebServer } from '../../../kit/web-server.ts'

const states = { published: 1200, unverified: 1, withheld: 2, gone: 4, erased: 8 }

describe('The status page', () => {
  let report: InstallationReport = { checks: [], status: null }
  const shared = shareDesk({ rows: [], check: async () => report })

  it('The page says how each check went', async () => {
    report = {
      checks: [
        { name: 'database', state: 'ok', message: 'Fine.' },
        { name: 'disk', state: 'warning', message: 'Little <b>space</b>.' },
        { name: 'clock', state: 'problem', message: 'Wrong.' },
      ],
      status: null,
    }
    const { body } = await shared.desk.get('/status')
    assert.match(
      body,
      /<li class="passed"><strong>Database: OK\.<\/strong> <span class="text">Fine\.</,
    )
    assert.match(
      body,
      /<li class="unknown"><strong>Disk: Please look at this\.<\/strong>.*Little &lt;b&gt;/,
    )
    assert.match(
      body,
      /<li class="failed"><strong>Clock: Problem\.<\/strong> <span class="text">Wrong\.</,
    )
    assert.match(body, /firsthand check/)
    assert.doesNotMatch(body, /<h2>/)
  })

  it('The page counts what is stored and who gets notified', async () => {
    const source = {
      source: 'google',
      states,
      newest: '2026-03-14',
      changed_at: '',
      imported_at: null,
    }
    report = {
      checks: [],
      status: {
        business: 'A',
        sources: [
          source,
          { ...source, source: 'yelp', newest: null, imported_at: '2026-04-15T10:00:00Z' },
        ],
        log: { size: 1, at: null },
        subscribers: { active: 3, pending: 5, failing: 7 },
        last_backup: null,
      },
    }
    const { body } = await shared.desk.get('/status')
    const cells = [...body.matchAll(/<tr><th scope="row">.*?<\/tr>/g)].map(([row]) =>
      [...row.matchAll(/<t[hd][^>]*>([^<]*)</g)].map(([, text]) => text),
    )
    assert.deepEqual(cells, [
      ['Google', '1,200', '7', 'Mar 14, 2026', '–'],
      ['Yelp', '1,200', '7', '–', 'Apr 15, 2026'],
    ])
    assert.match(body, /<p>1 entry\.<\/p>/)
    assert.match(body, /<p>3 active, 5 waiting to be verified, 7 with failing deliveries\.<\/p>/)
    assert.match(body, /None was made with this program yet\./)
    report.status!.last_backup = { at: '2026-05-16T10:00:00Z', file: 'a.db', age_days: 1 }
    assert.match((await shared.desk.get('/status')).body, /The last one was made on May 16, 2026\./)
    report.status!.sources = []
    const empty = (await shared.desk.get('/status')).body
    assert.match(empty, /There are no reviews yet\. <a href="\/import">/)
    assert.doesNotMatch(empty, /<table>/)
  })
})

describe('Alerts at the desk', () => {
  it('Without a target it says so and offers no test; what the owner enters is a target, sealed, until it is emptied', async t => {
    const alerts: unknown[] = []
    const { url, host } = await startTestWebServer(t, async (incoming, outgoing) => {
      alerts.push(await json(incoming))
      outgoing.end()
    })
    const backup = { ...NO_BACKUPS, outgoingAllowCidrs: ['127.0.0.1'] }
    const { get, post, folder } = await startTestDesk(t, { rows: [], backup })
    const save = async (fields: Record<string, string>) => {
      await post('/status/alerts', fields)
      return (await get('/status')).body
    }
    const { body } = await get('/status')
    assert.match(body, /Nobody is told about critical reviews and problems yet\./)
    assert.doesNotMatch(body, /Send a test alert/)
    for (const [wrong, told] of [
      [{ ALERT_WEBHOOK_URL: 'slack' }, /The channel must be an address/],
      [{ ALERT_WEBHOOK_URL: 'javascript:alert(1)' }, /The channel must be an address/],
      [
        { ALERT_SMTP_URL: 'mail.example.com', ALERT_EMAIL_TO: 'a@b.example' },
        /The mail server must be like smtps:/,
      ],
      [{ ALERT_EMAIL_TO: 'rosa@a.example' }, /Mail needs both/],
      [
        { ALERT_SMTP_URL: 'smtps://a.example', ALERT_EMAIL_TO: 'rosa' },
        /The mail address is not complete/,
      ],
    ] as [Record<string, string>, RegExp][]) {
      const refused = await save(wrong)
      assert.match(refused, told)
      assert.match(refused, /Nobody is told/)
    }
    const saved = await save({ ALERT_WEBHOOK_URL: `${url}/hook-s3cret` })
    assert.ok(saved.includes(`are reported to ${host}.`))
    assert.doesNotMatch(saved, /s3cret/)
    const stored = await queryDatabase(folder.databaseUrl, 'select value from setting')
    assert.doesNotMatch(JSON.stringify(stored), /s3cret/)
    await post('/status/test-alert', {})
    assert.equal(alerts.length, 1)
    assert.match(await save({}), /Nobody is told/)
  })

  it('A test goes to every target, and what fails is told; the rest of a webhook’s address is not shown', async t => {
    const alerts: { title: string; kind: string }[] = []
    let status = 200
    const { url, host } = await startTestWebServer(t, async (incoming, outgoing) => {
      alerts.push((await json(incoming)) as (typeof alerts)[number])
      outgoing.writeHead(status).end()
    })
    const { port, mails } = await startMailServer(t)
    const targets = {
      alertWebhookUrl: `${url}/hook-s3cret`,
      alertSmtpUrl: `smtp://user:pa55@127.0.0.1:${port}`,
      alertEmailTo: ['rosa@a.example'],
    }
    const settings = { ...NO_BACKUPS, ...targets, outgoingAllowCidrs: ['127.0.0.1'] }
    const { get, post } = await startTestDesk(t, { rows: [], backup: settings })
    const { body } = await get('/status')
    assert.ok(body.includes(`are reported to ${host} and rosa@a.example.`))
    assert.doesNotMatch(body, /s3cret|pa55/)
    assert.match(body, /This is set on the machine, in its settings, which come first\./)
    assert.doesNotMatch(body, /name="ALERT_/)
    await post('/status/alerts', { ALERT_WEBHOOK_URL: 'https://elsewhere.example' })
    assert.doesNotMatch((await get('/status')).body, /elsewhere\.example/)
    assert.equal((await post('/status/test-alert', {})).headers.location, '/status')
    assert.match(
      (await get('/status')).body,
      /role="status"><p class="text">The test alert was accepted\./,
    )
    assert.deepEqual(
      alerts.map(({ kind, title }) => [kind, title]),
      [['test', 'Test: alerts about Test & Sons Plumbing arrive here']],
    )
    assert.equal(mails.length, 1)
    status = 404
    await post('/status/test-alert', {})
    assert.match(
      (await get('/status')).body,
      /role="alert"><p class="text">127\.0\.0\.1 answered 404 to the alert\./,
    )
    assert.equal((await get('/status/test-alert')).status, 404)
  })
})
