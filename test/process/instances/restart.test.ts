/** PostgreSQL restarts during an import. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeInstallation } from '../../kit/installation.ts'
import { startPostgres } from '../../kit/postgres-server.ts'
import { rows } from '../../kit/rows.ts'
import { until } from '../../kit/service.ts'

const REVIEWS = 2000

interface Ready {
  version: number
  problem: string | null
}

describe('A restart of PostgreSQL during an import', () => {
  it('An import that PostgreSQL interrupted starts again, and every instance has each review once', async t => {
    const server = await startPostgres()
    t.after(() => server.stop())
    const place = await makeInstallation(t, { databaseUrl: server.url })
    const programs = await Promise.all([place.start(), place.start(), place.start()])
    // Without texts, to save the time for analyzing them.
    const reviews = rows(REVIEWS, () => ({ text: null }))
    const importing = place.run(['import', await place.folder.write('reviews.json', reviews)])
    const isWriting = `select 1 from pg_stat_activity where xact_start is not null and query like 'insert into%'`
    await until(async () => (await place.query(isWriting)).length > 0)
    await server.restart()
    const { code, stdout, stderr } = await importing
    assert.equal(code, 0, stderr)
    assert.match(stdout, new RegExp(` ${REVIEWS - 3} added, 3 edited, 0 unchanged`))
    assert.deepEqual(
      [
        await place.count('review'),
        await place.count("ledger where op = 'add'"),
        await place.count('publication where version = 2'),
      ],
      [REVIEWS, REVIEWS, 1],
    )
    for (const { url } of programs)
      await until(async () => {
        const { version, problem } = (await (await fetch(`${url}/readyz`)).json()) as Ready
        return version === 2 && problem === null
      })
    const bodies = await Promise.all(
      programs.map(async ({ url }) => (await fetch(`${url}/reviews.json`)).text()),
    )
    assert.equal(new Set(bodies).size, 1)
    const verified = await place.run(['export', `${place.folder.path}/checked`])
    assert.equal(verified.code, 0, verified.stderr)
  })
})
