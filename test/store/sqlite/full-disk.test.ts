import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { system } from '../../../src/model/system.ts'
import { StoreProblem } from '../../../src/store/base/store-problem.ts'
import { openEngine } from '../../../src/store/open-store.ts'
import { assembleStore } from '../../../src/store/store.ts'
import { main } from '../../kit/command.ts'
import { makeFolder } from '../../kit/folder.ts'

describe('A full disk', () => {
  it('A change that the disk has no room for is one sentence, and nothing of it is saved', async t => {
    const { databaseUrl } = await makeFolder(t)
    await using engine = await openEngine(databaseUrl)
    const store = assembleStore(engine, system)
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(engine.db)
    await sql`pragma max_page_count = ${sql.lit(rows[0]!.page_count)}`.execute(engine.db)
    const error = await store
      .write(writer => writer.setMemo('large', 'x'.repeat(1_000_000)))
      .then(
        () => assert.fail('written'),
        caught => caught,
      )
    assert.ok(error instanceof StoreProblem)
    assert.match(
      error.message,
      /^The database cannot grow, because the disk is full; nothing of this change was saved\. Free some disk space/,
    )
    assert.equal(await store.memo('large'), null)
    await store.write(writer => writer.setMemo('small', 1))
    assert.equal(await store.memo('small'), 1)
  })

  it('A command whose output finds the disk full says so in one sentence', async () => {
    const child = spawn(process.execPath, [main, '--help'], {
      stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
    })
    const [[code], stderr] = await Promise.all([once(child, 'close'), text(child.stderr!)])
    assert.deepEqual(
      [code, stderr],
      [
        1,
        'The disk is full, so not everything was written. Free some disk space, and run the command again.\n',
      ],
    )
  })
})
