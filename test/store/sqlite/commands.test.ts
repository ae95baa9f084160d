/** Messages of commands about the database file. */
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { describe, it, type TestContext } from 'node:test'
import { StoreProblem } from '../../../src/store/base/store-problem.ts'
import { sqlitePath } from '../../../src/store/open-store.ts'
import { scrub } from '../../../src/store/sqlite/open-sqlite.ts'
import { runCommand } from '../../kit/command.ts'
import { type Folder, makeFolder } from '../../kit/folder.ts'
import { assertRejected } from '../../kit/rejection.ts'
import { rows } from '../../kit/rows.ts'
import { importInto } from '../../kit/service.ts'
import { openTestStore } from '../../kit/store.ts'

const runImport = ({ path, databaseUrl }: Folder, ...args: string[]) =>
  runCommand(['import', ...args], { cwd: path, env: { DATABASE_URL: databaseUrl } })

async function makeFile(t: TestContext): Promise<Folder> {
  const folder = await makeFolder(t)
  await folder.write('reviews.json', rows(2))
  return folder
}

describe('firsthand import', () => {
  it('The import command reports a damaged database', async t => {
    const folder = await makeFile(t)
    await importInto(folder.databaseUrl, rows(300))
    const file = sqlitePath(folder.databaseUrl)
    const bytes = await readFile(file)
    await writeFile(file, bytes.fill(0x5a, 8192))
    assertRejected(
      await runImport(folder, 'reviews.json'),
      1,
      /^The database is damaged\. Restore it/,
    )
  })

  it('The import command reports a file that is not a database', async t => {
    const folder = await makeFile(t)
    await folder.write('firsthand.db', 'Buy milk. '.repeat(500))
    assertRejected(
      await runImport(folder, 'reviews.json'),
      1,
      /firsthand\.db cannot be opened: file is not a database\. Check the file, or name another with --database-url\.$/m,
    )
  })
})

describe('firsthand erase', () => {
  it('The operator learns what to do when a reader prevents the file from being rewritten', async t => {
    const { folder } = await openTestStore(t)
    const path = sqlitePath(folder.databaseUrl)
    const [reader, database] = [new DatabaseSync(path), new DatabaseSync(path)]
    t.after(() => {
      for (const one of [reader, database]) one.close()
    })
    reader.exec('begin; select count(*) from review')
    await assert.rejects(scrub(database, 50), error => {
      assert.ok(error instanceof StoreProblem)
      assert.match(
        error.message,
        /^The review is erased and no longer shown, but .* is reading the file\. Run firsthand erase/,
      )
      return true
    })
  })
})
