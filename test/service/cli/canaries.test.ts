import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { isPostgres } from '../../../src/store/open-store.ts'
import { optionsFor } from '../../kit/cli/import/run-import.ts'
import { type Finished, runCommand } from '../../kit/command.ts'
import { type Folder, makeFolder } from '../../kit/folder.ts'
import { freePort } from '../../kit/free-port.ts'
import { FIXTURES, textOf } from '../../kit/ingest/formats/fixtures.ts'
import { queryDatabase } from '../../kit/query-database.ts'
import { startTestService, type TestService, until } from '../../kit/service.ts'
import * as files from './canary-files.ts'
import { agentResponses, filesIn, type Places, responsesOf } from './everywhere.ts'

/** Has reviews of two locations, one of which has to be chosen. */
const BIRDEYE = 'birdeye.csv'
const OTHERS = Object.keys(FIXTURES).filter(file => file !== BIRDEYE)
const OPTIONS = ['--source', 'example', '--retrieved', '2026-03-28']
/** From the text of a review, so public. */
const WORDS = 'within the hour'

const fixture = (file: string) =>
  fileURLToPath(new URL(`../../kit/ingest/formats/fixtures/${file}`, import.meta.url))

const placesWith = (needle: string, places: Places) =>
  [...places]
    .filter(([, text]) => text.toLowerCase().includes(needle.toLowerCase()))
    .map(([place]) => place)

function assertNothingPrivate(places: Places): void {
  assert.notEqual(places.size, 0)
  for (const canary of files.CANARIES) assert.deepEqual(placesWith(canary, places), [], canary)
}

describe('Private data in review files', () => {
  const commands: Places = new Map()
  const endings: (() => unknown)[] = []
  let service: TestService
  let metricsUrl: string
  let folder: Folder

  async function run(...args: string[]): Promise<Finished> {
    const { databaseUrl } = service.folder
    const finished = await runCommand(args, optionsFor({ path: folder.path, databaseUrl }))
    commands.set(args.join(' '), finished.stdout + finished.stderr)
    return finished
  }

  /** Writes files made from the fixtures and returns their names. */
  const spoil = (names: string[], how: string, make: (file: string) => string) =>
    Promise.all(names.map(name => folder.write(`${how}-${name}`, make(name))))

  before(async () => {
    const context = { after: (end: () => unknown) => endings.push(end) } as unknown as TestContext
    const metricsPort = await freePort()
    metricsUrl = `http://127.0.0.1:${metricsPort}`
    service = await startTestService(context, { settings: { metricsPort } })
    folder = await makeFolder(context)
    const takeout = await files.makePrivateTakeout(context)
    const imports: [exitCode: number, ...args: string[]][] = [
      [3, ...OTHERS.map(fixture), '--dry-run', ...OPTIONS],
      [3, ...OTHERS.map(fixture), ...OPTIONS],
      [0, fixture(BIRDEYE), '--location', 'North'],
      [0, takeout.zip],
      [0, takeout.folder],
      [
        3,
        await folder.write('foreign.csv', files.FOREIGN.table),
        ...files.FOREIGN.flags,
        ...OPTIONS,
      ],
      [3, await folder.write('own.json', files.OWN_ROWS)],
    ]
    await Promise.all(
      imports.map(async ([exitCode, ...args]) => {
        const { code, stdout, stderr } = await run('import', ...args)
        assert.equal(code, exitCode, stderr)
        assert.match(stdout, / added, /)
      }),
    )
  })
  after(async () => {
    for (const end of endings.reverse()) await end()
  })

  it('The test files contain every piece of private data', () => {
    const inputs: Places = new Map(Object.keys(FIXTURES).map(file => [file, textOf(file)]))
    assert.deepEqual(placesWith('canary', inputs), [...inputs.keys()])
  })

  const OF_FILE = /: 0 added, 0 edited, 0 unchanged, 0 duplicate, [1-3] rejected$/
  const OF_INPUT =
    /^ {2}[\w-]+\.csv(?:: 1 row \(Birdeye export\)| \(1 row\): not imported, because it names no location\.)$/

  it('Messages about rejected rows contain no private data', async () => {
    const broken = [files.withoutRatings, files.withoutDates].map(async make => {
      const others = await run('import', ...(await spoil(OTHERS, make.name, make)), ...OPTIONS)
      const birdeye = await run(
        'import',
        ...(await spoil([BIRDEYE], make.name, make)),
        '--location',
        'North',
      )
      return [others, birdeye]
    })
    for (const { code, stdout, stderr } of (await Promise.all(broken)).flat()) {
      assert.equal(code, 3, stderr)
      for (const line of stdout.trimEnd().split('\n'))
        assert.match(line, line.startsWith('  ') ? OF_INPUT : OF_FILE)
    }
  })

  it('Messages about rejected files contain no private data', async () => {
    const paths = await Promise.all(
      Object.entries(files.REJECTED).map(([name, content]) => folder.write(name, content)),
    )
    const columns = ['--map', 'rating=Score', '--map', 'date=When']
    const rejected = [...paths.map(path => [path]), ['headerless.csv', ...columns]]
    for (const { code, stderr } of await Promise.all(
      rejected.map(args => run('import', ...args)),
    )) {
      assert.equal(code, 1)
      assert.match(stderr, /^[\w-]+\.\w+: \w+/)
    }
  })

  it('No command prints private data', async () => {
    const ended = await Promise.all([
      run('export', 'out', '--base-url', 'https://reviews.example'),
      run('insights', '--json'),
    ])
    assert.deepEqual(
      ended.map(({ code }) => code),
      [0, 0],
    )
    assertNothingPrivate(commands)
    assertNothingPrivate(await filesIn(join(folder.path, 'out')))
  })

  describe('Once the service shows the reviews', () => {
    before(async () => {
      const [written] = await queryDatabase(
        service.folder.databaseUrl,
        'select version from publication',
      )
      await until(async () => {
        const { version } = (await (await fetch(`${service.url}/readyz`)).json()) as {
          version: number
        }
        return version === written!.version
      })
    })

    it('No file next to the database contains private data', async () => {
      assertNothingPrivate(await filesIn(service.folder.path))
    })

    it('No address serves private data', async () => {
      assertNothingPrivate(await responsesOf(service.url))
      assertNothingPrivate(
        new Map([['metrics', await (await fetch(`${metricsUrl}/metrics`)).text()]]),
      )
    })

    it('No search finds private data', async () => {
      for (const canary of files.CANARIES) {
        const response = await fetch(
          `${service.url}/api/reviews/search?query=${encodeURIComponent(canary)}`,
        )
        assert.equal(((await response.json()) as { matched: number }).matched, 0, canary)
      }
    })

    it('No MCP tool, resource or prompt contains private data', async () =>
      assertNothingPrivate(await agentResponses(service.url)))

    it('No line of the log contains private data', () =>
      assertNothingPrivate(
        new Map(service.log.map((line, number) => [`${number}`, JSON.stringify(line)])),
      ))

    it('The same searches find public data in all these places', async () => {
      const searched = [
        await filesIn(service.folder.path),
        await filesIn(join(folder.path, 'out')),
        await responsesOf(service.url),
        await agentResponses(service.url),
      ]
      const found = searched.flatMap(places => placesWith(WORDS, places)).join('\n')
      for (const place of [
        // PostgreSQL keeps its files elsewhere.
        ...(isPostgres(service.folder.databaseUrl) ? [] : [/\/firsthand\.db/]),
        /\/out\/reviews\.json$/m,
        /^\/feed\.xml$/m,
        /^\/reviews\/\w{26}$/m,
        /^\/api\/reviews\/changes/m,
        /search_reviews/,
        /get_review/,
      ])
        assert.match(found, place)
      assert.deepEqual(placesWith('review_count', commands), ['insights --json'])
    })
  })
})
