/** Hostile requests to every endpoint: others in each run. `npm run bench fuzz` sends a million. */
import assert from 'node:assert/strict'
import { Agent } from 'node:http'
import { it } from 'node:test'
import { makeCase } from '../../../bench/fuzz-cases.ts'
import { sendCase } from '../../../bench/fuzz-send.ts'
import { rows } from '../../kit/rows.ts'
import { isNightly, nightlyRuns, seed } from '../../kit/runs.ts'
import { startTestService } from '../../kit/service.ts'

const { numRuns: CASES } = nightlyRuns(20_000)
const CONNECTIONS = 8

it('Hostile requests to all endpoints get responses without faults, and the service stays ready', async t => {
  const service = await startTestService(t, { rows: rows(8) })
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  t.after(() => agent.destroy())
  const port = Number(new URL(service.url).port)
  const [faults, paths]: [string[], string[]] = [[], []]
  let next = 0
  async function work(): Promise<void> {
    for (let number = next++; number < CASES && faults.length === 0; number = next++) {
      const one = makeCase(seed, number)
      paths.push(one.path.split('?')[0]!)
      const { fault } = await sendCase(port, agent, one)
      if (fault) faults.push(`case ${number} of seed ${seed}: ${fault}\n${JSON.stringify(one)}`)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, work))
  assert.deepEqual(faults, [])
  assert.equal((await fetch(`${service.url}/readyz`)).status, 200)
  const { paths: described } = (await (
    await fetch(`${service.url}/.well-known/openapi.json`)
  ).json()) as {
    paths: object
  }
  const missed = Object.keys(described).filter(
    path => !paths.some(one => patternOf(path).test(one)),
  )
  if (isNightly) assert.deepEqual(missed, [], 'endpoints that no request was for')
})

const patternOf = (path: string) =>
  new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`)
