import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { spawnCommand } from '../kit/command.ts'
import { type Folder, makeFolder } from '../kit/folder.ts'
import { queryDatabase } from '../kit/query-database.ts'
import { rows } from '../kit/rows.ts'
import { importInto } from '../kit/service.ts'
import { startOpener } from './start-opener.ts'

const importFile = (folder: Folder, file: string) =>
  spawnCommand(['import', file], { cwd: folder.path, env: envOf(folder) })
const envOf = ({ databaseUrl }: Folder) => ({ DATABASE_URL: databaseUrl })
const countOf = async ({ databaseUrl }: Folder, from: string) =>
  Number((await queryDatabase(databaseUrl, `select count(*) as number from ${from}`))[0]?.number)

describe('Two processes', () => {
  it('Two processes can import at the same time', async t => {
    const folder = await makeFolder(t)
    await importInto(
      folder.databaseUrl,
      rows(1, () => ({ source: 'facebook' })),
    )
    const files = await Promise.all(
      ['google', 'yelp'].map(source =>
        folder.write(
          `${source}.json`,
          rows(3000, () => ({ source })),
        ),
      ),
    )
    const finished = await Promise.all(files.map(file => importFile(folder, file)))
    assert.deepEqual(
      finished.map(({ code, stdout }) => [code, /(\d+) added/.exec(stdout)?.[1]]),
      [
        [0, '3000'],
        [0, '3000'],
      ],
    )
    assert.deepEqual(
      [await countOf(folder, 'review'), await countOf(folder, 'ledger where seq <= 6001')],
      [6001, 6001],
    )
  })

  it('Several processes can create the same database at the same time', async t => {
    for (let round = 0; round < 4; round++) {
      const { databaseUrl } = await makeFolder(t)
      const timeMs = Date.now() + 600
      const openers = Array.from({ length: 3 }, () => startOpener(databaseUrl, timeMs))
      assert.deepEqual(
        await Promise.all(openers.map(child => once(child, 'close'))),
        Array(3).fill([0, null]),
      )
    }
  })
})
