import assert from 'node:assert/strict'
import { copyFileSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { backUp } from '../../../src/actions/back-up.ts'
import { restoreBackup } from '../../../src/actions/restore-backup.ts'
import { system } from '../../../src/model/system.ts'
import { openStore, sqlitePath } from '../../../src/store/open-store.ts'
import { makeFolder } from '../../kit/folder.ts'
import { queryDatabase } from '../../kit/query-database.ts'
import { row, rows } from '../../kit/rows.ts'
import { importInto } from '../../kit/service.ts'

const NOW = new Date('2026-06-01T12:00:00.000Z')
const FROM_FILES = { backupKeep: 14, backupS3Region: '', outgoingAllowCidrs: [] }

async function install(t: TestContext) {
  const { path, databaseUrl } = await makeFolder(t)
  const file = join(path, 'backup.db')
  await importInto(databaseUrl, rows(3))
  const withStore = async <T>(
    work: (store: Awaited<ReturnType<typeof openStore>>) => Promise<T>,
  ) => {
    const store = await openStore(databaseUrl, system)
    return await work(store).finally(() => store.close())
  }
  // The key of the log exists from the first start of the service on.
  await withStore(store => store.logKey())
  return {
    path,
    databaseUrl,
    file,
    withStore,
    backUp: (overwrite = false) => backUp(databaseUrl, file, { overwrite }, NOW),
    restore: (force = false) => restoreBackup(databaseUrl, file, { ...FROM_FILES, force }),
    size: () => withStore(async store => (await store.logSize()).size),
  }
}

describe('A backup', () => {
  it('A backup made while others use the database is one private file with all reviews, and its age is known', async t => {
    const { databaseUrl, file, backUp, withStore, path } = await install(t)
    const report = await withStore(async () => await backUp())
    assert.deepEqual(report, {
      file,
      at: NOW.toISOString(),
      bytes: statSync(file).size,
      reviews: 3,
      log_size: 3,
    })
    assert.equal(statSync(file).mode & 0o777, 0o600)
    assert.deepEqual(
      readdirSync(path).filter(name => name.startsWith('backup')),
      ['backup.db'],
    )
    const [{ reviews } = assert.fail()] = await queryDatabase(
      `sqlite:${file}`,
      'select count(*) as reviews from review',
    )
    assert.equal(reviews, 3)
    assert.deepEqual(await withStore(store => store.lastBackup()), { at: NOW.toISOString(), file })
    assert.equal(statSync(sqlitePath(databaseUrl)).mode & 0o777, 0o600)
  })

  it('A backup does not replace a file unless asked to, and never the database itself', async t => {
    const { databaseUrl, file, backUp: make } = await install(t)
    await make()
    await assert.rejects(make(), /exists already\. Name another file, or add --overwrite/)
    await make(true)
    await assert.rejects(
      backUp(databaseUrl, sqlitePath(databaseUrl), { overwrite: true }, NOW),
      /is the database itself/,
    )
    await assert.rejects(
      backUp(databaseUrl, join(file, 'b.db'), { overwrite: false }, NOW),
      /cannot be written \(E/,
    )
  })

  it('A backup of a database with a changed ledger is rejected, and the earlier backup stays', async t => {
    const { databaseUrl, file, backUp: make } = await install(t)
    await make()
    const { mtimeMs } = statSync(file)
    await queryDatabase(databaseUrl, "update ledger set op = 'edit' where seq = 2")
    await assert.rejects(make(true), /The database is damaged.*No backup was made/)
    assert.equal(statSync(file).mtimeMs, mtimeMs)
    assert.equal(existsSync(`${file}.part`), false)
  })

  it('PostgreSQL databases are left to their own tools', async () => {
    await assert.rejects(
      backUp('postgres://db/x', 'b.db', { overwrite: false }, NOW),
      /pg_dump --format=custom/,
    )
    await assert.rejects(
      restoreBackup('postgres://db/x', 'b.db', { ...FROM_FILES, force: true }),
      /pg_restore/,
    )
  })
})

describe('Restoring a backup', () => {
  it('A backup with the whole log is restored, and the replaced database is kept', async t => {
    const { databaseUrl, backUp, restore, size } = await install(t)
    await backUp()
    const replaced = `${sqlitePath(databaseUrl)}.before-restore`
    assert.deepEqual(
      { ...(await restore()), file: '' },
      {
        file: '',
        log_size: 3,
        lost_entries: 0,
        replaced,
        erased_again: [],
        compared: true,
      },
    )
    assert.equal(await size(), 3)
    assert.equal((await restore()).replaced, `${replaced}-2`)
    assert.equal(statSync(sqlitePath(databaseUrl)).mode & 0o777, 0o600)
  })

  it('A backup is restored where there is no database', async t => {
    const { file, backUp, path } = await install(t)
    await backUp()
    const elsewhere = `sqlite:${join(path, 'new.db')}`
    const { replaced, compared } = await restoreBackup(elsewhere, file, {
      ...FROM_FILES,
      force: false,
    })
    assert.deepEqual([replaced, compared], [null, false])
    assert.equal((await queryDatabase(elsewhere, 'select * from review')).length, 3)
  })

  it('A backup that lacks published entries is rejected with the reason, and restored by force', async t => {
    const { databaseUrl, backUp, restore, size, withStore } = await install(t)
    await backUp()
    const [erased] = await withStore(store => store.findInStates(['published']))
    await importInto(databaseUrl, [row({ source_id: 'later' })])
    await withStore(store =>
      store.write(async writer => writer.erase((await writer.find(erased!.id))!)),
    )
    await assert.rejects(
      restore(),
      /The backup lacks the last 2 entries of the public log \(it has 3, the current database 5; .*Nothing was changed\. If nothing newer is left, add --force/,
    )
    assert.equal(await size(), 5)
    const report = await restore(true)
    assert.deepEqual([report.lost_entries, report.erased_again], [2, [erased!.id]])
    // The log of the backup, and the erasure.
    assert.equal(await size(), 4)
  })

  it('Only reviews that were erased after the backup are erased again', async t => {
    const { backUp, restore, withStore } = await install(t)
    const reviews = await withStore(store => store.findInStates(['published']))
    const [before, after] = reviews.map(({ id }) => id) as [string, string]
    const erase = (id: string) =>
      withStore(store => store.write(async writer => writer.erase((await writer.find(id))!)))
    await erase(before)
    await backUp()
    await erase(after)
    assert.deepEqual((await restore(true)).erased_again, [after])
  })

  it('A backup whose log went another way is rejected, even if it is longer', async t => {
    const { databaseUrl, file, backUp, restore, path } = await install(t)
    await backUp()
    const fork = join(path, 'fork.db')
    copyFileSync(file, fork)
    await importInto(
      `sqlite:${fork}`,
      rows(2, number => ({ source_id: `fork${number}` })),
    )
    await importInto(databaseUrl, [row({ source_id: 'later' })])
    copyFileSync(fork, file)
    await assert.rejects(restore(), /is not a continuation of the current one/)
  })

  it('A backup of another installation is rejected', async t => {
    const { databaseUrl, restore, file } = await install(t)
    const other = await install(t)
    await other.backUp()
    copyFileSync(other.file, file)
    await assert.rejects(restore(), /The backup is of another installation/)
    assert.equal((await queryDatabase(databaseUrl, 'select * from review')).length, 3)
  })

  it('Nothing is restored while another process has the database open', async t => {
    const { backUp, restore, withStore, size } = await install(t)
    await backUp()
    await withStore(() =>
      assert.rejects(restore(), /is in use\. Stop the service and other commands first/),
    )
    assert.equal(await size(), 3)
  })

  it('A file that is no backup is rejected, and a database that cannot be read is replaced only by force', async t => {
    const { databaseUrl, file, backUp, restore } = await install(t)
    await assert.rejects(restore(), /There is no file/)
    writeFileSync(file, 'no database at all, but long enough to be taken for one')
    await assert.rejects(restore(), /is not a usable backup/)
    await backUp(true)
    writeFileSync(sqlitePath(databaseUrl), 'x'.repeat(5000))
    await assert.rejects(restore(), /The current database cannot be read/)
    const { lost_entries, compared } = await restore(true)
    assert.deepEqual([lost_entries, compared], [null, false])
  })
})
