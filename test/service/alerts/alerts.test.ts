import assert from 'node:assert/strict'
import { json } from 'node:stream/consumers'
import { describe, it, type TestContext } from 'node:test'
import { PullProblem, type PullProblemKind } from '../../../src/actions/pull/source-pages.ts'
import { type Alert, reviewAlert, webhookBody } from '../../../src/alerts/alert.ts'
import { createAlerts } from '../../../src/alerts/alerts.ts'
import { createSendAlert } from '../../../src/alerts/send-alert.ts'
import type { Review } from '../../../src/model/review.ts'
import { ReviewSource } from '../../../src/model/review-source.ts'
import { createOperatorClient } from '../../../src/outgoing/operator-client.ts'
import { freePort } from '../../kit/free-port.ts'
import { row } from '../../kit/rows.ts'
import { startMailServer } from '../../kit/smtp-server.ts'
import { startBuilder, type TestBuilder } from '../../kit/snapshot-builder.ts'
import { startTestWebServer } from '../../kit/web-server.ts'

const now = () => new Date('2026-11-15T12:00:00Z')

function watchAlerts({ store }: TestBuilder, sent: Alert[], withText = false) {
  const send = async (alert: Alert) => void sent.push(alert)
  return createAlerts({ store, send, maxRating: 2, withText, now })
}

const recent = (number: number, rating: number, change = {}) =>
  row({ source_id: `n${number}`, date: '2026-11-10', rating, text: `Words ${number}`, ...change })

describe('Alerts about reviews', () => {
  it('A new review with few stars makes one alert, across instances and restarts', async t => {
    const builder = await startBuilder(t)
    const sent: Alert[] = []
    const [one, other] = [watchAlerts(builder, sent), watchAlerts(builder, sent)]
    await builder.take([recent(0, 1)])
    const first = await builder.build()
    for (const alerts of [one, other]) await alerts.consider(first, first.version)
    assert.equal(sent.length, 0, 'what was there at the first start is no news')

    await builder.take([recent(1, 2), recent(2, 3), recent(3, 1, { date: '2026-09-01' })])
    const second = await builder.build()
    await Promise.all([one, other].map(alerts => alerts.consider(second, second.version)))
    await watchAlerts(builder, sent).consider(second, second.version)
    await one.consider(second, second.version)
    assert.equal(sent.length, 1)
    const [alert] = sent
    assert.equal(alert!.title, 'New review with 2 of 5 stars for Test & Sons Plumbing')
    assert.match(
      alert!.lines.join(),
      /^2 of 5 stars, google, 2026-11-10: https:\/\/reviews\.example\/reviews\/\w{26}$/,
    )

    await builder.take([recent(1, 1), recent(4, 5)])
    const third = await builder.build()
    await one.consider(third, third.version)
    assert.equal(sent.length, 1, 'an edit and a good review make none')
  })

  it('An instance that lags behind makes no other tell about a review again', async t => {
    const builder = await startBuilder(t)
    const sent: Alert[] = []
    const [ahead, behind] = [watchAlerts(builder, sent), watchAlerts(builder, sent)]
    await builder.take([recent(0, 5)])
    const first = await builder.build()
    await ahead.consider(first, first.version)
    await builder.take([recent(1, 1)])
    const second = await builder.build()
    await ahead.consider(second, second.version)
    assert.equal(sent.length, 1)
    await behind.consider(first, first.version)
    await builder.take([recent(2, 5)])
    const third = await builder.build()
    await ahead.consider(third, third.version)
    assert.equal(sent.length, 1)
  })

  it('A review is news for 30 days', async t => {
    const builder = await startBuilder(t)
    const sent: Alert[] = []
    const alerts = watchAlerts(builder, sent)
    await builder.take([recent(0, 5)])
    const first = await builder.build()
    await alerts.consider(first, first.version)
    await builder.take([recent(1, 1, { date: '2026-10-16' }), recent(2, 1, { date: '2026-10-15' })])
    const second = await builder.build()
    await alerts.consider(second, second.version)
    assert.deepEqual(
      sent.flatMap(({ reviews }) => reviews.map(({ date }) => date)),
      ['2026-10-16'],
    )
  })

  it('The demo makes no alert', async t => {
    const builder = await startBuilder(t)
    const sent: Alert[] = []
    const alerts = watchAlerts(builder, sent)
    await builder.take([recent(0, 5)])
    const first = await builder.build()
    await alerts.consider(first, first.version)
    await builder.take([recent(1, 1)])
    const second = await builder.build()
    await alerts.consider(second, 0)
    assert.deepEqual(sent, [])
    await alerts.consider(second, second.version)
    assert.equal(sent.length, 1)
  })

  it('An alert lists five reviews at most and counts the others, and cuts long texts', () => {
    const review = {
      rating: 1,
      author: 'A',
      date: '2026-11-10',
      source: 'google',
      url: 'u',
      id: 'i',
    }
    const make = (count: number, text: string | null = null) =>
      reviewAlert(
        'Us',
        Array.from({ length: count }, () => ({ ...review, text }) as Review),
        2,
        true,
      )
    assert.equal(make(5).lines.length, 10)
    const seven = make(7)
    assert.equal(seven.title, '7 new reviews with at most 2 of 5 stars for Us')
    assert.equal(seven.reviews.length, 5)
    assert.deepEqual([seven.lines.length, seven.lines.at(-1)], [11, 'and 2 more'])
    assert.deepEqual(Object.keys(seven.reviews[0]!), ['id', 'url', 'rating', 'date', 'source'])
    assert.equal(make(1).lines[1], 'A: Rated without a comment.')
    assert.equal(make(1, 'x'.repeat(300)).lines[1], `A: ${'x'.repeat(300)}`)
    assert.equal(make(1, 'x'.repeat(301)).lines[1], `A: ${'x'.repeat(300)}…`)
    const long: Alert = { kind: 'review', title: 'New', lines: ['x'.repeat(3000)], reviews: [] }
    const { content, message } = webhookBody(long, '') as Record<string, string>
    assert.deepEqual([content!.length, message!.length], [1900, 1900])
    assert.equal('topic' in webhookBody(long, ''), false)
  })

  it('A text is never cut within a character', () => {
    const review = {
      rating: 1,
      author: 'A',
      date: '2026-11-10',
      source: 'google',
      url: 'u',
      id: 'i',
    }
    const text = `x${'👍'.repeat(1000)}`
    const { lines } = reviewAlert('Us', [{ ...review, text } as Review], 2, true)
    assert.equal(lines[1], `A: x${'👍'.repeat(149)}…`)
    const long: Alert = { kind: 'review', title: 'New', lines: [text], reviews: [] }
    const { content, message } = webhookBody(long, '') as Record<string, string>
    assert.deepEqual([content!.length, message!.length], [1899, 1899])
    assert.deepEqual([content!.isWellFormed(), message!.isWellFormed()], [true, true])
  })

  it('An alert has no name and no words of the customer, unless the operator asks for them', () => {
    const reviews = [1, 2].map(
      rating =>
        ({
          rating,
          author: 'Ada Moreno',
          text: 'It leaks.',
          date: '2026-11-10',
          source: 'google',
          url: 'https://a.example',
        }) as Review,
    )
    const without = JSON.stringify(webhookBody(reviewAlert('Us', reviews, 2, false), ''))
    assert.doesNotMatch(without, /Ada|leaks/)
    assert.match(
      JSON.stringify(webhookBody(reviewAlert('Us', reviews, 2, true), '')),
      /Ada Moreno: It leaks\./,
    )
  })

  it('What a customer wrote calls nobody on Slack or Discord', () => {
    const alert: Alert = {
      kind: 'review',
      title: 'New',
      lines: ['<!channel> @everyone & co'],
      reviews: [],
    }
    assert.deepEqual(webhookBody(alert, 'my-topic'), {
      text: 'New\n&lt;!channel&gt; @everyone &amp; co',
      content: 'New\n<!channel> @everyone & co',
      allowed_mentions: { parse: [] },
      title: 'New',
      message: '<!channel> @everyone & co',
      topic: 'my-topic',
      kind: 'review',
      reviews: [],
    })
  })
})

describe('Alerts about problems', () => {
  it('A pull that fails makes one alert: at once if it needs the operator, otherwise at the third failure', async t => {
    const builder = await startBuilder(t)
    const sent: Alert[] = []
    const alerts = watchAlerts(builder, sent)
    const source = ReviewSource.parse({ name: 'trustpilot', url: 'https://a.example' })
    const fail = (kind: PullProblemKind, failures: number) =>
      alerts.considerPull(source, {
        kind: 'failed',
        problem: new PullProblem(`It is ${kind}.`, kind),
        failures,
      })
    for (const failures of [1, 2, 3, 4]) await fail('passing', failures)
    assert.deepEqual(
      sent.map(({ lines }) => lines[1]),
      ['Failures in a row: 3. What is published stays.'],
    )
    for (const failures of [1, 2]) await fail('setup', failures)
    await alerts.considerPull(source, { kind: 'unchanged' })
    assert.equal(sent.length, 2)
    // It failed in passing first, and for good then.
    for (const failures of [2, 3]) await fail('setup', failures)
    assert.equal(sent.length, 3)
    assert.equal(
      sent[1]!.title,
      'Reviews of Test & Sons Plumbing could not be pulled from trustpilot',
    )
  })

  it('A problem makes one alert until it is solved, however many instances see it', async t => {
    const builder = await startBuilder(t)
    const sent: Alert[] = []
    const [one, other] = [watchAlerts(builder, sent), watchAlerts(builder, sent)]
    for (const alerts of [one, other, one]) await alerts.considerProblem('The disk is full.')
    assert.equal(sent.length, 1)
    await one.considerProblem(undefined)
    await one.considerProblem('The disk is full.')
    assert.equal(sent.length, 2)
    await watchAlerts(builder, sent).considerProblem('The disk is full.')
    assert.equal(sent.length, 2, 'a restart is no news')
    await one.considerProblem('The disk is gone.')
    assert.deepEqual(sent.at(-1)!.lines, ['The disk is gone.', 'What was published before stays.'])
    assert.equal(sent.length, 3)
  })
})

const ALERT: Alert = {
  kind: 'problem',
  title: 'Überlauf',
  lines: ['One.', '.', 'Two.'],
  reviews: [],
}

function sender(
  t: TestContext,
  targets: Partial<Parameters<typeof createSendAlert>[0]>,
  networks = ['127.0.0.1'],
  closing = new AbortController(),
) {
  const client = createOperatorClient(networks, 'Test')
  t.after(() => client.close())
  const waits: number[] = []
  const failures: string[] = []
  const send = createSendAlert(
    { alertEmailTo: [], ...targets },
    {
      client,
      networks,
      now,
      wait: async ms => void waits.push(ms),
      signal: closing.signal,
      onFailure: message => void failures.push(message),
    },
  )
  return { send, waits, failures }
}

describe('Sending an alert', () => {
  it('The webhook gets an alert as JSON, with the topic of ntfy from the address', async t => {
    const bodies: unknown[] = []
    const { url } = await startTestWebServer(t, async (incoming, outgoing) => {
      bodies.push([incoming.method, incoming.url, await json(incoming)])
      outgoing.end()
    })
    const { send, failures } = sender(t, { alertWebhookUrl: `${url}/#plumber` })
    await send(ALERT)
    assert.deepEqual(failures, [])
    assert.deepEqual(bodies, [['POST', '/', webhookBody(ALERT, 'plumber')]])
  })

  it('A webhook that takes nothing is tried again three times, and one that may have taken it is not', async t => {
    let status = 503
    const { url, asked } = await startTestWebServer(
      t,
      (_, outgoing) => void outgoing.writeHead(status).end(),
    )
    const { send, waits, failures } = sender(t, { alertWebhookUrl: `${url}/secret-path` })
    await send(ALERT)
    assert.deepEqual([asked.length, waits.length], [4, 3])
    status = 404
    await send(ALERT)
    assert.equal(asked.length, 5)
    assert.deepEqual(failures, [
      '127.0.0.1 answered 503 to the alert.',
      '127.0.0.1 answered 404 to the alert.',
    ])
  })

  it('A webhook that is busy gets the alert a minute, ten minutes and an hour later', async t => {
    const statuses = [429, 500, 429]
    const { url, asked } = await startTestWebServer(
      t,
      (_, outgoing) => void outgoing.writeHead(statuses.shift() ?? 299).end(),
    )
    const { send, waits, failures } = sender(t, { alertWebhookUrl: url })
    await send(ALERT)
    assert.equal(asked.length, 4)
    assert.deepEqual(waits, [60_000, 600_000, 3_600_000])
    assert.deepEqual(failures, [])
  })

  it('A webhook that fails keeps no mail back, and the mail has the sender that the operator names', async t => {
    const { url } = await startTestWebServer(t, (_, outgoing) => void outgoing.writeHead(300).end())
    const { port, mails, lines } = await startMailServer(t)
    const { send, failures } = sender(t, {
      alertWebhookUrl: url,
      alertSmtpUrl: `smtp://127.0.0.1:${port}`,
      alertEmailTo: ['owner@a.example'],
      alertEmailFrom: 'desk@a.example',
    })
    await send(ALERT)
    assert.equal(mails.length, 1)
    assert.ok(lines.includes('MAIL FROM:<desk@a.example>'))
    assert.deepEqual(failures, ['127.0.0.1 answered 300 to the alert.'])
  })

  it('A service that stops gives up quietly', async t => {
    const closing = new AbortController()
    const { url, asked } = await startTestWebServer(
      t,
      (_, outgoing) => void outgoing.writeHead(503).end(),
    )
    const { send, failures } = sender(t, { alertWebhookUrl: url }, undefined, closing)
    closing.abort()
    await send(ALERT)
    assert.deepEqual([asked.length, failures.length], [0, 0])
  })

  it('A webhook that cannot be reached is tried again', async t => {
    const { send, waits, failures } = sender(t, {
      alertWebhookUrl: `http://127.0.0.1:${await freePort()}`,
    })
    await send(ALERT)
    assert.deepEqual(waits, [60_000, 600_000, 3_600_000])
    assert.deepEqual(failures, ['127.0.0.1 refused the connection: nothing is listening there.'])
  })

  it('The mail server gets an alert with a login, and no line of it ends the mail', async t => {
    const { port, lines, mails } = await startMailServer(t)
    const { send, failures } = sender(t, {
      alertSmtpUrl: `smtp://us%40a.example:p%40ss@127.0.0.1:${port}`,
      alertEmailTo: ['owner@a.example', 'other@a.example'],
    })
    await send(ALERT)
    assert.deepEqual(failures, [])
    assert.equal(mails[0]!.text, 'Überlauf\n\nOne.\n.\nTwo.\n')
    assert.deepEqual(mails[0]!.headers.replace(/<[0-9a-f-]+@/, '<…@').split('\r\n'), [
      'Auto-Submitted: auto-generated',
      'From: owner@a.example',
      'To: owner@a.example, other@a.example',
      'Subject: =?UTF-8?B?w5xiZXJsYXVm?=',
      'Date: Sun, 15 Nov 2026 12:00:00 +0000',
      'Message-ID: <…@a.example>',
      'Content-Transfer-Encoding: base64',
      'MIME-Version: 1.0',
      'Content-Type: text/plain; charset=utf-8',
    ])
    assert.deepEqual(lines, [
      'EHLO firsthand',
      `AUTH PLAIN ${Buffer.from('\0us@a.example\0p@ss').toString('base64')}`,
      'MAIL FROM:<owner@a.example>',
      'RCPT TO:<owner@a.example>',
      'RCPT TO:<other@a.example>',
      'DATA',
      'QUIT',
    ])
  })

  it('A mail server that rejects the mail, or is not allowed, is reported without the password', async t => {
    const { port, lines } = await startMailServer(t, { accepts: 554 })
    const targets = {
      alertSmtpUrl: `smtp://user:secret@127.0.0.1:${port}`,
      alertEmailTo: ['owner@a.example'],
    }
    const rejecting = sender(t, targets)
    await rejecting.send(ALERT)
    assert.deepEqual(rejecting.failures, [
      '127.0.0.1 answered 554 to the mail, and did not take it.',
    ])
    const before = lines.length
    const forbidden = sender(t, targets, [])
    await forbidden.send(ALERT)
    assert.match(
      forbidden.failures[0]!,
      /^127\.0\.0\.1 is not on the public internet\. .* OUTGOING_ALLOW_CIDRS\.$/,
    )
    assert.equal(lines.length, before)
  })
})
