import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { runCommand } from '../kit/command.ts'
import type { Folder } from '../kit/folder.ts'
import { row, rows } from '../kit/rows.ts'
import { bytesOf, openTestStore } from '../kit/store.ts'

const SECRET = 'Such a dreadful boiler noise.'

/** A store with a review that is to be erased. */
async function open(t: TestContext) {
  const kept = await openTestStore(t)
  await kept.take([row({ text: SECRET }), ...rows(3)])
  const { id } = (await kept.store.changesSince(0)).shown.find(({ content }) => content.text === SECRET)!
  return { ...kept, id }
}

const holdsSecret = async (folder: Folder) => (await bytesOf(folder)).includes(SECRET)

describe('firsthand erase', () => {
  it('overwrites what an earlier call could not, and says so', async t => {
    const { store, id, folder } = await open(t)
    await store.write(async writer => writer.erase((await writer.find(id))!))
    assert.equal(await holdsSecret(folder), true)
    const version = await store.version()
    const { code, stdout } = await runCommand(['erase', id, '--database-url', folder.databaseUrl])
    assert.equal(code, 0)
    assert.equal(
      stdout,
      `${id} was erased already, and what was left of it in the database is overwritten now.\n`,
    )
    assert.equal(await store.version(), version)
    assert.equal(await holdsSecret(folder), false)
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
