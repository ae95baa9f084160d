import assert from 'node:assert/strict'
import { it } from 'node:test'
import { checkInstallation } from '../../src/actions/check-installation.ts'
import { system } from '../../src/model/system.ts'
import { StoreProblem } from '../../src/store/base/store-problem.ts'
import { moveAll } from '../../src/store/move-database.ts'
import { openEngine, openStore } from '../../src/store/open-store.ts'
import { makeFolder } from '../kit/folder.ts'
import { rows } from '../kit/rows.ts'
import { openTestStore, problemOf } from '../kit/store.ts'

it('A database that a move was interrupted to is rejected, also by the check, until a move completes', async t => {
  const source = await openTestStore(t)
  await source.take(rows(3))
  const { databaseUrl, path } = await makeFolder(t)
  const move = async (onProgress: () => void) => {
    await using from = await openEngine(source.folder.databaseUrl)
    await using to = await openEngine(databaseUrl)
    await moveAll(from, to, onProgress)
  }
  const interrupted = () =>
    move(() => {
      throw new Error('killed')
    })
  await assert.rejects(interrupted(), /killed/)
  assert.match(
    await problemOf(databaseUrl),
    /^A move to this database was interrupted, so it is empty\. Run /,
  )
  const { checks } = await checkInstallation(
    { databaseUrl, businessFile: `${path}/business.json`, baseUrl: 'http://127.0.0.1:9', port: 9 },
    system,
  )
  const [database] = checks
  assert.deepEqual([database!.name, database!.state], ['database', 'problem'])
  await assert.rejects(interrupted(), /killed/)
  await move(() => {})
  await using complete = await openStore(databaseUrl, system)
  assert.equal((await complete.logSize()).size, 3)
  await assert.rejects(
    move(() => {}),
    (error: Error) => error instanceof StoreProblem && /is not empty/.test(error.message),
  )
  assert.equal((await complete.logSize()).size, 3, 'a full database is not marked')
})
