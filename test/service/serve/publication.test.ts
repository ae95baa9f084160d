import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { pino } from 'pino'
import { parseBusinessFile } from '../../../src/ingest/business-file.ts'
import { startBuilderProcess } from '../../../src/serve/builder-process.ts'
import { startPublication } from '../../../src/serve/publication.ts'
import { StoreProblem } from '../../../src/store/base/store-problem.ts'
import { until } from '../../kit/service.ts'
import { openTestStore } from '../../kit/store.ts'

describe('A demo that runs until there is a business file', () => {
  it('A database that is away for a moment ends nothing, and the own reviews follow', async t => {
    const { store, folder } = await openTestStore(t)
    let asked = 0
    const logKey: typeof store.logKey = async () => {
      if (++asked === 1) throw new StoreProblem('The database is away.')
      return await store.logKey()
    }
    const shown: string[] = []
    const logged: string[] = []
    const publication = await startPublication(
      { ...store, logKey },
      {
        databaseUrl: folder.databaseUrl,
        baseUrl: 'http://localhost',
        instance: '8080',
        businessFile: join(folder.path, 'business.json'),
        startBuilder: startBuilderProcess,
        onSnapshot: ({ business }) => shown.push(business.name),
      },
      pino({}, { write: line => void logged.push(line) }),
    )
    try {
      await store.write(writer => writer.setBusiness(parseBusinessFile('{ "name": "Own" }')))
      await until(() => shown.includes('Own'))
      assert.match(logged.join(''), /Your own reviews are not shown yet: The database is away/)
    } finally {
      await publication.close()
    }
  })
})
