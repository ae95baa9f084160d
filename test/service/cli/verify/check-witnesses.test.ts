import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { runCommand } from '../../../kit/command.ts'
import { makeFolder } from '../../../kit/folder.ts'
import { rows } from '../../../kit/rows.ts'
import { startTestService } from '../../../kit/service.ts'
import { startTestWebServer } from '../../../kit/web-server.ts'
import { startCosigned, untilCosigned } from '../../../kit/witness.ts'
import vectors from '../../witness/vectors.json' with { type: 'json' }

const STRANGER = vectors.ed25519.key

async function setUp(t: TestContext) {
  const { log, addresses } = await startCosigned(t, await startTestService(t, { rows: rows(3) }))
  await untilCosigned(log, 2)
  const folder = await makeFolder(t)
  const verify = (url: string, ...args: string[]) =>
    runCommand(['verify', url, ...args], { cwd: folder.path })
  return { log, verify, keys: addresses.map(({ key }) => key) as [string, string] }
}

const asOptions = (keys: string[]) => keys.flatMap(key => ['--witness', key])

describe('firsthand verify --witness', () => {
  it('The witnesses that the checker names must have signed the log', async t => {
    const { log, verify, keys } = await setUp(t)
    const { code, stdout, stderr } = await verify(log.url, ...asOptions(keys))
    assert.deepEqual([code, stderr], [0, ''])
    assert.equal(
      stdout.match(/^Cosigned by localhost:\d+\/witness on \d{4}-\d\d-\d\d \d\d:\d\d UTC\.$/gm)!
        .length,
      2,
    )
    const json = JSON.parse(
      (await verify(log.url, '--json', ...asOptions(keys.slice(0, 1)))).stdout,
    )
    assert.deepEqual(Object.keys(json.witnesses[0]), ['name', 'at'])
  })

  it('A missing cosignature fails the check and names the witness, unless enough others signed', async t => {
    const { log, verify, keys } = await setUp(t)
    const missing = await verify(log.url, ...asOptions([...keys, STRANGER]))
    assert.equal(missing.code, 4)
    assert.match(
      missing.stderr,
      /NOT VERIFIED: The log as it is now is not cosigned by witness\.example\.com\/w1\. 2 of 3 witnesses signed it; 3 are required\./,
    )
    assert.equal(
      (await verify(log.url, ...asOptions([...keys, STRANGER]), '--require', '2')).code,
      0,
    )
  })

  it('An invalid cosignature fails the check, even if enough others signed', async t => {
    const { log, verify, keys } = await setUp(t)
    const proxy = await startTestWebServer(t, async (request, response) => {
      const original = await fetch(log.url + request.url)
      const body = Buffer.from(await original.arrayBuffer())
      const isCheckpoint = request.url!.startsWith('/log/checkpoint')
      // The last line is that of the second key.
      if (isCheckpoint) body[body.length - 10] = (body.at(-10) === 65 ? 'B' : 'A').charCodeAt(0)
      response.writeHead(original.status).end(body)
    })
    const { code, stderr } = await verify(proxy.url, ...asOptions(keys), '--require', '1')
    assert.equal(code, 4)
    assert.match(stderr, /The cosignature of the witness localhost:\d+\/witness is not valid\./)
  })

  it('Wrong keys and counts are wrong usage', async t => {
    const { log, verify, keys } = await setUp(t)
    for (const args of [
      ['--witness', 'nonsense'],
      ['--witness', vectors.log.key],
      ['--require', '1'],
      ['--witness', keys[0], '--require', '2'],
      ['--witness', keys[0], '--require', 'all'],
    ])
      assert.equal((await verify(log.url, ...args)).code, 2, args.join(' '))
  })
})
