import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readCertificate } from '../../../src/actions/certificate/certificate-state.ts'
import { agreeToTerms } from '../../../src/cli/agree-to-terms.ts'
import { readSettings } from '../../../src/cli/base/settings.ts'
import { runCommand } from '../../kit/command.ts'
import { startPebble } from '../../kit/pebble.ts'
import { assertRejected } from '../../kit/rejection.ts'
import { openTestStore } from '../../kit/store.ts'
import { openTerminal } from '../../kit/terminal.ts'

const DOMAIN = 'reviews.example.com'

describe('The terms of the certificate authority', () => {
  it('Without a terminal, somebody must have agreed', async t => {
    const { folder } = await openTestStore(t)
    const env = { DATABASE_URL: folder.databaseUrl }
    assertRejected(
      await runCommand(['serve', DOMAIN], { cwd: folder.path, env }),
      2,
      /whose terms you must agree to, but this is not a terminal to ask on\. Add --agree, or set ACME_AGREE=true\./,
    )
  })

  it('The owner is shown where the terms are, and is asked once', async t => {
    const pebble = await startPebble(t)
    const { folder, store } = await openTestStore(t)
    const settings = readSettings(
      { domain: DOMAIN, databaseUrl: folder.databaseUrl },
      { ACME_DIRECTORY_URL: pebble.directoryUrl, OUTGOING_ALLOW_CIDRS: '127.0.0.0/8' },
    )
    const no = openTerminal('no\n')
    await assert.rejects(agreeToTerms(settings, no.streams), /^UsageError: Without a certificate/)
    assert.match(no.shown(), /Its terms: data:.*\nDo you agree to them\? \[y\/N\] /)
    await agreeToTerms(settings, openTerminal('yes\n').streams)
    assert.equal((await readCertificate(store, DOMAIN)).agreed_to, pebble.directoryUrl)
    const silent = openTerminal('')
    await agreeToTerms(settings, silent.streams)
    assert.equal(silent.shown(), '')
  })
})

describe('The settings of a service with a domain', () => {
  it('Address, port and host follow from the domain', () => {
    const { baseUrl, port, host, domain } = readSettings({ domain: 'Bücher.Example.com' }, {})
    assert.deepEqual(
      [domain, baseUrl, port, host],
      ['xn--bcher-kva.example.com', 'https://xn--bcher-kva.example.com', 443, '::'],
    )
    assert.deepEqual(
      readSettings({ domain: DOMAIN, port: '8443' }, { HOST: '10.0.0.1' }).port,
      8443,
    )
    const plain = readSettings({}, {})
    assert.deepEqual([plain.baseUrl, plain.port, plain.host], [undefined, 8080, '127.0.0.1'])
  })

  it('What is no domain, or another than that of the public address, is rejected', () => {
    for (const domain of [
      'https://reviews.example.com',
      'reviews',
      '192.0.2.1',
      'a b.example',
      '-x.example',
    ])
      assert.throws(() => readSettings({ domain }, {}), /--domain: must be a name such as reviews/)
    assert.throws(
      () => readSettings({ domain: DOMAIN, baseUrl: 'https://example.com' }, {}),
      /BASE_URL is https:\/\/example\.com, but the domain is reviews\.example\.com\. Leave BASE_URL out/,
    )
  })
})
