import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { HealthFact } from '../../../src/model/health-fact.ts'
import type { Snapshot } from '../../../src/publish/snapshot.ts'
import { startTestApp } from '../../kit/app.ts'

const since = '2026-03-01T08:00:00.000Z'
const fact = (name: string, status: HealthFact['status']): HealthFact => ({
  name,
  status,
  since,
  detail: `The ${name}.`,
})

it('Both status addresses report the first problem, and stay 200 unless the database is lost', async t => {
  let facts: HealthFact[] = []
  let isLost = false
  const app = await startTestApp(t, { facts: () => facts, isDatabaseLost: () => isLost })
  app.show({ version: 1, representations: new Map() } as unknown as Snapshot)
  const ask = async (path: string) => {
    const response = await fetch(app.url + path)
    const wait = response.headers.get('retry-after')
    return { code: response.status, wait, body: (await response.json()) as Record<string, unknown> }
  }
  facts = [fact('disk', 'warning'), fact('hub', 'problem'), fact('clock', 'problem')]
  for (const path of ['/readyz', '/healthz']) {
    const { code, body } = await ask(path)
    assert.deepEqual([code, body.problem], [200, 'The hub.'])
  }
  assert.deepEqual((await ask('/readyz')).body.facts, facts)
  isLost = true
  const { code, wait, body } = await ask('/readyz')
  assert.deepEqual(
    [code, wait, body.error, body.problem, body.facts],
    [503, '10', 'unavailable', 'The hub.', facts],
  )
  assert.equal((await ask('/healthz')).code, 200)
  isLost = false
  facts = [fact('disk', 'warning')]
  assert.equal((await ask('/readyz')).body.problem, null)
})
