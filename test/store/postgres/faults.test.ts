/** Every table that an import writes to fails once, or ends the connection. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeFolder } from '../../kit/folder.ts'
import { rows } from '../../kit/rows.ts'
import { openTestStore, type TestStore } from '../../kit/store.ts'

/** By SQLSTATE, raised by the first write; `kill` ends the process of the server that works for us. */
const FAULT = `create sequence faults; create function fault() returns trigger language plpgsql as $$
  begin
    if nextval('faults') > 1 and TG_ARGV[0] = 'kill' then return null; end if;
    if TG_ARGV[0] <> 'kill' then raise exception 'injected' using errcode = TG_ARGV[0]; end if;
    perform pg_terminate_backend(pg_backend_pid());
    perform pg_sleep(1);
    return null;
  end $$`

/** Before each statement that writes to the table, or when the transaction commits. */
const MOMENTS = {
  statement: (table: string, code: string) =>
    `create trigger fault before insert or update or delete on ${table} execute function fault('${code}')`,
  commit: (table: string, code: string) =>
    `create constraint trigger fault after insert or update on ${table} deferrable initially deferred
     for each row execute function fault('${code}')`,
}
const WRITTEN = ['review', 'revision', 'ledger', 'publication']

async function withFault(
  { query }: TestStore,
  [table, moment, code]: [string, keyof typeof MOMENTS, string],
  work: () => Promise<unknown>,
): Promise<void> {
  await query(`alter sequence faults restart; ${MOMENTS[moment](table, code)}`)
  await work()
  await query(`drop trigger fault on ${table}`)
}

const SENTENCES = {
  '53100':
    /^StoreProblem: The disk of PostgreSQL is full; nothing of this change was saved\. Free some disk space there/,
  '58030':
    /^StoreProblem: PostgreSQL cannot read or write its disk; nothing of this change was saved\. Check the disk/,
  XX001:
    /^StoreProblem: PostgreSQL reports damaged data; nothing of this change was saved\. Restore/,
}

describe('A PostgreSQL that fails in the middle of an import', () => {
  it('A write or commit that fails is one sentence for the operator, and nothing of the import is saved', async t => {
    const kept = await openTestStore(t, await makeFolder(t))
    await kept.query(FAULT)
    await kept.take(rows(3))
    for (const [code, sentence] of Object.entries(SENTENCES))
      for (const table of WRITTEN)
        for (const moment of ['statement', 'commit'] as const)
          await withFault(kept, [table, moment, code], () =>
            assert.rejects(kept.take(rows(5)), sentence),
          )
    assert.deepEqual(await countOf(kept), [3, 3, 3, 1])
    assert.equal((await kept.take(rows(5))).added, 2)
  })

  it('An import whose connection ends at a write or at the commit starts again, and writes everything once', async t => {
    const kept = await openTestStore(t, await makeFolder(t))
    await kept.query(FAULT)
    let size = 0
    for (const table of WRITTEN)
      for (const moment of ['statement', 'commit'] as const)
        await withFault(kept, [table, moment, 'kill'], async () => {
          assert.equal((await kept.take(rows(++size))).added, 1)
        })
    assert.deepEqual(await countOf(kept), [size, size, size, size])
  })

  it('A server that accepts no changes is one sentence', async t => {
    const kept = await openTestStore(t, await makeFolder(t))
    await kept.query(FAULT)
    const suspension = {
      scope: 'host',
      subject: 'a.example',
      started_at: '1',
      ends_at: '9',
      reason: 'test',
    } as const
    await withFault(kept, ['suspension', 'statement', '25006'], () =>
      assert.rejects(
        kept.store.hub.suspend(suspension),
        /^StoreProblem: PostgreSQL is read-only, as during a failover, so nothing was saved\. Try again later/,
      ),
    )
  })
})

/** Reviews, revisions, entries of the log, and the version. */
async function countOf({ query }: TestStore): Promise<number[]> {
  const counts = ['review', 'revision', 'ledger'].map(
    table => `(select count(*) from ${table}) as ${table}`,
  )
  const [found] = await query(`select ${counts.join(', ')}, version from publication`)
  return Object.values(found!).map(Number)
}
