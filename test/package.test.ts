import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { makeFolder } from './kit/folder.ts'
import { execute, freePort, isReady } from './kit/process.ts'
import { until } from './kit/service.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }

describe('the package', () => {
  it('runs where it is installed from its tarball, without the sources', async t => {
    const folder = await makeFolder(t)
    await execute('npm', ['pack', '--pack-destination', folder.path], { cwd: root })
    const tarball = readdirSync(folder.path).find(name => name.endsWith('.tgz'))!
    await folder.write('package.json', { private: true })
    await execute('npm', ['install', '--omit=dev', '--prefer-offline', `./${tarball}`], { cwd: folder.path })
    const firsthand = join(folder.path, 'node_modules/.bin/firsthand')
    assert.equal((await execute(firsthand, ['--version'])).stdout.trim(), version)

    const port = await freePort()
    const child = spawn(firsthand, ['serve', '--port', String(port)], { cwd: folder.path })
    t.after(() => child.kill('SIGKILL'))
    const url = `http://localhost:${port}`
    await until(() => isReady(url))
    const { aggregate_rating } = (await (await fetch(`${url}/reviews.json`)).json()) as {
      aggregate_rating: { review_count: number }
    }
    assert.ok(aggregate_rating.review_count >= 240)
    const check = await fetch(`${url}/assets/ledger/audit.js`)
    assert.match(await check.text(), /^export async function audit\(inputs\) \{$/m)
    child.kill('SIGTERM')
    assert.deepEqual(await once(child, 'exit'), [0, null])
  })
})
