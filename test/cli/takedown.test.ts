import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { describe, it, type TestContext } from 'node:test'
import { sqlitePath } from '../../src/store/open.ts'
import { scrub } from '../../src/store/sqlite/open.ts'
import { StoreProblem } from '../../src/store/store.ts'
import { runCommand } from '../kit/command.ts'
import { row, rows } from '../kit/rows.ts'
import { openTestStore } from '../kit/store.ts'

const SECRET = 'Such a dreadful boiler noise.'

/** A store with a review that is to be erased. */
async function open(t: TestContext) {
  const kept = await openTestStore(t)
  await kept.take([row({ text: SECRET }), ...rows(3)])
  const { id } = (await kept.store.readSince(0)).shown.find(({ content }) => content.text === SECRET)!
  return { ...kept, id, path: sqlitePath(kept.folder.databaseUrl) }
}

const holdsSecret = async (path: string) =>
  (await Promise.all([path, `${path}-wal`].map(file => readFile(file, 'latin1')))).join().includes(SECRET)

describe('firsthand erase', () => {
  it('overwrites what an earlier call could not, and says so', async t => {
    const { store, id, path, folder } = await open(t)
    await store.write(async writer => writer.erase((await writer.find(id))!))
    assert.equal(await holdsSecret(path), true)
    const version = await store.version()
    const { code, stdout } = await runCommand(['erase', id, '--database-url', folder.databaseUrl])
    assert.equal(code, 0)
    assert.equal(
      stdout,
      `${id} was erased already, and what was left of it in the database is overwritten now.\n`,
    )
    assert.equal(await store.version(), version)
    assert.equal(await holdsSecret(path), false)
  })

  it('says what to do when a reader keeps the file from being rewritten', async t => {
    const { path } = await open(t)
    const [reader, database] = [new DatabaseSync(path), new DatabaseSync(path)]
    t.after(() => {
      for (const one of [reader, database]) one.close()
    })
    reader.exec('begin; select count(*) from review')
    await assert.rejects(scrub(database, 50), error => {
      assert.ok(error instanceof StoreProblem)
      assert.match(error.message, /^The review is erased and not shown any more, but .* is reading it\. Run /)
      return true
    })
  })

  it('knows no review that was never there', async t => {
    const { folder } = await openTestStore(t)
    const { code, stderr } = await runCommand(['erase', 'nothing', '--database-url', folder.databaseUrl])
    assert.deepEqual(
      [code, stderr],
      [1, 'There is no review nothing. Its id is the last part of its address.\n'],
    )
  })
})
