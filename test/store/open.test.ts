import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it, type TestContext } from 'node:test'
import { openStore } from '../../src/store/open.ts'
import { StoreProblem } from '../../src/store/store.ts'
import { system } from '../../src/system.ts'
import { makeFolder } from '../kit/folder.ts'
import { rows } from '../kit/rows.ts'
import { NOTHING_PUBLISHED, openTestStore } from '../kit/store.ts'

const problemOf = async (url: string, options = {}): Promise<string> => {
  const error = await openStore(url, system, options).then(
    () => assert.fail('opened'),
    error => error,
  )
  assert.ok(error instanceof StoreProblem, String(error))
  return error.message
}

async function foreignFile(t: TestContext, sql: string): Promise<string> {
  const path = join((await makeFolder(t)).path, 'other.db')
  const database = new DatabaseSync(path)
  database.exec(sql)
  database.close()
  return path
}

describe('a new database', () => {
  it('is made with the folders that it lies in', async t => {
    const folder = await makeFolder(t)
    const store = await openStore(`sqlite:${folder.path}/a/b/new.db`, system)
    t.after(() => store.close())
    assert.equal(await store.version(), 0)
  })

  it('is marked as ours', async t => {
    const { query } = await openTestStore(t)
    assert.deepEqual({ ...query('pragma application_id')[0] }, { application_id: 0x46727368 })
  })

  it('lets others read while one writes', async t => {
    const { query } = await openTestStore(t)
    assert.equal(query('pragma journal_mode')[0]?.journal_mode, 'wal')
  })

  it('refuses a revision of a review that is not there', async t => {
    const { store, take } = await openTestStore(t)
    await take(rows(1))
    const [record] = (await store.readSince(0)).shown
    const known = { ...record!, id: '01KKMT9200AAAAAAAAAAAAAAAA' }
    await assert.rejects(
      store.write(writer => writer.apply([{ op: 'edit', record: { ...known, revision: 2 }, known }])),
      /FOREIGN KEY/,
    )
  })

  it('holds nothing', async t => {
    const { store } = await openTestStore(t)
    assert.deepEqual(await store.readSince(0), NOTHING_PUBLISHED)
  })
})

describe('a database that is opened again', () => {
  it('holds what it held', async t => {
    const { folder, store, take } = await openTestStore(t)
    await take(rows(3))
    const before = await store.readSince(0)
    const again = await openTestStore(t, folder)
    assert.deepEqual(await again.store.readSince(0), before)
  })

  it('is refused when another version made it', async t => {
    const { folder, query } = await openTestStore(t)
    query("insert into kysely_migration values ('999-later', '2030-01-01T00:00:00Z')")
    assert.match(
      await problemOf(folder.databaseUrl),
      /another version of Firsthand.*999-later.*Use the version that made it/,
    )
  })

  it('cannot be written when it was opened to be read', async t => {
    const { folder } = await openTestStore(t)
    const reader = await openStore(folder.databaseUrl, system, { readOnly: true })
    t.after(() => reader.close())
    await assert.rejects(
      reader.write(writer => writer.setBusiness({} as never)),
      /readonly/,
    )
  })
})

describe('a file that is not ours', () => {
  it('is refused when it holds the tables of another program', async t => {
    const path = await foreignFile(t, 'create table recipe (name text)')
    assert.match(
      await problemOf(`sqlite:${path}`),
      /is not a Firsthand database\. Name another file in DATABASE_URL\.$/,
    )
  })

  it('is refused when another program has marked it', async t => {
    const path = await foreignFile(t, 'pragma application_id = 42; create table a (b); drop table a')
    assert.match(await problemOf(`sqlite:${path}`), /is not a Firsthand database/)
  })

  it('is left as it is', async t => {
    const path = await foreignFile(t, 'create table recipe (name text)')
    const before = await readFile(path)
    await problemOf(`sqlite:${path}`)
    assert.deepEqual(await readFile(path), before)
  })

  it('is refused when it is no database at all', async t => {
    const folder = await makeFolder(t)
    const path = await folder.write('notes.txt', 'Buy milk. '.repeat(500))
    assert.match(await problemOf(`sqlite:${path}`), /cannot be opened: file is not a database\.$/)
    assert.match(await readFile(path, 'utf8'), /^Buy milk/)
  })

  it('is refused when it is a folder', async t => {
    const { path } = await makeFolder(t)
    assert.match(await problemOf(`sqlite:${path}`), /cannot be opened/)
  })

  it('is not made when it was only to be read', async t => {
    const { databaseUrl } = await makeFolder(t)
    assert.match(await problemOf(databaseUrl, { readOnly: true }), /cannot be opened/)
  })
})

describe('the URL of a database', () => {
  it('may be written with and without slashes', async t => {
    const { folder, take } = await openTestStore(t)
    await take(rows(1))
    const same = await openStore(folder.databaseUrl.replace('sqlite:', 'sqlite://'), system)
    t.after(() => same.close())
    assert.equal(await same.version(), 1)
  })

  it('is refused without showing more of it than its kind', async () => {
    for (const url of ['postgres://ada:secret@db.example/reviews', 'ada:secret', 'sqlite:', 'secret'])
      assert.doesNotMatch(await problemOf(url), /secret|example/)
  })
})
