import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { connectAllowed, createResolve } from '../../../src/outgoing/guarded-connections.ts'
import { createMailGuard, type MailGuard, sendMail } from '../../../src/outgoing/mail.ts'
import { freePort } from '../../kit/free-port.ts'
import { until } from '../../kit/service.ts'
import { type MailServerOptions, startMailServer } from '../../kit/smtp-server.ts'
import { authority, selfSigned, trustAuthority } from '../../kit/tls.ts'

const MAIL = {
  from: 'a@a.example',
  to: ['b@a.example', 'c@a.example'],
  subject: 'Hello',
  text: 'Text',
}
const AT = new Date('2026-11-15T12:00:00Z')
const LISTED = createMailGuard(['127.0.0.1'])
/** Treats the test's server as one on the public internet: allowed, but not listed. */
const PUBLIC: MailGuard = {
  ...createMailGuard([]),
  connect: connectAllowed(
    () => true,
    createResolve(address => address === '127.0.0.1'),
    'http:',
  ),
}

const trustedCertificate = async () => {
  await trustAuthority()
  return await (await authority()).issue(['localhost'])
}

async function start(t: TestContext, options: MailServerOptions = {}) {
  const server = await startMailServer(t, options)
  const scheme = options.isSecure ? 'smtps' : 'smtp'
  const send = (guard: MailGuard, login = 'user:secret@') =>
    sendMail(new URL(`${scheme}://${login}localhost:${server.port}`), MAIL, guard, AT)
  return { ...server, send }
}

const problem = (reason: string, message: string) => ({ name: 'RequestFailure', reason, message })

describe('Mail in plain text', () => {
  it('A server that is not listed and offers no encryption gets neither the login nor the mail', async t => {
    const { send, lines, mails } = await start(t)
    await assert.rejects(
      send(PUBLIC),
      problem(
        'wrong status',
        'localhost does not offer encryption (STARTTLS), so no mail was sent.',
      ),
    )
    assert.deepEqual(lines, ['EHLO firsthand', 'STARTTLS'])
    assert.deepEqual(mails, [])
  })

  it('A server in a network that the operator lists gets it', async t => {
    const { send, mails } = await start(t)
    await send(LISTED)
    assert.equal(mails.length, 1)
  })

  it('The public internet is allowed, but not listed', () => {
    assert.equal(LISTED.isListed('127.0.0.1'), true)
    for (const address of ['1.1.1.1', '127.0.0.2', ''])
      assert.equal(LISTED.isListed(address), false)
  })
})

describe('Mail over TLS', () => {
  it('A server that offers STARTTLS gets the login and the mail over TLS', async t => {
    const { send, lines, mails } = await start(t, { certificate: await trustedCertificate() })
    await send(PUBLIC)
    assert.deepEqual(lines.slice(0, 4), [
      'EHLO firsthand',
      'STARTTLS',
      'EHLO firsthand',
      `AUTH PLAIN ${Buffer.from('\0user\0secret').toString('base64')}`,
    ])
    assert.equal(mails.length, 1)
  })

  it('A listed server that offers STARTTLS gets nothing in plain text', async t => {
    const { send, lines } = await start(t, { certificate: await trustedCertificate() })
    await send(LISTED)
    assert.equal(lines[1], 'STARTTLS')
  })

  it('A server with smtps in its address speaks TLS from the start', async t => {
    const { send, lines, mails } = await start(t, {
      certificate: await trustedCertificate(),
      isSecure: true,
    })
    await send(PUBLIC)
    assert.equal(mails.length, 1)
    assert.doesNotMatch(lines.join(), /STARTTLS/)
  })

  for (const isSecure of [false, true])
    for (const names of ['localhost', 'other.example'])
      it(`A certificate for ${names} that cannot be trusted gets nothing, ${isSecure ? 'from the start' : 'after STARTTLS'}`, async t => {
        await trustAuthority()
        const certificate =
          names === 'localhost'
            ? await selfSigned([names])
            : await (await authority()).issue([names])
        const { send, lines, mails } = await start(t, { certificate, isSecure })
        for (const guard of [PUBLIC, LISTED])
          await assert.rejects(send(guard), {
            reason: 'broken',
            message:
              /^localhost cannot be reached \((?:DEPTH_ZERO_SELF_SIGNED_CERT|ERR_TLS_CERT_ALTNAME_INVALID)\)\.$/,
          })
        assert.doesNotMatch(lines.join(), /AUTH|MAIL/)
        assert.deepEqual(mails, [])
      })

  it('Certificates are verified even if NODE_TLS_REJECT_UNAUTHORIZED is 0', async t => {
    const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED
    t.after(() => {
      if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
      else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before
    })
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
    const { send, mails } = await start(t, {
      certificate: await selfSigned(['localhost']),
      isSecure: true,
    })
    await assert.rejects(send(PUBLIC), { reason: 'broken' })
    assert.deepEqual(mails, [])
  })
})

describe('A mail server that does not take the mail', () => {
  it('A rejected login is reported without what the server says', async t => {
    const { send, lines } = await start(t, { responses: { AUTH: '535 user:secret is wrong\r\n' } })
    await assert.rejects(
      send(LISTED),
      problem('wrong status', 'localhost answered 535 to the mail, and did not take it.'),
    )
    assert.equal(lines.length, 2)
  })

  it('A server without a login gets no mail if there is a password, and gets it if there is none', async t => {
    const { send, lines, mails, countConnections } = await start(t, { offers: 'SIZE 1000000' })
    await assert.rejects(
      send(LISTED),
      problem('wrong status', 'The mail server does not offer to log in with a password.'),
    )
    assert.deepEqual(lines, ['EHLO firsthand'])
    await until(async () => (await countConnections()) === 0, 10_000)
    await send(LISTED, '')
    assert.equal(mails.length, 1)
  })

  for (const [title, responses] of [
    ['the sender', { MAIL: '550 no\r\n' }],
    ['one recipient', { 'RCPT TO:<b': '550 no\r\n' }],
    ['every recipient', { RCPT: '550 no\r\n' }],
  ] as const)
    it(`A server that rejects ${title} is reported`, async t => {
      const { send } = await start(t, { responses })
      await assert.rejects(
        send(LISTED),
        problem('wrong status', 'localhost answered 550 to the mail, and did not take it.'),
      )
    })

  it('A mail that was taken counts as sent, even if the server hangs up at once', async t => {
    const { send, mails } = await start(t, { responses: { QUIT: null } })
    await send(LISTED)
    assert.equal(mails.length, 1)
  })

  it('A server that refuses the connection surely took nothing', async () => {
    const server = new URL(`smtp://127.0.0.1:${await freePort()}`)
    await assert.rejects(
      sendMail(server, MAIL, LISTED, AT),
      problem('unsent', '127.0.0.1 refused the connection: nothing is listening there.'),
    )
  })

  it('Without a port it is 465 where TLS comes first, and 587 where it comes later', async () => {
    const ports: unknown[] = []
    const connect: MailGuard['connect'] = ({ port }, callback) => {
      ports.push(port)
      callback(new Error('not now'), null)
    }
    for (const server of [
      'smtps://mail.example',
      'smtp://mail.example',
      'smtp://mail.example:2525',
    ])
      await assert.rejects(sendMail(new URL(server), MAIL, { ...LISTED, connect }, AT))
    assert.deepEqual(ports, ['465', '587', '2525'])
  })

  it('A server at a forbidden address gets no connection', async t => {
    const { port, lines } = await start(t)
    for (const host of ['127.0.0.1', '[::ffff:127.0.0.1]'])
      await assert.rejects(
        sendMail(new URL(`smtp://${host}:${port}`), MAIL, createMailGuard([]), AT),
        /is not on the public internet\. If that is intended, list its network in OUTGOING_ALLOW_CIDRS\.$/,
      )
    assert.deepEqual(lines, [])
  })

  it('A server that stays silent is given up', async t => {
    let connected = false
    const { send } = await start(t, { responses: { '': '' } })
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const guard: MailGuard = {
      ...LISTED,
      connect: (options, callback) =>
        LISTED.connect(options, (...result) => {
          callback(...result)
          connected = true
        }),
    }
    const sent = assert.rejects(
      send(guard),
      problem('broken', 'localhost cannot be reached (ETIMEDOUT).'),
    )
    await untilImmediate(() => connected)
    t.mock.timers.tick(30_000)
    await sent
  })
})

/** Without the timers, which the test controls. */
async function untilImmediate(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise(resolve => setImmediate(resolve))
  for (let turn = 0; turn < 5; turn++) await new Promise(resolve => setImmediate(resolve))
}
