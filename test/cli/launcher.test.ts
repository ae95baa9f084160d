import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { runCommand } from '../kit/command.ts'
import { makeFolder } from '../kit/folder.ts'
import { execute } from '../kit/process.ts'
import { startProgram } from '../kit/program.ts'
import { assertRefused } from '../kit/refusal.ts'
import { until } from '../kit/service.ts'

const launcher = fileURLToPath(new URL('../../bin/firsthand.js', import.meta.url))
const oldNode = findOldNode()

/** A Node on this machine that is too old to run the source. */
function findOldNode(): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/local/bin', '/usr/bin']
  return folders.map(folder => join(folder, 'node')).find(path => existsSync(path) && majorOf(path) < 24)
}

function majorOf(path: string): number {
  return Number(/^v(\d+)/.exec(execFileSync(path, ['--version'], { encoding: 'utf8' }))?.[1])
}

describe('npx firsthand', () => {
  it('runs the program in a clone', async () => {
    const { stdout } = await execute('npx', ['firsthand', '--version'], { cwd: join(launcher, '../..') })
    assert.match(stdout, /^\d+\.\d+\.\d+\n$/)
    assert.equal((await stat(launcher)).mode & 0o111, 0o111)
  })
})

for (const [name, node] of [
  ['this Node', process.execPath],
  ['a Node that is too old', oldNode],
] as const)
  describe(`the launcher under ${name}`, { skip: node ? false : 'there is none on this machine' }, () => {
    const program: [string, string] = [node!, launcher]

    it('runs the program', async () => {
      const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'))
      const { code, stdout } = await runCommand(['--version'], { program })
      assert.deepEqual([code, stdout], [0, `${version}\n`])
    })

    it('ends with the exit code of the program', async t => {
      const { path: cwd } = await makeFolder(t)
      assertRefused(await runCommand(['serve'], { program, cwd, env: { PORT: 'abc' } }), 2, /^PORT: /)
      assertRefused(await runCommand(['import', 'missing.json'], { program, cwd }), 1, /no such file/)
    })

    it('passes SIGTERM on, and ends when the program has', async t => {
      const { path: cwd } = await makeFolder(t)
      const running = await startProgram(t, { program, cwd, env: { PORT: '0' } })
      await until(async () => (await fetch(`${running.url}/readyz`)).ok)
      running.child.kill('SIGTERM')
      assert.deepEqual(await running.ended, [0, null])
      assert.match(running.output(), /Stopping/)
      await assert.rejects(fetch(running.url))
    })
  })
