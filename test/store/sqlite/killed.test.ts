import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { copyFile, rm } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { sqlitePath } from '../../../src/store/open-store.ts'
import { runCommand, startCommand } from '../../kit/command.ts'
import { type Folder, makeFolder } from '../../kit/folder.ts'
import { queryDatabase } from '../../kit/query-database.ts'
import { rows } from '../../kit/rows.ts'
import { importInto } from '../../kit/service.ts'
import { startOpener } from '../start-opener.ts'

const importFile = (folder: Folder, file: string) =>
  runCommand(['import', file], { cwd: folder.path, env: envOf(folder) })
const envOf = ({ databaseUrl }: Folder) => ({ DATABASE_URL: databaseUrl })
const countOf = async ({ databaseUrl }: Folder, from: string) =>
  Number((await queryDatabase(databaseUrl, `select count(*) as number from ${from}`))[0]?.number)

describe('A process that is killed while it creates a database', () => {
  it('A database whose creation was interrupted can be opened by the next process', async t => {
    for (let kill = 0; kill < 8; kill++) {
      const folder = await makeFolder(t)
      const child = startOpener(folder.databaseUrl)
      const ended = once(child, 'close')
      await written(child, folder, kill * 16_000)
      child.kill('SIGKILL')
      await ended
      await importInto(folder.databaseUrl, rows(1))
    }
  })
})

/** Waits until the process has written this many bytes to the write-ahead log, or has ended. */
async function written(child: ChildProcess, { databaseUrl }: Folder, bytes: number): Promise<void> {
  const log = `${sqlitePath(databaseUrl)}-wal`
  const size = () => statSync(log, { throwIfNoEntry: false })?.size ?? 0
  // The program takes long to load; what follows takes milliseconds.
  while (child.exitCode === null && size() === 0) await sleep(1)
  while (child.exitCode === null && size() <= bytes) await setImmediate()
}

describe('An import that is killed', () => {
  const BEFORE = 300
  const AFTER = 5000

  it('A killed import has changed everything or nothing, and can be repeated', async t => {
    const folder = await makeFolder(t)
    await importInto(folder.databaseUrl, rows(BEFORE))
    const path = sqlitePath(folder.databaseUrl)
    await copyFile(path, `${path}.before`)
    const file = await folder.write(
      'more.json',
      rows(AFTER, () => ({ text: 'Changed. '.repeat(40) })),
    )
    for (let kill = 0; kill < 8; kill++) {
      await killImport(folder, file, kill)
      await assertWhole(folder)
      if (kill % 4 === 3) await assertCompletes(folder, file)
      for (const end of ['', '-wal', '-shm']) await rm(path + end, { force: true })
      await copyFile(`${path}.before`, path)
    }
  })

  /** Alternates between a random moment and the moment when the first pages of the transaction have reached the disk. */
  async function killImport(folder: Folder, file: string, kill: number): Promise<void> {
    const child = startCommand(['import', file], { cwd: folder.path, env: envOf(folder) })
    const ended = once(child, 'close')
    if (kill % 2 === 0) await Promise.race([sleep(200 + 700 * Math.random()), ended])
    else {
      await written(child, folder, 1_000_000)
      await Promise.race([sleep(150 * Math.random()), ended])
    }
    child.kill('SIGKILL')
    await ended
  }

  async function assertWhole(folder: Folder): Promise<void> {
    assert.equal(
      (await queryDatabase(folder.databaseUrl, 'pragma integrity_check'))[0]?.integrity_check,
      'ok',
    )
    assert.deepEqual(await queryDatabase(folder.databaseUrl, 'pragma foreign_key_check'), [])
    const [version] = await queryDatabase(folder.databaseUrl, 'select version from publication')
    const tables = ['review', 'revision', 'ledger', "revision where text like 'Changed.%'"]
    const numbers = await Promise.all(tables.map(from => countOf(folder, from)))
    const whole = {
      1: [BEFORE, BEFORE, BEFORE, 0],
      2: [AFTER, AFTER + BEFORE, AFTER + BEFORE, AFTER],
    }
    assert.deepEqual(numbers, whole[version?.version as 1 | 2])
  }

  async function assertCompletes(folder: Folder, file: string): Promise<void> {
    const { code } = await importFile(folder, file)
    assert.equal(code, 0)
    assert.equal(await countOf(folder, 'revision'), AFTER + BEFORE)
  }
})
