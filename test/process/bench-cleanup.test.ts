import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { cleanUp, isRunning, makeFolder, track } from '../../bench/cleanup.ts'

const IDLE = ['--eval', 'setInterval(() => {}, 1e6)']

describe('the cleanup of benchmarks', () => {
  it('Cleaning up stops tracked processes and removes folders', async () => {
    const children = [1, 2].map(() => track(spawn(process.execPath, IDLE)))
    const folder = makeFolder()
    await cleanUp()
    assert.deepEqual(children.map(isRunning), [false, false])
    assert.ok(!existsSync(folder))
  })

  it('Cleaning up ignores a program that could not be started', async () => {
    const child = track(spawn('no-such-program'))
    await once(child, 'error')
    await cleanUp()
    assert.ok(!isRunning(child))
  })

  it('An interrupted benchmark stops its processes before it exits', async t => {
    const module = fileURLToPath(new URL('../../bench/cleanup.ts', import.meta.url))
    const code = `import { spawn } from 'node:child_process'
      import { cleanUpOnExit, track } from ${JSON.stringify(module)}
      cleanUpOnExit()
      const child = track(spawn(process.execPath, ${JSON.stringify(IDLE)}))
      process.stdout.write(String(child.pid) + '\\n')
      setInterval(() => {}, 1e6)`
    const bench = spawn(process.execPath, ['--input-type=module', '--eval', code])
    t.after(() => bench.kill('SIGKILL'))
    const exited = once(bench, 'exit')
    const [line] = await once(bench.stdout, 'data')
    bench.kill('SIGINT')
    assert.deepEqual(await exited, [130, null])
    assert.throws(() => process.kill(Number(line), 0), { code: 'ESRCH' })
  })
})
