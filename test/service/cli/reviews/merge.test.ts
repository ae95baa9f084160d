import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { merge as mergeCommand } from '../../../../src/cli/reviews/takedown.ts'
import { row } from '../../../kit/rows.ts'
import { openTestStore } from '../../../kit/store.ts'
import { openTerminal } from '../../../kit/terminal.ts'

async function open(t: TestContext) {
  const kept = await openTestStore(t)
  await kept.take([
    row({ source_id: 'a', text: 'Warm again …' }),
    row({ source_id: 'b', date: '2026-03-15', text: 'Warm again, and tidy.' }),
  ])
  const shown = (await kept.store.changesSince(0)).shown.toSorted((one, other) =>
    one.id < other.id ? -1 : 1,
  )
  const [keep, other] = shown.map(({ id }) => id) as [string, string]
  const merge = (first: string, second: string, answer = 'y\n', yes = false, json = false) => {
    const terminal = openTerminal(answer)
    const options = { databaseUrl: kept.folder.databaseUrl, yes, json }
    return { ...terminal, code: mergeCommand(first, second, options, terminal.streams) }
  }
  const idsShown = async () => (await kept.store.changesSince(0)).shown.map(({ id }) => id)
  return { ...kept, keep, other, merge, idsShown }
}

describe('firsthand merge', () => {
  it('A merge shows both reviews, asks, and withholds the second as a duplicate', async t => {
    const { keep, other, merge, idsShown, query } = await open(t)
    const { code, shown } = merge(keep, other)
    assert.equal(await code, 0)
    assert.match(
      shown(),
      /This one stays:\n.*\n“Warm again …”\n\nThis one is hidden .*:\n.*\n“Warm again, and tidy\.”/,
    )
    assert.deepEqual(await idsShown(), [keep])
    const [entry] = await query('select op, reason from ledger order by seq desc limit 1')
    assert.deepEqual([entry?.op, entry?.reason], ['withhold', 'duplicate'])
  })

  it('A merge changes nothing without a yes', async t => {
    const { keep, other, merge, idsShown } = await open(t)
    assert.equal(await merge(keep, other, '\n').code, 1)
    assert.equal((await idsShown()).length, 2)
  })

  it('A merge takes the addresses of the reviews, and prints JSON for programs', async t => {
    const { keep, other, merge, idsShown } = await open(t)
    const at = (id: string) => `https://reviews.example/reviews/${id}`
    await assert.rejects(merge(keep, at(keep), '', true).code, /two different reviews/)
    const { code, shown } = merge(at(keep), at(other), '', true, true)
    assert.equal(await code, 0)
    assert.deepEqual(JSON.parse(shown()), {
      id: other,
      state: 'withheld',
      reason: 'duplicate',
      kept_id: keep,
    })
    assert.deepEqual(await idsShown(), [keep])
  })

  it('A merge needs two different reviews that are both shown', async t => {
    const { keep, other, merge } = await open(t)
    await assert.rejects(merge(keep, keep).code, /two different reviews/)
    await assert.rejects(
      merge(keep, '01KKMT9200677CP7CX2FKYS9AJ', '', true).code,
      /There is no review/,
    )
    await merge(keep, other, '', true).code
    await assert.rejects(merge(other, keep, '', true).code, /is not shown\. Only two/)
  })
})
