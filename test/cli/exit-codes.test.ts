import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it, type TestContext } from 'node:test'
import { EXIT } from '../../src/cli/base/exit.ts'
import { type CommandOptions, spawnCommand } from '../kit/command.ts'
import { makeFolder } from '../kit/folder.ts'
import { row } from '../kit/rows.ts'
import { startTestWebServer } from '../kit/web-server.ts'
import { createFakeService } from '../ledger/fake-service.ts'

/** The rows of the table of exit codes in a document. */
function codesIn(document: string): { code: number; meaning: string }[] {
  const text = readFileSync(new URL(`../../${document}`, import.meta.url), 'utf8')
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
