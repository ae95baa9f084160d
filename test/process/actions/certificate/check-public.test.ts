import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { pino } from 'pino'
import { readCertificate } from '../../../../src/actions/certificate/certificate-state.ts'
import { checkPublic } from '../../../../src/actions/certificate/check-public.ts'
import { listen } from '../../../../src/http/http-server.ts'
import { startHttps } from '../../../../src/serve/https-site.ts'
import { startPebble } from '../../../kit/pebble.ts'
import { until } from '../../../kit/service.ts'
import { openTestStore } from '../../../kit/store.ts'

const DOMAIN = 'reviews.localhost'
const NOBODY = { acmeDirectoryUrl: 'https://localhost:1/dir', outgoingAllowCidrs: ['127.0.0.0/8'] }
const BLANK = { routes: [], writePrebuilt: () => false, fetch: async () => new Response('ok') }

describe('The check of what is public', () => {
  it('Without a domain, the check says how to choose one', async () => {
    const [only, ...more] = await checkPublic(NOBODY, null, new Date())
    assert.match(only!.message, /^No domain is set\. Start the service with yours/)
    assert.deepEqual(more, [])
  })

  it('A name that leads nowhere needs a DNS record, and nothing else is looked at there', async () => {
    const settings = {
      ...NOBODY,
      domain: DOMAIN,
      baseUrl: `https://${DOMAIN}`,
      outgoingAllowCidrs: [],
    }
    const checks = await checkPublic(settings, null, new Date())
    assert.deepEqual(
      checks.map(({ name, state }) => [name, state]),
      [
        ['dns', 'problem'],
        ['authority and clock', 'problem'],
      ],
    )
    assert.match(
      checks[0]!.message,
      /^reviews\.localhost leads nowhere yet\. .*add a DNS record of type A/,
    )
  })

  it('Each obstacle is named with its remedy, until the page is live', async t => {
    const pebble = await startPebble(t)
    const { store } = await openTestStore(t)
    const server = await listen(BLANK, { host: '127.0.0.1', port: 0, isSecure: true })
    t.after(() => server.close(0))
    const settings = {
      host: '127.0.0.1',
      httpPort: pebble.httpPort,
      domain: DOMAIN,
      baseUrl: `https://${DOMAIN}:${server.port}`,
      acmeDirectoryUrl: pebble.directoryUrl,
      outgoingAllowCidrs: ['127.0.0.0/8'],
    }
    const check = async (now = new Date()) => {
      const state = await readCertificate(store, DOMAIN)
      const checks = await checkPublic(settings, state, now, pebble.httpPort)
      return checks.map(({ state, message }) => `${state}: ${message}`)
    }
    const before = await check()
    assert.equal(before[0], 'ok: reviews.localhost leads to 127.0.0.1.')
    assert.match(
      before[1]!,
      /^problem: reviews\.localhost refused the connection.* Run firsthand serve .*firewall/,
    )
    assert.match(before[2]!, /^problem: reviews\.localhost .* has no valid certificate yet/)
    assert.match(before[3]!, /^ok: The certificate authority answers/)

    const site = await startHttps(store, settings, server.useCertificate, pino({ level: 'silent' }))
    t.after(() => site.close())
    await until(async () => (await readCertificate(store, DOMAIN)).chain !== null)
    setDefaultCACertificates([...getCACertificates('default'), pebble.root])
    await until(async () => (await check()).every(line => line.startsWith('ok: ')))
    const late = await check(new Date(Date.now() + 3_600_000))
    assert.match(
      late.at(-1)!,
      /^problem: The clock of this machine is wrong by 60 minutes\. Set it/,
    )
  })
})
