import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { openMemoryStore } from '../../kit/snapshot-builder.ts'

describe('Looking for the reviews of another export', () => {
  it('SQLite goes through the days that are asked for, never through all reviews of a source', async t => {
    const store = await openMemoryStore(t, { randomBytes: size => new Uint8Array(size) })
    const plans: string[] = []
    const { prepare } = DatabaseSync.prototype
    t.mock.method(DatabaseSync.prototype, 'prepare', function (this: DatabaseSync, sql: string) {
      if (/from "review"/.test(sql)) plans.push(planOf(prepare.bind(this), sql))
      return prepare.call(this, sql)
    })
    const dates = Array.from({ length: 100 }, (_, number) =>
      new Date(Date.UTC(2026, 0, 1 + number)).toISOString().slice(0, 10),
    )
    await store.write(writer =>
      writer.findLookalikes({ source: 'google', dates, authors: ['Ada'] }),
    )
    const plan = plans.find(one => one.includes('id>? AND id<?'))
    assert.ok(plan, plans.join('\n'))
    assert.doesNotMatch(plan, /SCAN (?:review|revision)|\(source=\?\)/)
  })
})

function planOf(prepare: DatabaseSync['prepare'], sql: string): string {
  const steps = prepare(`explain query plan ${sql}`).all() as { detail: string }[]
  return steps.map(({ detail }) => detail).join('\n')
}
