import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it, type TestContext } from 'node:test'
import { readSettings } from '../../../../src/cli/base/settings.ts'
import { runCommand } from '../../../kit/command.ts'
import { type Folder, makeFolder } from '../../../kit/folder.ts'
import { freePort } from '../../../kit/free-port.ts'
import { assertRejected } from '../../../kit/rejection.ts'
import { business } from '../../../kit/rows.ts'
import { importInto } from '../../../kit/service.ts'
import vectors from '../../witness/vectors.json' with { type: 'json' }

const { log, ed25519, ml_dsa_44 } = vectors

describe('Settings', () => {
  it('The settings have the documented defaults', () => {
    assert.deepEqual(readSettings({}, {}), {
      port: 8080,
      host: '127.0.0.1',
      baseUrl: undefined,
      domain: undefined,
      httpPort: 80,
      acmeDirectoryUrl: 'https://acme-v02.api.letsencrypt.org/directory',
      acmeAgree: false,
      databaseUrl: 'sqlite:data/firsthand.db',
      businessFile: 'business.json',
      rateLimitPerMinute: 600,
      trustProxy: [],
      secretKey: [],
      websubCallbackAllowCidrs: [],
      websubRetrySeconds: [60, 1800],
      websubMinLeaseSeconds: 300,
      websubMaxPerHost: 100,
      websubMaxPerTopic: 10_000,
      websubSlots: 64,
      mcpMaxSubscriptions: 0,
      mcpRegistryAuth: undefined,
      verifyPackage: undefined,
      outgoingAllowCidrs: [],
      alertWebhookUrl: undefined,
      alertSmtpUrl: undefined,
      alertEmailTo: [],
      alertEmailFrom: undefined,
      alertMaxRating: 3,
      alertReviewText: false,
      backupTo: undefined,
      backupPassphrase: undefined,
      backupKeep: 14,
      backupS3Key: undefined,
      backupS3Region: 'us-east-1',
      metricsPort: undefined,
      metricsHost: '127.0.0.1',
      logLevel: 'info',
      insightsLlmUrl: undefined,
      insightsLlmModel: undefined,
      insightsLlmKey: undefined,
      witnesses: [],
      witnessFor: [],
      predecessor: undefined,
    })
  })

  it('The proof for the MCP registry is taken as it is', () => {
    for (const kind of ['ed25519', 'ecdsap384']) {
      const MCP_REGISTRY_AUTH = `v=MCPv1; k=${kind}; p=G2kEXqFg1WEdE5RQKX6V2dSIVbqwRw1T/zJmvqBqxA4=`
      assert.equal(readSettings({}, { MCP_REGISTRY_AUTH }).mcpRegistryAuth, MCP_REGISTRY_AUTH)
    }
  })

  it('The package to verify with is taken with its version and its scope', () => {
    for (const VERIFY_PACKAGE of ['firsthand@1.2.3', '@acme/firsthand@1.2.3-rc.1'])
      assert.equal(readSettings({}, { VERIFY_PACKAGE }).verifyPackage, VERIFY_PACKAGE)
  })

  it('An empty variable counts as not set', () => {
    assert.equal(readSettings({}, { PORT: '', HOST: '' }).port, 8080)
  })

  it('The base address is normalized however it is written', () => {
    for (const BASE_URL of [
      'https://Reviews.example',
      'https://reviews.example/',
      'HTTPS://reviews.example:443',
    ])
      assert.equal(readSettings({}, { BASE_URL }).baseUrl, 'https://reviews.example')
    for (const BASE_URL of [
      'https://Salon.example/Our/reviews',
      'https://salon.example/Our/reviews/',
    ])
      assert.equal(readSettings({}, { BASE_URL }).baseUrl, 'https://salon.example/Our/reviews')
  })

  it('A language model without TLS is accepted on a private network', () => {
    for (const INSIGHTS_LLM_URL of [
      'https://llm.example/v1',
      'http://localhost:11434/v1',
      'http://127.0.0.1:8000/v1',
      'http://10.1.2.3/v1',
      'http://[::1]:8000/v1',
      'http://ollama:11434/v1',
    ])
      assert.equal(
        readSettings({}, { INSIGHTS_LLM_URL, INSIGHTS_LLM_MODEL: 'tiny-1' }).insightsLlmUrl,
        INSIGHTS_LLM_URL,
      )
  })

  it('The address of a language model needs the name of the model', () => {
    assert.throws(
      () => readSettings({}, { INSIGHTS_LLM_URL: 'https://llm.example/v1' }),
      /^UsageError: INSIGHTS_LLM_URL also needs INSIGHTS_LLM_MODEL, the name of the model\.$/,
    )
  })

  it('TRUST_PROXY accepts a list of addresses and networks', () => {
    assert.deepEqual(
      readSettings({}, { TRUST_PROXY: '127.0.0.1, 10.0.0.0/8,fd00::/8,' }).trustProxy,
      ['127.0.0.1', '10.0.0.0/8', 'fd00::/8'],
    )
  })
})

describe('The settings about witnesses', () => {
  it('WITNESSES lists keys with addresses, WITNESS_FOR keys with or without an origin', () => {
    const { witnesses, witnessFor } = readSettings(
      {},
      {
        WITNESSES: `${ed25519.key}@https://w.example/, ${ml_dsa_44.key}@http://127.0.0.1:1/witness`,
        WITNESS_FOR: `${log.key},${log.key}@moved.example/log`,
      },
    )
    assert.deepEqual(witnesses, [
      { key: ed25519.key, url: 'https://w.example' },
      { key: ml_dsa_44.key, url: 'http://127.0.0.1:1/witness' },
    ])
    assert.deepEqual(witnessFor, [
      { key: log.key, origin: log.origin },
      { key: log.key, origin: 'moved.example/log' },
    ])
  })

  it('Keys that are none, keys of the wrong kind and missing addresses are rejected', () => {
    for (const WITNESSES of [
      'nonsense',
      ed25519.key,
      `${log.key}@https://w.example`,
      `${ed25519.key}@ftp://w`,
    ])
      assert.throws(
        () => readSettings({}, { WITNESSES }),
        /^UsageError: WITNESSES: must list keys of witnesses/,
      )
    for (const WITNESS_FOR of ['reviews.example/log', log.key.replace(/\+\w{8}\+/, '+00000000+')])
      assert.throws(
        () => readSettings({}, { WITNESS_FOR }),
        /^UsageError: WITNESS_FOR: must list keys of logs/,
      )
  })
})

describe('An invalid setting', { concurrency: 3 }, () => {
  const wrong: [Record<string, string>, RegExp][] = [
    [{ WEBSUB_SLOTS: '3' }, /^WEBSUB_SLOTS: must be a whole number from 4 to 1024\.$/m],
    [{ PORT: 'abc' }, /^PORT: must be a whole number from 0 to 65535\.$/m],
    ...[
      'https://example.com/reviews?page=1',
      'https://owner@example.com',
      'https://example.com/a%20b',
    ].map((BASE_URL): [Record<string, string>, RegExp] => [
      { BASE_URL },
      /^BASE_URL: must be a host and perhaps a path, such as \S+, without a query\.$/m,
    ]),
    [{ TRUST_PROXY: 'nonsense' }, /^TRUST_PROXY: must list addresses or networks, such as .*\.$/m],
  ]
  for (const [env, says] of wrong)
    it(`The invalid setting ${JSON.stringify(env)} ends serve with exit code 2 and a message`, async t => {
      assertRejected(await runCommand(['serve'], { cwd: (await makeFolder(t)).path, env }), 2, says)
    })

  it('An invalid setting is reported by the name of its variable', () => {
    const invalid = {
      PORT: ['-1', '65536', '1.5', '0x50'],
      RATE_LIMIT_PER_MINUTE: ['many'],
      BASE_URL: [
        'example.com',
        'ftp://example.com',
        'https://example.com/?a',
        'https://a:b@example.com',
      ],
      WEBSUB_RETRY_SECONDS: ['60', '60,', '60,1800,3600', 'a,b', '-1,2', '0,0', '60,0', '0.5,60'],
      SECRET_KEY: ['too short', 'long enough for a key,short'],
      INSIGHTS_LLM_URL: [
        'llm.example',
        'ftp://llm.example',
        'http://llm.example/v1',
        'http://8.8.8.8/v1',
        'https://a:b@llm.example/v1',
      ],
      INSIGHTS_LLM_MODEL: ['two words', '<b>'],
      INSIGHTS_LLM_KEY: ['two words'],
      MCP_MAX_SUBSCRIPTIONS: ['-1', '10001', 'all'],
      MCP_REGISTRY_AUTH: [
        'G2kEXqFg1WEdE5RQKX6V2dSIVbqwRw1TzJmvqBqxA4=',
        'v=MCPv1; k=rsa; p=G2kEXqFg1WEdE5RQKX6V2dSIVbqwRw1TzJmvqBqxA4=',
        'v=MCPv1; k=ed25519; p=no key',
      ],
      VERIFY_PACKAGE: [
        'firsthand',
        'firsthand@latest',
        'firsthand@1.2',
        '<b>@1.2.3',
        'a@1.2.3; rm',
      ],
      TRUST_PROXY: ['10.0.0.0/33', '10.0.0.0/8/8', 'true', '::1/129'],
    }
    for (const [name, values] of Object.entries(invalid))
      for (const value of values)
        assert.throws(
          () => readSettings({}, { [name]: value }),
          new RegExp(`^UsageError: ${name}: must .*\\.$`),
        )
  })

  it('An invalid flag is reported by the name of the flag', async t => {
    const { path: cwd } = await makeFolder(t)
    assertRejected(
      await runCommand(['serve', '--port', 'x'], { cwd }),
      2,
      /^--port: must be a whole number/,
    )
  })

  const wrongFiles: [string, RegExp][] = [
    ['{\n  "port": 80,\n  "prot": 81\n}', /^firsthand\.json: line 3: prot: is not a known field$/m],
    ['{\n  "port": 80,\n}', /^firsthand\.json: line 3: is not valid JSON/m],
    ['{"port": "x"}', /^port in firsthand\.json: must be a whole number/m],
  ]
  for (const [text, says] of wrongFiles)
    it(`The invalid firsthand.json ${text.replace(/\s+/g, ' ')} is reported with its line or field`, async t => {
      const folder = await makeFolder(t)
      await folder.write('firsthand.json', text)
      assertRejected(await runCommand(['serve'], { cwd: folder.path }), 2, says)
    })

  it('No message shows the password of a database', async t => {
    const folder = await makeFolder(t)
    await folder.write('reviews.json', [])
    const cases: [url: string, code: number, says: RegExp][] = [
      ['mysql://owner:secret@host.example/db', 2, /^DATABASE_URL must look like sqlite:/],
      ['postgres://owner:sec/ret@host.example/db', 2, /^DATABASE_URL must look like postgres:/],
      [
        `postgres://owner:secret@127.0.0.1:${await freePort()}/db`,
        1,
        /^PostgreSQL cannot be reached/,
      ],
    ]
    const tries = cases.flatMap(([url, code, says]) =>
      [
        ['serve'],
        ['import', 'reviews.json'],
        ['export', 'out', '--base-url', 'https://reviews.example'],
      ].map(async args => {
        const finished = await runCommand(args, { cwd: folder.path, env: { DATABASE_URL: url } })
        assertRejected(finished, code, says)
        assert.doesNotMatch(finished.stderr, /sec\/?ret|owner|host\.example/)
      }),
    )
    await Promise.all(tries)
  })
})

describe('A setting in three places', { concurrency: 3 }, () => {
  const file = { base_url: 'https://file.example' }
  const env = { BASE_URL: 'https://environment.example' }
  const flag = ['--base-url', 'https://flag.example']

  it('A flag wins over the environment and the file', async t => {
    assert.equal(await usedBaseUrl(t, { file, env, flag }), 'https://flag.example')
  })

  it('The environment wins over the file', async t => {
    assert.equal(await usedBaseUrl(t, { file, env }), 'https://environment.example')
  })

  it('A setting comes from firsthand.json if nothing else sets it, even after a byte order mark', async t => {
    assert.equal(
      await usedBaseUrl(t, { file: `\uFEFF${JSON.stringify(file)}` }),
      'https://file.example',
    )
  })
})

interface Sources {
  file: unknown
  env?: Record<string, string>
  flag?: string[]
}

/** The base URL of an export. */
async function usedBaseUrl(
  t: TestContext,
  { file, env = {}, flag = [] }: Sources,
): Promise<string | undefined> {
  const folder: Folder = await makeFolder(t)
  await folder.write('firsthand.json', file)
  await importInto(folder.databaseUrl, [], business)
  const { stderr } = await runCommand(['export', 'out', ...flag], {
    cwd: folder.path,
    env: { ...env, DATABASE_URL: folder.databaseUrl },
  })
  assert.equal(stderr, '')
  const { home_page_url } = JSON.parse(await readFile(`${folder.path}/out/api/feed.json`, 'utf8'))
  return new URL(home_page_url).origin
}
