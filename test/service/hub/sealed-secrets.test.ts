import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import fc from 'fast-check'
import type { ServiceSettings } from '../../../src/serve/service.ts'
import { createSeal, type Seal } from '../../../src/store/base/sealed-secrets.ts'
import { answerWith, type CallbackServer, startCallback } from '../../kit/callback.ts'
import { queryDatabase } from '../../kit/query-database.ts'
import { startTestService, type TestService, until } from '../../kit/service.ts'
import { type HubWireAnswer, subscribe, untilHubIsReady } from '../../kit/subscribe.ts'

const sealWith = (...keys: string[]): Seal => createSeal(keys, randomBytes)

describe('Sealed secrets', () => {
  it('A sealed secret opens with the key that closed it', () => {
    const seal = sealWith('key')
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), secret => {
        assert.equal(seal.open(seal.close(secret)), secret)
      }),
    )
  })

  it('A sealed secret opens in another process with the same key', () => {
    assert.equal(sealWith('key').open(sealWith('key').close('s3cr3t ✓')), 's3cr3t ✓')
  })

  it('Sealing the same secret twice gives different results', () => {
    const seal = sealWith('key')
    const sealed = Array.from({ length: 100 }, () => seal.close('s3cr3t'))
    assert.equal(new Set(sealed).size, 100)
    assert.equal(new Set(sealed.map(text => text.slice(0, 16))).size, 100)
  })

  it('A sealed secret does not reveal its content', () => {
    const sealed = sealWith('key').close('s3cr3t-s3cr3t')
    for (const coding of ['latin1', 'base64url', 'hex'] as const) {
      assert.ok(!sealed.includes(Buffer.from('s3cr3t').toString(coding)), coding)
      assert.ok(
        !Buffer.from(sealed, 'base64url').includes(Buffer.from('s3cr3t').toString(coding)),
        coding,
      )
    }
  })

  it('A sealed secret does not open with another key', () => {
    const sealed = sealWith('key').close('s3cr3t')
    for (const keys of [['other'], ['Key'], ['key '], [''], ['other', 'third']])
      assert.equal(sealWith(...keys).open(sealed), null, keys.join())
  })

  it('A sealed secret opens with an older key as long as it is configured', () => {
    const old = sealWith('old').close('s3cr3t')
    assert.equal(sealWith('new', 'old').open(old), 's3cr3t')
    assert.equal(sealWith('newest', 'new', 'old').open(old), 's3cr3t')
    assert.equal(sealWith('newest', 'new').open(old), null)
  })

  it('A secret is sealed with the first key only', () => {
    const sealed = sealWith('new', 'old').close('s3cr3t')
    assert.equal(sealWith('new').open(sealed), 's3cr3t')
    assert.equal(sealWith('old').open(sealed), null)
  })

  it('A sealed secret does not open if any bit was changed', () => {
    const seal = sealWith('key')
    const bytes = Buffer.from(seal.close('s3cr3t'), 'base64url')
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const changed = Buffer.from(bytes)
      changed[bit >> 3]! ^= 1 << (bit & 7)
      assert.equal(seal.open(changed.toString('base64url')), null, `bit ${bit}`)
    }
  })

  it('A sealed secret does not open if bytes are missing or added', () => {
    const seal = sealWith('key')
    for (const secret of ['', 's3cr3t']) {
      const bytes = Buffer.from(seal.close(secret), 'base64url')
      for (let length = 0; length < bytes.length; length++)
        assert.equal(seal.open(bytes.toString('base64url', 0, length)), null, `${length} bytes`)
      assert.equal(seal.open(Buffer.concat([bytes, Buffer.alloc(1)]).toString('base64url')), null)
    }
  })

  it('Text that was never sealed does not open', () => {
    const seal = sealWith('key')
    for (const text of ['', 's3cr3t', '!', 'A'.repeat(100), '\u0000'])
      assert.equal(seal.open(text), null, text)
  })
})

const SECRET = 'open-sesame-4711-✓'

describe('Secrets of subscribers', () => {
  it('The secret appears in no file, no log line and no response of the service', async t => {
    const { callback, service, ask } = await start(t)
    const answers = [await ask('/verified')]
    await until(async () => (await sealedIn(service)).length === 1)
    callback.onChallenge = answerWith(404)
    answers.push(await ask('/rejected'))
    await until(() => callback.challenges().length === 2)
    await callback.close()
    answers.push(
      await ask('/unreachable'),
      await ask('/x', { 'hub.mode': 'publish' }),
      await ask('/x', { 'hub.topic': 'https://example.com/' }),
      await ask('/x', { 'hub.callback': 'http://example.com/' }),
      await ask('/x', { 'hub.lease_seconds': '0' }),
      await ask('/x', { 'hub.secret': SECRET.repeat(20) }),
    )
    assert.deepEqual(
      answers.map(({ status }) => status),
      [202, 202, 202, 400, 400, 400, 400, 400],
    )
    await until(() => countLog(service, 'failed') === 1)
    for (const spelling of spellings(SECRET)) {
      for (const [name, bytes] of filesOf(service))
        assert.ok(!bytes.includes(spelling), `${spelling} in ${name}`)
      assert.ok(!JSON.stringify(service.log).includes(spelling), `${spelling} in the log`)
      assert.ok(!JSON.stringify(answers).includes(spelling), `${spelling} in an answer`)
      for (const { url, rawHeaders } of callback.received)
        assert.ok(
          !JSON.stringify([url, rawHeaders]).includes(spelling),
          `${spelling} in a challenge`,
        )
    }
  })

  it('The secret is sealed with the operator’s first key', async t => {
    const { service, ask } = await start(t, { secretKey: ['of the operator', 'an older one'] })
    await ask('/callback')
    await until(async () => (await sealedIn(service)).length === 1)
    const [sealed] = (await sealedIn(service)) as [string]
    const [{ value }] = (await queryDatabase(
      service.folder.databaseUrl,
      "select value from setting where key = 'secret_key'",
    )) as [{ value: string }]
    assert.equal(sealWith('of the operator').open(sealed), SECRET)
    assert.equal(sealWith('an older one', value).open(sealed), null)
  })

  it('The secret is sealed with a key of the installation if the operator sets none', async t => {
    const { service, ask } = await start(t)
    await ask('/callback')
    await until(async () => (await sealedIn(service)).length === 1)
    const [{ value }] = (await queryDatabase(
      service.folder.databaseUrl,
      "select value from setting where key = 'secret_key'",
    )) as [{ value: string }]
    assert.ok(Buffer.from(value, 'base64url').length >= 32)
    assert.equal(sealWith(value).open((await sealedIn(service))[0]!), SECRET)
  })
})

describe('Callbacks of subscribers', () => {
  it('The log shows only host and hash of a callback', async t => {
    const { callback, service, ask } = await start(t)
    await ask('/hidden-path?hidden=query')
    await until(() => countLog(service, 'verified') === 1)
    callback.onChallenge = answerWith(404)
    await ask('/hidden-path?hidden=other')
    await until(() => countLog(service, 'rejected') === 1)
    const log = JSON.stringify(service.log)
    assert.doesNotMatch(log, /hidden|hub\.challenge/)
    assert.match(log, /localhost #[0-9a-f]{12}/)
  })
})

interface Started {
  callback: CallbackServer
  service: TestService
  /** Requests a subscription with the secret. */
  ask(path: string, change?: Record<string, string>): Promise<HubWireAnswer>
}

async function start(t: TestContext, settings: Partial<ServiceSettings> = {}): Promise<Started> {
  const callback = await startCallback(t)
  const baseUrl = 'https://reviews.example.net'
  const service = await startTestService(t, { settings: { baseUrl, ...settings } })
  await untilHubIsReady(service)
  return {
    callback,
    service,
    ask: (path, change = {}) =>
      subscribe(service.url, {
        'hub.mode': 'subscribe',
        'hub.topic': `${baseUrl}/feed.xml`,
        'hub.callback': callback.url(path),
        'hub.secret': SECRET,
        ...change,
      }),
  }
}

const sealedIn = async ({ folder }: TestService) =>
  (await queryDatabase(folder.databaseUrl, 'select secret from subscription')).map(({ secret }) =>
    String(secret),
  )

const countLog = ({ log }: TestService, said: string) =>
  log.filter(({ msg }) => msg.endsWith(said)).length

/** The database file and those that SQLite keeps beside it. */
const filesOf = ({ folder }: TestService) =>
  readdirSync(folder.path, { recursive: true, withFileTypes: true })
    .filter(one => one.isFile())
    .map(({ parentPath, name }) => [name, readFileSync(join(parentPath, name))] as const)

function spellings(secret: string): string[] {
  const bytes = Buffer.from(secret)
  return [
    secret,
    encodeURIComponent(secret),
    'open-sesame',
    bytes.toString('hex'),
    bytes.toString('base64url'),
  ]
}
