import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Snapshot } from '../../src/publish/snapshot.ts'
import { startTestApp } from '../kit/app.ts'

it('Both status addresses report that the hub can reach no subscriber, and stay 200', async t => {
  let problem: string | null = 'Deliveries are paused.'
  const app = await startTestApp(t, { hubProblem: () => problem })
  app.show({ version: 1, representations: new Map() } as unknown as Snapshot)
  for (const expected of ['Deliveries are paused.', null]) {
    problem = expected
    for (const path of ['/readyz', '/healthz']) {
      const response = await fetch(app.url + path)
      assert.equal(response.status, 200)
      assert.equal(((await response.json()) as { problem: unknown }).problem, expected)
    }
  }
})
