import assert from 'node:assert/strict'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { describe, it } from 'node:test'
import { createClient } from '../../kit/client.ts'
import { spawnCommand } from '../../kit/command.ts'
import { LONG_PATIENCE_MS } from '../../kit/patience.ts'
import { rows } from '../../kit/rows.ts'
import { startWholeService, until } from '../../kit/service.ts'

/** In the thread of the clients, to publish them would take seconds. */
const MANY = 3_000

describe('the publishing thread, with very many reviews,', () => {
  it('Clients are served without delay while thousands of reviews are published', async t => {
    const service = await startWholeService(t)
    const file = await service.folder.write(
      'many.json',
      rows(MANY, number => ({
        date: new Date(Date.UTC(2020, 0, 1 + (number % 2000))).toISOString().slice(0, 10),
        text: `Review number ${number % 400}: Rosa came on time, unclogged the drain and left no trace. `.repeat(
          3,
        ),
      })),
    )
    const client = await createClient(service.url)
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    const { code } = await spawnCommand([
      'import',
      file,
      '--database-url',
      service.folder.databaseUrl,
    ])
    assert.equal(code, 0)
    const importedMs = performance.now()
    await until(
      async () => (await client.get('/api/reviews/search?limit=1')).json.matched === MANY,
      LONG_PATIENCE_MS,
    )
    const publishingMs = Math.round(performance.now() - importedMs)
    delay.disable()
    const longestMs = Math.round(delay.max / 1e6)
    t.diagnostic(
      `the event loop was blocked for ${longestMs} ms at most, in ${publishingMs} ms of publishing`,
    )
    assert.ok(longestMs < publishingMs / 4, `${longestMs} of ${publishingMs} ms`)
  })
})
