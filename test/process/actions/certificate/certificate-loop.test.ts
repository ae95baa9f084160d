import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { describe, it, type TestContext } from 'node:test'
import { pino } from 'pino'
import { startCertificateLoop } from '../../../../src/actions/certificate/certificate-loop.ts'
import {
  type CertificateState,
  describeCertificate,
  readCertificate,
} from '../../../../src/actions/certificate/certificate-state.ts'
import { listen } from '../../../../src/http/http-server.ts'
import { createOperatorClient } from '../../../../src/outgoing/operator-client.ts'
import { createRedirectApp } from '../../../../src/serve/https-site.ts'
import type { Store } from '../../../../src/store/store.ts'
import { type Pebble, startPebble } from '../../../kit/pebble.ts'
import { until } from '../../../kit/service.ts'
import { openTestStore } from '../../../kit/store.ts'

const DOMAIN = 'reviews.example.com'
const DAY_MS = 86_400_000

/** An instance that looks after the certificate, at a time that is so many days from now. */
async function startInstance(
  t: TestContext,
  store: Store,
  { directoryUrl }: Pick<Pebble, 'directoryUrl'>,
  days = 0,
) {
  const client = createOperatorClient(['127.0.0.0/8'], 'Firsthand/test')
  const now = () => new Date(Date.now() + days * DAY_MS)
  const used: X509Certificate[] = []
  const loop = startCertificateLoop({
    store,
    domain: DOMAIN,
    authority: directoryUrl,
    client,
    now,
    random: () => 0,
    log: pino({ level: 'silent' }),
    onCertificate: ({ cert }) => void used.push(new X509Certificate(cert)),
  })
  const close = async () => {
    await loop.close()
    await client.close()
  }
  t.after(close)
  /** Waits until the order is settled. */
  const settled = (holds: (state: CertificateState) => boolean) =>
    until(async () => {
      const state = await readCertificate(store, DOMAIN)
      return state.claimed_until === null && holds(state)
    })
  const fact = async () => describeCertificate(await readCertificate(store, DOMAIN), now())
  return { used, settled, fact, close }
}

async function startPort(t: TestContext, store: Store, { httpPort }: Pebble) {
  const app = createRedirectApp(store, DOMAIN, `https://${DOMAIN}`)
  const server = await listen(app, { host: '127.0.0.1', port: httpPort })
  t.after(() => server.close(0))
}

describe('The certificate', () => {
  it('The certificate is ordered once, kept, and renewed 30 days before its end', async t => {
    const pebble = await startPebble(t)
    const { store } = await openTestStore(t)
    await startPort(t, store, pebble)
    const first = await startInstance(t, store, pebble)
    await until(() => first.used.length === 1)
    assert.equal(first.used[0]!.checkHost(DOMAIN), DOMAIN)
    assert.equal(first.used[0]!.checkHost('example.com'), undefined)
    assert.match((await first.fact()).message, /^The certificate is valid until \d{4}-\d\d-\d\d\.$/)
    await first.close()

    const later = await startInstance(t, store, pebble, 59)
    await until(() => later.used.length === 1)
    await later.close()
    assert.equal(later.used[0]!.serialNumber, first.used[0]!.serialNumber)
    assert.equal(pebble.issued(), 1)

    const due = await startInstance(t, store, pebble, 61)
    await until(() => due.used.length === 2)
    assert.equal(due.used[0]!.serialNumber, first.used[0]!.serialNumber)
    assert.notEqual(due.used[1]!.serialNumber, first.used[0]!.serialNumber)
    assert.equal(pebble.issued(), 2)
  })

  it('A refused order is a fact about the health, and the old certificate goes on', async t => {
    const pebble = await startPebble(t)
    const { store } = await openTestStore(t)
    await startPort(t, store, pebble)
    const first = await startInstance(t, store, pebble)
    await until(() => first.used.length === 1)
    await first.close()

    // One in a hundred times, the first authority would take its earlier proof for a new one.
    const other = await startPebble(t)
    other.resolver.set(DOMAIN, [])
    const refused = await startInstance(t, store, other, 61)
    await refused.settled(({ failures }) => failures === 1)
    const { state, message, detail } = await refused.fact()
    assert.equal(state, 'warning')
    assert.match(
      message,
      /^The certificate was not renewed, and is valid until [\d-]+\. The order failed: .+/,
    )
    assert.ok(!detail!.includes(DOMAIN))
    assert.deepEqual(
      refused.used.map(one => one.serialNumber),
      [first.used[0]!.serialNumber],
    )
    const { next_at } = await readCertificate(store, DOMAIN)
    assert.ok(Date.parse(next_at!) > Date.now() + 61 * DAY_MS)
    await refused.close()

    const repaired = await startInstance(t, store, pebble, 77)
    await until(() => repaired.used.length === 2)
    assert.equal((await readCertificate(store, DOMAIN)).problem, null)
  })

  it('A first order that is refused is a problem with its reason', async t => {
    const pebble = await startPebble(t)
    pebble.resolver.set(DOMAIN, [])
    const { store } = await openTestStore(t)
    const { settled, fact, used } = await startInstance(t, store, pebble)
    await settled(({ failures }) => failures === 1)
    const { state, message } = await fact()
    assert.equal(state, 'problem')
    assert.match(
      message,
      /^There is no certificate, so the site cannot be reached\. The order failed: .+/,
    )
    assert.equal(used.length, 0)
  })

  it('Another instance that has claimed the order is waited for, and its certificate is used', async t => {
    const pebble = await startPebble(t)
    const { store } = await openTestStore(t)
    await startPort(t, store, pebble)
    const both = [await startInstance(t, store, pebble), await startInstance(t, store, pebble)]
    await until(() => both.every(({ used }) => used.length === 1))
    assert.equal(both[0]!.used[0]!.serialNumber, both[1]!.used[0]!.serialNumber)
    assert.equal(pebble.issued(), 1)
  })
})

describe('An authority that is out of reach', () => {
  for (const [directoryUrl, reason] of [
    ['https://localhost:1/dir', /localhost refused the connection/],
    ['https://10.0.0.1/dir', /10\.0\.0\.1 is not on the public internet\. .*OUTGOING_ALLOW_CIDRS/],
  ] as const)
    it(`The authority ${directoryUrl} is named with the reason`, async t => {
      const { store } = await openTestStore(t)
      const { settled, fact } = await startInstance(t, store, { directoryUrl })
      await settled(({ failures }) => failures === 1)
      assert.match((await fact()).message, reason)
    })
})
