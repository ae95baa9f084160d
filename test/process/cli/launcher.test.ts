import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile, stat, symlink } from 'node:fs/promises'
import { connect } from 'node:net'
import { delimiter, dirname, join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { spawnCommand, startCommand } from '../../kit/command.ts'
import { makeFolder } from '../../kit/folder.ts'
import { freePort } from '../../kit/free-port.ts'
import { findNode, TOO_OLD } from '../../kit/nodes.ts'
import { execute } from '../../kit/process.ts'
import { startProgram } from '../../kit/program.ts'
import { assertRejected } from '../../kit/rejection.ts'
import { until } from '../../kit/service.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const launcher = join(root, 'bin/firsthand.js')
const { version, scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
/** That of the bundle which a whole test run starts with: it finds the program faster than the one in a clone. */
const { TEST_PROGRAM } = process.env
const packed = TEST_PROGRAM ? join(dirname(TEST_PROGRAM), '../../bin/firsthand.js') : launcher
const oldNode = await findNode(TOO_OLD)

/** Starts faster than the demo. */
const WITHOUT_REVIEWS = { name: 'A business without reviews' }

/** Both stop a process that handles them in an orderly way. */
const SIGNALS = ['SIGTERM', 'SIGINT'] as const

describe('npx --no-install firsthand', () => {
  it('The command runs the program in a clone', async () => {
    const { stdout } = await execute('npx', ['--no-install', 'firsthand', '--version'], {
      cwd: root,
    })
    assert.match(stdout, /^\d+\.\d+\.\d+\n$/)
    assert.equal((await stat(launcher)).mode & 0o111, 0o111)
  })
})

for (const [name, node] of [
  ['this Node', process.execPath],
  ['a Node that is too old', oldNode],
] as const) {
  describe(`The launcher on ${name}`, { concurrency: 2 }, () => {
    const program: [string, string] = [node, packed]

    it(`The launcher runs the program on ${name}`, async () => {
      const { code, stdout } = await spawnCommand(['--version'], { program: [node, launcher] })
      assert.deepEqual([code, stdout], [0, `${version}\n`])
    })

    it(`The launcher ends with the exit code of the program on ${name}`, async t => {
      const { path: cwd } = await makeFolder(t)
      assertRejected(
        await spawnCommand(['serve'], { program, cwd, env: { PORT: 'abc' } }),
        2,
        /^PORT: /,
      )
      assertRejected(
        await spawnCommand(['import', 'missing.json'], { program, cwd }),
        1,
        /no such file/,
      )
    })

    for (const signal of SIGNALS)
      it(`The launcher passes ${signal} on and ends with the program on ${name}`, async t => {
        const folder = await makeFolder(t)
        await folder.write('business.json', WITHOUT_REVIEWS)
        const running = await startProgram(t, { program, cwd: folder.path, env: { PORT: '0' } })
        running.child.kill(signal)
        assert.deepEqual(await running.ended, [0, null])
        assert.match(running.output(), /Stopping/)
        assert.equal(await isOpen(Number(new URL(running.url).port)), false)
      })
  })

  describe(`npm start on ${name}`, { concurrency: 2 }, () => {
    for (const signal of SIGNALS)
      it(`${signal} to npm start alone stops the service on ${name}`, async t => {
        const { npm, port } = await npmStart(t, node)
        npm.kill(signal)
        await until(async () => !(await isOpen(port)))
      })

    it(`Ctrl-C stops npm start in an orderly way on ${name}, although the service gets it twice`, async t => {
      const { npm, port } = await npmStart(t, node)
      const ended = once(npm, 'exit')
      process.kill(-npm.pid!, 'SIGINT')
      assert.deepEqual(await ended, [0, null])
      assert.equal(await isOpen(port), false)
    })
  })
}

/** Runs the start script of the package in a folder of its own, with the given Node as `node`. */
async function npmStart(t: TestContext, node: string) {
  const folder = await makeFolder(t)
  await folder.write('package.json', {
    name: 'clone',
    private: true,
    scripts: { start: scripts.start },
  })
  await folder.write('business.json', WITHOUT_REVIEWS)
  await symlink(dirname(packed), join(folder.path, 'bin'))
  const port = await freePort()
  const npm = startCommand([], {
    program: ['npm', 'start'],
    cwd: folder.path,
    env: { PORT: `${port}`, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` },
    detached: true,
  })
  t.after(() => {
    try {
      process.kill(-npm.pid!, 'SIGKILL')
    } catch {
      // Nothing of the group is left, as it should be.
    }
  })
  let output = ''
  for (const stream of [npm.stdout!, npm.stderr!]) stream.on('data', text => (output += text))
  const listens = until(() => {
    assert.equal(npm.exitCode, null, output)
    return output.includes('Listening on')
  })
  await listens.catch(cause =>
    Promise.reject(new Error(`npm start does not listen:\n${output}`, { cause })),
  )
  return { npm, port }
}

const isOpen = (port: number) =>
  new Promise<boolean>(resolve => {
    const socket = connect(port, '127.0.0.1')
      .on('connect', () => resolve(true))
      .on('error', () => resolve(false))
      .on('close', () => socket.destroy())
    socket.on('connect', () => socket.end())
  })
