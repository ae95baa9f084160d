import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { describe, it } from 'node:test'
import { createClient } from '../../kit/client.ts'
import { runCommand } from '../../kit/command.ts'
import { makeFolder } from '../../kit/folder.ts'
import { startProgram } from '../../kit/program.ts'
import { assertPlain, assertRejected } from '../../kit/rejection.ts'
import { business, rows } from '../../kit/rows.ts'
import { importInto, until } from '../../kit/service.ts'

describe('firsthand serve', { concurrency: 2 }, () => {
  it('The serve command shows the demo for an empty store, logs that, and stops on SIGTERM', async t => {
    const folder = await makeFolder(t)
    const program = await startProgram(t, { cwd: folder.path, env: { PORT: '0' } })
    await until(async () => (await fetch(`${program.url}/readyz`)).ok)
    const { json } = await (await createClient(program.url)).get('/reviews.json')
    assert.equal(json.business.fictional, true)
    assert.match(
      program.output(),
      /There is no business\.json yet: showing a demo business that does not exist/,
    )
    program.child.kill('SIGTERM')
    assert.deepEqual(await program.ended, [0, null])
    assertPlain(program.output())
  })

  it('The log has one JSON object per line when it is not written to a terminal', async t => {
    const folder = await makeFolder(t)
    await folder.write('business.json', business)
    const program = await startProgram(t, { cwd: folder.path, env: { PORT: '0' } })
    program.child.kill('SIGINT')
    assert.deepEqual(await program.ended, [0, null])
    for (const line of program.output().trim().split('\n')) assert.ok(JSON.parse(line).msg)
  })

  it('The serve command says that the port is in use', async t => {
    const other = createServer().listen(0, '127.0.0.1')
    t.after(() => other.close())
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    const { path: cwd } = await makeFolder(t)
    assertRejected(
      await runCommand(['serve'], { cwd, env: { PORT: `${port}` } }),
      2,
      new RegExp(`^Port ${port} is in use`),
    )
  })

  it('The serve command says that the host is not an address of this machine', async t => {
    const { path: cwd } = await makeFolder(t)
    const env = { PORT: '0', HOST: '192.0.2.1' }
    assertRejected(
      await runCommand(['serve'], { cwd, env }),
      2,
      /^"192\.0\.2\.1" is not an address of this machine\./,
    )
  })

  it('The serve command says that no business file describes whose reviews these are', async t => {
    const { path: cwd, databaseUrl } = await makeFolder(t)
    await importInto(databaseUrl, rows(1))
    const env = { PORT: '0', DATABASE_URL: databaseUrl }
    assertRejected(
      await runCommand(['serve'], { cwd, env }),
      1,
      /but no business\.json says whose they are\./,
    )
  })
})
