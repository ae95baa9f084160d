import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { runCommand } from '../../../kit/command.ts'
import { makeFolder } from '../../../kit/folder.ts'
import { assertRejected } from '../../../kit/rejection.ts'
import { rows } from '../../../kit/rows.ts'
import { startAgain, startTestService } from '../../../kit/service.ts'
import { readKeyOf, readText } from '../../../kit/witness.ts'

async function setUp(t: TestContext) {
  const first = await startTestService(t, { rows: rows(3) })
  const { path, write } = await makeFolder(t)
  const verify = (...args: string[]) => runCommand(['verify', first.url, ...args], { cwd: path })
  assert.equal((await verify()).code, 0)
  const key = await readKeyOf(first)
  const checkpoint = await readText(`${first.url}/log/checkpoint`)
  await first.close()
  return { first, key, checkpoint, verify, write, port: Number(new URL(first.url).port) }
}

describe('firsthand verify of a log that changed its key', () => {
  it('After rotate-key, a returning check passes and names the old key', async t => {
    const { first, key, verify, port } = await setUp(t)
    const { code, stdout } = await runCommand([
      ...['rotate-key', '--yes', '--database-url', first.folder.databaseUrl],
      ...['--base-url', `http://localhost:${port}`],
    ])
    assert.equal(code, 0)
    const again = await startAgain(t, first, { port })
    const newKey = await readKeyOf(again)
    assert.notEqual(newKey, key)
    assert.ok(stdout.startsWith(`The log is now signed with ${newKey}\n`))
    const returning = await verify()
    assert.deepEqual([returning.code, returning.stderr], [0, ''])
    assert.match(returning.stdout, /^The log has 4 entries, signed with the key: /m)
    assert.ok(
      returning.stdout.includes(
        `the key was replaced by an entry that the old key signed: ${key}\n`,
      ),
    )
    assert.match((await verify()).stdout, /signed with the same key as before/)
  })

  it('The command rotate-key needs consent and the public address', async t => {
    const { first } = await setUp(t)
    const database = ['--database-url', first.folder.databaseUrl]
    assertRejected(await runCommand(['rotate-key', ...database]), 2, /--yes/)
    assertRejected(await runCommand(['rotate-key', '--yes', ...database]), 2, /needs BASE_URL/)
  })
})

describe('PREDECESSOR', () => {
  it('A new log says once which lost one it continues; verify names both, and still warns whoever knew the lost one', async t => {
    const { key, checkpoint, verify, write, port } = await setUp(t)
    const predecessor = await write('lost.txt', `${key}\n${checkpoint}`)
    const other = await startTestService(t, { rows: rows(2), settings: { port, predecessor } })
    await other.close()
    await startAgain(t, other, { port, predecessor })
    const returning = await verify()
    assert.equal(returning.code, 4)
    assert.match(
      returning.stderr,
      /another key than at the last check\. It says that it continues the log/,
    )
    const first = await verify('--pin', 'other.json')
    assert.equal(first.code, 0)
    assert.match(first.stdout, /^The log has 3 entries, signed with the key: /m)
    assert.match(first.stdout, /continues one that was lost, with 3 entries and the key: /)
    assert.ok(first.stdout.includes(key))
  })

  it('A file that names no log, or that its key did not sign, keeps the service from starting', async t => {
    const { first, key, checkpoint, write } = await setUp(t)
    const other = await startTestService(t, { rows: rows(1) })
    const otherKey = await readKeyOf(other)
    await other.close()
    for (const [text, problem] of [
      ['nonsense\n', /not a verifier key/],
      [`${otherKey}\n${checkpoint}`, /not signed by/],
      [`${key}\n`, /the key of this log itself/],
    ] as const)
      await assert.rejects(
        startAgain(t, first, { predecessor: await write('lost.txt', text) }),
        (error: Error) => problem.test(error.message) && /PREDECESSOR/.test(error.message),
      )
    await assert.rejects(startAgain(t, first, { predecessor: 'nowhere' }), /There is no such file/)
  })
})
