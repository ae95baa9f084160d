import assert from 'node:assert/strict'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it, type TestContext } from 'node:test'
import { mergeRows } from '../../../src/ingest/merge/merge-rows.ts'
import { system } from '../../../src/model/system.ts'
import { openStore } from '../../../src/store/open-store.ts'
import { makeFolder } from '../../kit/folder.ts'
import { rows } from '../../kit/rows.ts'
import { openTestStore, problemOf } from '../../kit/store.ts'
import { checkRows } from '../../kit/valid-rows.ts'

async function foreignFile(t: TestContext, sql: string): Promise<string> {
  const path = join((await makeFolder(t)).path, 'other.db')
  const database = new DatabaseSync(path)
  database.exec(sql)
  database.close()
  return path
}

describe('New SQLite databases', () => {
  it('A new database file is created together with its folders', async t => {
    const folder = await makeFolder(t)
    const store = await openStore(`sqlite:${folder.path}/a/b/new.db`, system)
    t.after(() => store.close())
    assert.equal(await store.version(), 0)
  })

  it('Only its owner can read a new database file', async t => {
    const { folder, take } = await openTestStore(t)
    await take(rows(1))
    const files = (await readdir(folder.path)).filter(name => name.startsWith('firsthand.db'))
    assert.ok(files.length > 1)
    for (const name of files)
      assert.equal((await stat(join(folder.path, name))).mode & 0o777, 0o600, name)
  })

  it('A new database file has the application id of Firsthand', async t => {
    const { query } = await openTestStore(t)
    assert.deepEqual(
      { ...(await query('pragma application_id'))[0] },
      { application_id: 0x46727368 },
    )
  })

  it('A new database allows reading while another process writes', async t => {
    const { query } = await openTestStore(t)
    assert.equal((await query('pragma journal_mode'))[0]?.journal_mode, 'wal')
  })
})

describe('Read-only databases', () => {
  it('A database that was opened read-only cannot be written', async t => {
    const { folder } = await openTestStore(t)
    const reader = await openStore(folder.databaseUrl, system, { readOnly: true })
    t.after(() => reader.close())
    await assert.rejects(
      reader.write(writer => writer.setBusiness({ verification: {} } as never)),
      /readonly/,
    )
  })
})

describe('Files of other programs', () => {
  it('A file with the tables of another program is rejected', async t => {
    const path = await foreignFile(t, 'create table recipe (name text)')
    assert.match(
      await problemOf(`sqlite:${path}`),
      /is not a Firsthand database\. It was left as it is\. Name another file with --database-url\.$/,
    )
  })

  it('A file with the application id of another program is rejected', async t => {
    const path = await foreignFile(
      t,
      'pragma application_id = 42; create table a (b); drop table a',
    )
    assert.match(await problemOf(`sqlite:${path}`), /is not a Firsthand database/)
  })

  it('A rejected file is left unchanged', async t => {
    const path = await foreignFile(t, 'create table recipe (name text)')
    const before = await readFile(path)
    await problemOf(`sqlite:${path}`)
    assert.deepEqual(await readFile(path), before)
  })

  it('A file that is not a database is rejected', async t => {
    const folder = await makeFolder(t)
    const path = await folder.write('notes.txt', 'Buy milk. '.repeat(500))
    assert.match(
      await problemOf(`sqlite:${path}`),
      /cannot be opened: file is not a database\. Check the file, or name another with --database-url\.$/,
    )
    assert.match(await readFile(path, 'utf8'), /^Buy milk/)
  })

  it('A folder in place of a database file is rejected', async t => {
    const { path } = await makeFolder(t)
    assert.match(await problemOf(`sqlite:${path}`), /cannot be opened/)
  })

  it('Opening a database read-only does not create it', async t => {
    const { databaseUrl } = await makeFolder(t)
    assert.match(await problemOf(databaseUrl, { readOnly: true }), /cannot be opened/)
  })
})

describe('SQLite URLs', () => {
  it('A SQLite URL may have slashes after its scheme or not', async t => {
    const { folder, take } = await openTestStore(t)
    await take(rows(1))
    const same = await openStore(folder.databaseUrl.replace('sqlite:', 'sqlite://'), system)
    t.after(() => same.close())
    assert.equal(await same.version(), 1)
  })
})

describe('A long write', () => {
  it('A process that may write waits for another write before it reads', async t => {
    const { folder, store, clock } = await openTestStore(t)
    const other = await openTestStore(t, folder)
    const waiting = await store.write(async writer => {
      await mergeRows(checkRows(rows(3)).good, writer, clock.now)
      const waiting = [other.store.changesSince(0)]
      // By then the other has had its chance.
      await other.store.version()
      return waiting
    })
    const [publication] = await Promise.all(waiting)
    assert.equal(publication!.shown.length, 3)
  })
})
