import assert from 'node:assert/strict'
import { once } from 'node:events'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { optionsFor } from '../../../kit/cli/import/run-import.ts'
import { startCommand } from '../../../kit/command.ts'
import { type Folder, makeFolder } from '../../../kit/folder.ts'
import { queryDatabase } from '../../../kit/query-database.ts'
import { row, rows } from '../../../kit/rows.ts'
import { until } from '../../../kit/service.ts'

interface Watcher {
  folder: Folder
  /** Waits until the program has printed this and waits for changes, then forgets what it printed. */
  says(pattern: RegExp): Promise<void>
  stop(signal: 'SIGTERM' | 'SIGINT'): Promise<[code: number | null, signal: string | null]>
}

const FILE = 'reviews.json'
const imported = (counts: string) => new RegExp(`^${FILE} \\(Firsthand reviews\\): ${counts}`, 'm')
const NO_FILE = new RegExp(`^${FILE}: there is no such file\\.$`, 'm')

/** Watches a file in a folder of its own. */
async function watch(t: TestContext, content?: unknown): Promise<Watcher> {
  const folder = await makeFolder(t)
  if (content !== undefined) await folder.write(FILE, content)
  const child = startCommand(['import', '--watch', FILE], optionsFor(folder))
  t.after(() => child.kill('SIGKILL'))
  const ended = once(child, 'close') as ReturnType<Watcher['stop']>
  let output = ''
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', text => {
      output += text
    })
  return {
    folder,
    async says(pattern) {
      await until(() => {
        assert.equal(child.exitCode, null, output)
        return pattern.test(output) && output.includes('Waiting for the next change.\n')
      })
      output = ''
    },
    stop(signal) {
      child.kill(signal)
      return ended
    },
  }
}

const textsIn = async ({ databaseUrl }: Folder) =>
  (await queryDatabase(databaseUrl, 'select text from revision order by review_id, revision')).map(
    ({ text }) => text,
  )

describe('firsthand import --watch', { concurrency: 3 }, () => {
  it('The command import --watch imports at the start and after every change until it is stopped', async t => {
    const { folder, says, stop } = await watch(t, [row({ source_id: 'r1' })])
    await says(imported('1 added'))
    await folder.write(FILE, [row({ source_id: 'r1', text: 'Changed.' })])
    await says(imported('0 added, 1 edited'))
    assert.deepEqual(await textsIn(folder), ['Warm again within the hour.', 'Changed.'])
    assert.deepEqual(await stop('SIGTERM'), [0, null])
  })

  it('The command import --watch notices that a file was replaced', async t => {
    const { folder, says, stop } = await watch(t, rows(1))
    await says(imported('1 added'))
    await rename(await folder.write('new.json', rows(2)), join(folder.path, FILE))
    await says(imported('1 added, 0 edited, 1 unchanged'))
    assert.deepEqual(await stop('SIGINT'), [0, null])
  })

  it('The command import --watch reports a broken file and continues when it is fixed', async t => {
    const { folder, says, stop } = await watch(t, '[\n{"source": oops')
    await says(new RegExp(`^${FILE}: line 2: is not valid JSON`, 'm'))
    await folder.write(FILE, rows(2))
    await says(imported('2 added'))
    await folder.write(FILE, [row({ rating: 9 })])
    await says(new RegExp(`^${FILE}: row 1, rating: must be 5 or less$`, 'm'))
    assert.deepEqual(await stop('SIGTERM'), [0, null])
    assert.equal((await textsIn(folder)).length, 2)
  })

  it('The command import --watch reports a missing file and waits for it', async t => {
    const { folder, says, stop } = await watch(t)
    await says(NO_FILE)
    await folder.write(FILE, rows(2))
    await says(imported('2 added'))
    await rm(join(folder.path, FILE))
    await says(NO_FILE)
    assert.deepEqual(await stop('SIGTERM'), [0, null])
  })
})
