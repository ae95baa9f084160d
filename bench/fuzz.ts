/** Sends hostile requests to a running service; and runs the property tests on many more cases than a normal test run. */
import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { Agent } from 'node:http'
import { fileURLToPath } from 'node:url'
import { makeFolder, track } from './cleanup.ts'
import { makeCase } from './fuzz-cases.ts'
import { sendCase } from './fuzz-send.ts'
import { writeResults } from './questions.ts'
import { makeDatabase, startServe } from './serve.ts'
import { memoryOf } from './size.ts'
import { formatTable } from './table.ts'

const REVIEWS = 500
const CONNECTIONS = 16
const HEADING = '## Hostile requests (`npm run bench fuzz`)'

export async function benchFuzz(cases: number, seed: number): Promise<void> {
  const folder = makeFolder()
  const serve = await startServe(folder, await makeDatabase(folder, REVIEWS))
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const statuses = new Map<number, number>()
  const faults: string[] = []
  const before = memoryOf(serve.pid, 'VmRSS') / 1e6
  const started = performance.now()
  let next = 0
  async function work(): Promise<void> {
    for (let number = next++; number < cases && faults.length < 10; number = next++) {
      const one = makeCase(seed, number)
      const { status, fault } = await sendCase(serve.port, agent, one)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (fault) faults.push(`case ${number}: ${fault}\n${JSON.stringify(one)}`)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, work))
  agent.destroy()
  const minutes = (performance.now() - started) / 60_000
  const isReady = (await fetch(`${serve.url}/readyz`)).ok
  const after = memoryOf(serve.pid, 'VmRSS') / 1e6
  await serve.stop()
  const rows = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => [status, count])
  const text = `${HEADING}

${Math.min(next, cases).toLocaleString('en')} requests with seed ${seed} in ${minutes.toFixed(1)} minutes against ${REVIEWS} reviews: ${faults.length} faults. A fault is a status of 500 or more (except 501, which oEmbed asks for, and 503 with Retry-After), JSON that cannot be parsed, details of the program in a response, or no response. Afterwards the service was ${isReady ? 'ready' : 'NOT READY'}; its memory went from ${before.toFixed(0)} to ${after.toFixed(0)} MB.

${formatTable(['status', 'responses'], rows)}
`
  process.stdout.write(`\n${text}${faults.map(fault => `\n${fault}\n`).join('')}`)
  writeResults(HEADING, text)
  if (faults.length > 0 || !isReady) throw new Error('The service has faults: see above.')
}

const FILES = [
  'unit/insights/invariants',
  'service/publish/snapshot-builder',
  'service/mcp/tools',
  'service/http/changes-endpoint',
  'store/hub/thirty-days',
  'service/trust/dishonest-owner',
]
const TIMES = 10

/** 200 in the tests. */
const HISTORIES = 10_000

export const benchProperties = () => tryMore(FILES, TIMES)

/** Faults of clock, name servers, disk, database and process at random moments. */
export const benchHistories = () => tryMore(['service/hub/histories'], HISTORIES / 200)

async function tryMore(names: string[], times: number): Promise<void> {
  const files = names.map(name => `test/${name}.test.ts`)
  const cwd = fileURLToPath(new URL('..', import.meta.url))
  const env = { ...process.env, FUZZ: String(times), TEST_SEED: String(randomInt(2 ** 31)) }
  const args = ['--test', '--test-reporter=spec', ...files]
  const child = track(spawn(process.execPath, args, { cwd, env, stdio: 'inherit' }))
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error('A property does not hold: see above.')
}
