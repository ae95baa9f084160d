/** How soon `GET /api/reviews/stats` responds over a socket, with the questions that assistants are asked. */
import { Agent, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeFolder } from './cleanup.ts'
import { makeRecords } from './data.ts'
import { cpuSeconds } from './load.ts'
import { writeResults } from './questions.ts'
import { QUESTIONS } from './questions-asked.ts'
import { makeDatabase, startServe } from './serve.ts'
import { repeatTexts } from './stats.ts'
import { describeMachine, formatTable, percentile } from './table.ts'

const RUNS = 200
const WARM_UP = 10
const GOAL_MS = 20
const HEADING = '## Counts in groups, over a socket (`npm run bench stats-served`)'

export async function benchStatsServed(count: number): Promise<void> {
  const folder = makeFolder()
  const serve = await startServe(
    folder,
    await makeDatabase(folder, count, undefined, repeatTexts(makeRecords(count))),
  )
  while ((await fetch(`${serve.url}/insights.json`)).status !== 200) await sleep(500)
  const rows: (string | number)[][] = []
  for (const [question, args] of statsQuestions()) {
    const query = new URLSearchParams(
      Object.entries(args).map(([name, value]) => [name, String(value)]),
    )
    rows.push([question, ...(await measure(serve.port, serve.pid, `/api/reviews/stats?${query}`))])
  }
  await serve.stop()
  const good = rows.filter(row => Number(row[4]) <= GOAL_MS).length
  const goodByCpu = rows.filter(row => Number(row[5]) <= GOAL_MS).length
  const table = formatTable(
    ['question', 'bytes', 'first ms', 'p50 ms', 'p99 ms', 'CPU ms each'],
    rows,
  )
  const text = `${HEADING}\n\n${count.toLocaleString('en')} made-up reviews, one connection, ${RUNS} requests for each question, none of them conditional. p99 within ${GOAL_MS} ms: ${good} of ${rows.length}; mean CPU time within it, which other programs on the machine affect less: ${goodByCpu} of ${rows.length}. ${describeMachine()}\n\n${table}\n`
  process.stdout.write(`\n${text}`)
  writeResults(HEADING, text)
}

/** Each set of arguments once. */
function statsQuestions(): Map<string, object> {
  const seen = new Set<string>()
  const asked = new Map<string, object>()
  for (const { question, calls } of QUESTIONS)
    for (const { name, arguments: args } of calls) {
      if (name !== 'count_reviews' || seen.has(JSON.stringify(args))) continue
      seen.add(JSON.stringify(args))
      asked.set(question, args)
    }
  return asked
}

async function measure(port: number, pid: number, path: string): Promise<(string | number)[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times: number[] = []
  let [bytes, cpu] = [0, 0]
  for (let run = 0; run < RUNS + WARM_UP; run++) {
    if (run === WARM_UP) cpu = cpuSeconds(pid)
    const started = performance.now()
    bytes = await bytesOf(port, path, agent)
    times.push(performance.now() - started)
  }
  const cpuMs = (1000 * (cpuSeconds(pid) - cpu)) / RUNS
  agent.destroy()
  const warm = times.slice(WARM_UP)
  const shown = [times[0]!, percentile(warm, 0.5), percentile(warm, 0.99), cpuMs]
  return [bytes, ...shown.map(ms => ms.toFixed(1))]
}

async function bytesOf(port: number, path: string, agent: Agent): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  request({ host: '127.0.0.1', port, path, agent }, async response => {
    const body = await buffer(response)
    if (response.statusCode === 200) resolve(body.length)
    else reject(new Error(`${response.statusCode} at ${path}: ${body.toString().slice(0, 200)}`))
  })
    .on('error', reject)
    .end()
  return await promise
}
