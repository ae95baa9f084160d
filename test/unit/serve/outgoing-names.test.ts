import assert from 'node:assert/strict'
import { it } from 'node:test'
import { checkNames } from '../../../src/serve/outgoing-names.ts'
import { startResolver } from '../../kit/resolver.ts'

const SETTINGS = { witnesses: [], outgoingAllowCidrs: [], websubCallbackAllowCidrs: [] }
const WITNESS = { key: 'witness', url: 'https://witness.example/witness' }

it('Name servers that know nobody, or lead everybody into private networks, are a problem with a sentence', async t => {
  const resolver = await startResolver(t)
  const hub = { someReached: async () => [{ host: 'one.example' }, { host: '192.0.2.1' }] }
  const check = async (witnesses = [WITNESS]) =>
    (await checkNames(hub, { ...SETTINGS, witnesses }, resolver.resolve))[0]!
  resolver.behave(['93.184.215.14'])
  assert.equal((await check()).state, 'ok')
  for (const [treatment, sentence] of [
    ['nxdomain', /^The name servers answer for none of the names/],
    ['servfail', /^The name servers answer for none of the names/],
    [
      ['10.0.0.1'],
      /^The name servers lead all names that this service sends to into private networks/,
    ],
    [['93.184.215.14', '10.0.0.1'], /into private networks/],
  ] as const) {
    resolver.behave(typeof treatment === 'string' ? treatment : [...treatment])
    const { state, message, detail } = await check()
    assert.equal(state, 'problem')
    assert.match(message, sentence)
    assert.match(message, /\(one\.example, witness\.example\)/)
    assert.doesNotMatch(detail!, /example|192\.0\.2\.1/)
    assert.match(detail!, /Check the name servers of this machine/)
  }
  assert.equal((await check([])).state, 'warning', 'one name alone may be wrong')
  assert.deepEqual(
    await checkNames({ someReached: async () => [{ host: '192.0.2.1' }] }, SETTINGS),
    [],
  )
})
