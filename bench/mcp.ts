/** Compares the MCP endpoint, with both protocol eras, with plain servers of SDK 1.x and 2.x and a handwritten one. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { makeFolder, track } from './cleanup.ts'
import { business } from './data.ts'
import { generateLoad, type Load, untilQuiet } from './load.ts'
import { writeResults } from './questions.ts'
import { makeDatabase, startServe } from './serve.ts'
import { describeMachine, formatTable, percentile } from './table.ts'

const HEADING = '## MCP beside servers of the SDK (`npm run bench mcp`)'
const REVIEWS = 2_000
const ROUNDS = 5
const SECONDS = 2
const LEGACY = '2025-06-18'
const MODERN = '2026-07-28'

interface Rival {
  name: string
  pid: number
  load(method: string, params: Record<string, unknown>): Load
}

const CASES: Record<string, [method: string, params: Record<string, unknown>]> = {
  search_reviews: ['tools/call', { name: 'search_reviews', arguments: { limit: 20 } }],
  'tools/list': ['tools/list', {}],
}

export async function benchMcp(): Promise<void> {
  const folder = makeFolder()
  const databaseUrl = await makeDatabase(folder, REVIEWS)
  const serve = await startServe(folder, databaseUrl)
  await untilQuiet([serve.pid])
  const children = ['sdk', 'sdk2', 'hand'].map(kind =>
    track(
      fork(new URL('./mcp-rival.ts', import.meta.url), [kind, databaseUrl], {
        env: { ...process.env, BUSINESS: JSON.stringify(business) },
      }),
    ),
  )
  const ports = await Promise.all(
    children.map(async child => (await once(child, 'message'))[0] as number),
  )
  const session = await initialize(serve.port)
  const rivals: Rival[] = [
    {
      name: 'firsthand, 2025',
      pid: serve.pid,
      load: legacy(serve.port, { 'mcp-session-id': session }),
    },
    { name: 'firsthand, 2026', pid: serve.pid, load: modern(serve.port) },
    { name: 'SDK 1.x', pid: children[0]!.pid!, load: legacy(ports[0]!, {}) },
    { name: 'SDK 2.x, 2026', pid: children[1]!.pid!, load: modern(ports[1]!) },
    { name: 'by hand', pid: children[2]!.pid!, load: legacy(ports[2]!, {}) },
  ]
  const rows = []
  for (const [name, [method, params]] of Object.entries(CASES))
    rows.push(await compare(name, method, params, rivals))
  const table = formatTable(
    [
      'case',
      ...rivals.map(rival => rival.name),
      '2025 / SDK 1.x',
      '2026 / SDK 1.x',
      '2026 / SDK 2.x',
      'by hand / 2025',
      'by hand / 2026',
    ],
    rows,
  )
  const section = `${HEADING}\n\nThousand requests per CPU-second of the server with ${REVIEWS.toLocaleString('en')} reviews; medians of ${ROUNDS} rounds. ${describeMachine()}\n\n${table}`
  process.stdout.write(`\n${section}\n`)
  writeResults(HEADING, section)
}

async function compare(
  name: string,
  method: string,
  params: Record<string, unknown>,
  rivals: Rival[],
): Promise<string[]> {
  const rounds: number[][] = []
  for (let round = 0; round < ROUNDS; round++) {
    const rates: number[] = []
    for (const { load, pid } of rivals)
      rates.push(
        (await generateLoad(load(method, params), pid, SECONDS)).requestsPerCpuSecond / 1000,
      )
    rounds.push(rates)
  }
  const median = (value: (rates: number[]) => number) =>
    percentile(rounds.map(value), 0.5).toFixed(2)
  return [
    name,
    ...rivals.map((_, index) => median(rates => rates[index]!)),
    median(rates => rates[0]! / rates[2]!),
    median(rates => rates[1]! / rates[2]!),
    median(rates => rates[1]! / rates[3]!),
    median(rates => rates[4]! / rates[0]!),
    median(rates => rates[4]! / rates[1]!),
  ]
}

const COMMON = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

function legacy(port: number, more: Record<string, string>): Rival['load'] {
  const headers = { ...COMMON, 'mcp-protocol-version': LEGACY, ...more }
  return (method, params) => ({ port, path: '/mcp', headers, body: rpc(method, params) })
}

export function modern(port: number): Rival['load'] {
  return (method, params) => {
    const name = params.name === undefined ? {} : { 'mcp-name': String(params.name) }
    const headers = { ...COMMON, 'mcp-protocol-version': MODERN, 'mcp-method': method, ...name }
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': MODERN,
      'io.modelcontextprotocol/clientCapabilities': {},
      'io.modelcontextprotocol/clientInfo': CLIENT,
    }
    return { port, path: '/mcp', headers, body: rpc(method, { ...params, _meta }) }
  }
}

const CLIENT = { name: 'bench', version: '1.0.0' }
const rpc = (method: string, params: object) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })

async function initialize(port: number): Promise<string> {
  const params = { protocolVersion: LEGACY, capabilities: {}, clientInfo: CLIENT }
  const response = await fetch(`http://127.0.0.1:${port}/mcp`, {
    method: 'POST',
    headers: COMMON,
    body: rpc('initialize', params),
  })
  await response.text()
  return response.headers.get('mcp-session-id')!
}
