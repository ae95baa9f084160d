/** Every write of an import fails, or is the last thing that the process does. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { copyFile, rm } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { describe, it, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { system } from '../../../src/model/system.ts'
import { openEngine, sqlitePath } from '../../../src/store/open-store.ts'
import { assembleStore } from '../../../src/store/store.ts'
import { startCommand } from '../../kit/command.ts'
import { makeFolder } from '../../kit/folder.ts'
import { queryDatabase } from '../../kit/query-database.ts'
import { rows } from '../../kit/rows.ts'
import { importInto } from '../../kit/service.ts'

const program = fileURLToPath(new URL('./faulty-writer.ts', import.meta.url))
const [BEFORE, AFTER] = [3, 30]
const UNLIMITED = 'unlimited'

async function prepare(t: TestContext) {
  const { databaseUrl } = await makeFolder(t)
  await importInto(databaseUrl, rows(BEFORE))
  const path = sqlitePath(databaseUrl)
  await copyFile(path, `${path}.before`)
  /** How an import of more reviews ends. */
  async function run(bytes: number | string, mode: 'report' | 'die'): Promise<string> {
    for (const end of ['', '-wal', '-shm']) await rm(path + end, { force: true })
    await copyFile(`${path}.before`, path)
    const child = startCommand([databaseUrl, String(bytes), mode], {
      program: [process.execPath, program],
    })
    const [output] = await Promise.all([text(child.stdout!), once(child, 'close')])
    return output
  }
  async function count(): Promise<number> {
    const [check] = await queryDatabase(databaseUrl, 'pragma integrity_check')
    assert.equal(check?.integrity_check, 'ok')
    const counts =
      'select (select count(*) from review) as reviews, (select count(*) from ledger) as entries'
    const [found] = await queryDatabase(databaseUrl, counts)
    assert.equal(found?.reviews, found?.entries)
    return Number(found?.reviews)
  }
  assert.equal(await run(UNLIMITED, 'die'), 'written')
  // Killed without closing the database, it leaves what it wrote in the write-ahead log.
  return { databaseUrl, writtenBytes: statSync(`${path}-wal`).size, run, count }
}

const KILLS = 10

describe('A disk that fails in the middle of an import', () => {
  it('A write that fails is one sentence for the operator, and nothing of the import is saved', async t => {
    const { writtenBytes, run, count } = await prepare(t)
    for (const share of [0, 0.3, 0.9]) {
      const outcome = await run(Math.round(share * writtenBytes), 'report')
      assert.match(
        outcome,
        /^StoreProblem: The database cannot be read or written\. Check the disk \([^\n]+\)\.$/,
      )
      assert.equal(await count(), BEFORE)
    }
  })

  it('A process that is killed at any write has saved nothing, after the commit everything, and both go on', async t => {
    const { databaseUrl, writtenBytes, run, count } = await prepare(t)
    for (let kill = 0; kill < KILLS; kill++) {
      assert.equal(await run(Math.round((kill / KILLS) * writtenBytes), 'die'), '')
      assert.equal(await count(), BEFORE)
      if (kill % 5 === 4)
        assert.equal((await importInto(databaseUrl, rows(AFTER))).added, AFTER - BEFORE)
    }
    assert.equal(await run(UNLIMITED, 'die'), 'written')
    assert.equal(await count(), AFTER)
    assert.equal((await importInto(databaseUrl, rows(AFTER))).added, 0)
  })

  it('A database that is read-only is one sentence', async t => {
    const { databaseUrl } = await makeFolder(t)
    await using engine = await openEngine(databaseUrl)
    const store = assembleStore(engine, system)
    await sql`pragma query_only = 1`.execute(engine.db)
    await assert.rejects(
      store.write(writer => writer.setMemo('any', 1)),
      /^StoreProblem: The database is read-only\. Check the permissions of the file and its folder \([^\n]+\)\.$/,
    )
  })
})
