import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { EXIT } from '../../../src/cli/base/result.ts'
import { run } from '../../../src/cli/commands.ts'
import { type CommandOptions, spawnCommand } from '../../kit/command.ts'
import { makeFolder } from '../../kit/folder.ts'
import { createFakeService } from '../../kit/ledger/fake-service.ts'
import { assertRejectedAsJson } from '../../kit/rejection.ts'
import { row } from '../../kit/rows.ts'
import { startTestWebServer } from '../../kit/web-server.ts'

/** The rows of the table of exit codes in a document. */
function codesIn(document: string): { code: number; meaning: string }[] {
  const text = readFileSync(new URL(`../../../${document}`, import.meta.url), 'utf8')
  const [, table] = /^\| exit code \| meaning \|\n\|---\|---\|\n((?:\| .*\n)+)/m.exec(text)!
  return [...table!.matchAll(/^\| (\d+) \| (.+) \|$/gm)].map(([, code, meaning]) => ({
    code: Number(code),
    meaning: meaning!,
  }))
}

const documented = codesIn('docs/settings.md')

interface Provocation {
  args: string[]
  options?: CommandOptions
}

/** For each exit code, a command that ends with it. */
const PROVOCATIONS = new Map<number, (t: TestContext) => Provocation | Promise<Provocation>>([
  [EXIT.done, () => ({ args: ['--version'] })],
  [EXIT.failed, () => ({ args: ['import', 'missing.json'] })],
  [EXIT.usage, () => ({ args: ['serve'], options: { env: { PORT: 'abc' } } })],
  [
    EXIT.someRejected,
    async t => {
      const folder = await makeFolder(t)
      const file = await folder.write('reviews.json', [row(), row({ rating: 9 })])
      return { args: ['import', file], options: { env: { DATABASE_URL: folder.databaseUrl } } }
    },
  ],
  [EXIT.notVerified, async t => ({ args: ['verify', await startLyingService(t)] })],
])

/** Its log has a review that it does not show. */
async function startLyingService(t: TestContext): Promise<string> {
  const service = createFakeService()
  service.show('add', 1)
  const files = service.publish()
  service.show('add', 2)
  const honest = service.publish()
  const { url } = await startTestWebServer(t, (incoming, outgoing) => {
    const path = incoming.url!.split('?')[0]!
    const body = path === '/reviews.json' ? files.get(path) : honest.get(path)
    outgoing.writeHead(body ? 200 : 404).end(body)
  })
  return url
}

describe('The exit codes', () => {
  for (const { code, meaning } of documented)
    it(`A command ends with the documented exit code ${code} (${meaning})`, async t => {
      const provocation = await PROVOCATIONS.get(code)?.(t)
      assert.ok(provocation, `no command here ends with exit code ${code}: add one`)
      const { path: cwd } = await makeFolder(t)
      const finished = await spawnCommand(provocation.args, { cwd, ...provocation.options })
      assert.equal(finished.code, code, finished.stderr)
    })

  it('A command that fails with --json prints its error code for programs, and the message as usual', async t => {
    const { path: cwd } = await makeFolder(t)
    const missing = await spawnCommand(['import', 'missing.json', '--json'], { cwd })
    assertRejectedAsJson(missing, 'failed', /missing\.json/)
    const invalid = await spawnCommand(['check', '--json'], { cwd, env: { PORT: 'abc' } })
    assertRejectedAsJson(invalid, 'wrong_usage', /PORT/)
    const unknown = await spawnCommand(['check', '--json', '--nope'], { cwd })
    assert.deepEqual(JSON.parse(unknown.stdout), {
      error: 'wrong_usage',
      message: "error: unknown option '--nope'",
    })
    assert.equal(unknown.code, EXIT.usage)
    const help = await spawnCommand(['check', '--json', '--help'], { cwd })
    assert.match(help.stdout, /^Usage: /)
    assert.equal(help.code, EXIT.done)
  })

  it('A command that meets a bug prints its stack, and with --json the code internal_error', async () => {
    const written: string[] = []
    const errors: string[] = []
    const program = {
      stdout: { write: (text: string) => written.push(text) },
      stderr: { write: (text: string) => errors.push(text) },
      get env(): never {
        throw new TypeError('a bug')
      },
    } as unknown as NodeJS.Process
    assert.equal(await run(['check', '--json'], program), EXIT.failed)
    assert.deepEqual(JSON.parse(written.join('')), { error: 'internal_error', message: 'a bug' })
    assert.match(errors.join(''), /^TypeError: a bug\n\s+at /)
  })

  it('A check shows each fault of the business file in a line of its own', async t => {
    const { path: cwd } = await makeFolder(t)
    writeFileSync(join(cwd, 'business.json'), '{ "name": "Ada",\n  "a": 1,\n  "b": 2 }')
    const { stdout } = await spawnCommand(['check'], { cwd })
    assert.match(stdout, /line 2: a: is not a known field\n +line 3: b: is not a known field\n/)
  })

  it('The table of exit codes in docs/settings.md has every code of the program, and no other', () => {
    assert.deepEqual(
      documented.map(({ code }) => code),
      Object.values(EXIT),
    )
  })

  it('The table of exit codes in docs/import.md has only codes that docs/settings.md explains', () => {
    const known = documented.map(({ code }) => code)
    const listed = codesIn('docs/import.md')
    assert.notEqual(listed.length, 0)
    for (const { code } of listed) assert.ok(known.includes(code), `${code}`)
  })

  it('The help lists every exit code', async () => {
    const { stdout } = await spawnCommand(['--help'])
    const [, sentence] = /Exit codes: ([^.]+)\./.exec(stdout)!
    assert.deepEqual([...sentence!.matchAll(/\d+/g)].map(Number), Object.values(EXIT))
  })
})
