/** A cheap load generator: fixed request bytes on keep-alive connections, one request at a time on each. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Load {
  port: number
  path: string
  headers: Record<string, string>
  /** Makes it a POST. */
  body?: string
}

export interface LoadResult {
  requestsPerSecond: number
  /** Per second of the server's CPU time, which noise on the machine does not affect. */
  requestsPerCpuSecond: number
  /** Per second of its busiest thread: what it would send if it never waited for a core, or for this generator. */
  requestsPerThreadSecond: number
}

const CONNECTIONS = 32

export async function generateLoad(
  { port, path, headers, body }: Load,
  pid: number,
  seconds: number,
  connectionCount = CONNECTIONS,
): Promise<LoadResult> {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const lines = Object.entries({ host: `127.0.0.1:${port}`, ...headers, ...length }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  const method = body === undefined ? 'GET' : 'POST'
  const request = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`)
  let responses = 0
  let stopped = false
  const cpuBefore = cpuSeconds(pid)
  const threadsBefore = threadSeconds(pid)
  const started = performance.now()
  const connections = Array.from({ length: connectionCount }, () =>
    openConnection(port, request, () => {
      responses++
      return !stopped
    }),
  )
  await new Promise(resolve => setTimeout(resolve, seconds * 1000))
  stopped = true
  const elapsed = (performance.now() - started) / 1000
  const cpu = cpuSeconds(pid) - cpuBefore
  const busiest = Math.max(
    ...Array.from(threadSeconds(pid), ([id, seconds]) => seconds - (threadsBefore.get(id) ?? 0)),
  )
  await Promise.all(connections)
  return {
    requestsPerSecond: responses / elapsed,
    requestsPerCpuSecond: responses / cpu,
    requestsPerThreadSecond: responses / busiest,
  }
}

/** Repeats the request after each response for as long as `onResponse` returns true. */
function openConnection(port: number, request: Buffer, onResponse: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request))
    let expected = -1
    let head = ''
    let received = 0
    socket.on('data', (chunk: Buffer) => {
      received += chunk.length
      if (expected === -1) {
        head += chunk.toString('latin1', 0, 4096)
        const end = head.indexOf('\r\n\r\n')
        if (end === -1) return
        const lengths = /^content-length: (\d+)|^(transfer-encoding: chunked)/im.exec(
          head.slice(0, end),
        )
        expected = lengths?.[2] ? CHUNKED : end + 4 + Number(lengths?.[1] ?? 0)
      }
      if (
        expected === CHUNKED
          ? !chunk.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)
          : received < expected
      )
        return
      ;[expected, head, received] = [-1, '', 0]
      if (onResponse()) socket.write(request)
      else socket.end()
    })
    socket.on('close', () => resolve())
    socket.on('error', reject)
  })
}

/** The response has no length but a last chunk. */
const CHUNKED = -2
const LAST_CHUNK = Buffer.from('0\r\n\r\n')

const TICKS_PER_SECOND = 100

/** CPU time of a process and its children, past ones included: nginx and PostgreSQL work in children. */
export function cpuSeconds(pid: number): number {
  try {
    const ticks = [ticksOf(pid, 4), ...childrenOf(pid).map(id => ticksOf(id, 2))]
    return ticks.reduce((sum, one) => sum + one, 0) / TICKS_PER_SECOND
  } catch (error) {
    if (!existsSync(`/proc/${pid}`)) throw error
    // A child has just exited: its time now counts as its parent's.
    return cpuSeconds(pid)
  }
}

/** CPU time of each thread of a process. */
function threadSeconds(pid: number): Map<string, number> {
  const ids = readdirSync(`/proc/${pid}/task`)
  return new Map(ids.map(id => [id, ticksOf(`${pid}/task/${id}`, 2) / TICKS_PER_SECOND]))
}

export function childrenOf(pid: number): number[] {
  const list = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return list.trim().split(' ').filter(Boolean).map(Number)
}

/** Its own user and system time, then those of children that have exited. */
function ticksOf(id: number | string, fields: 2 | 4): number {
  const stat = readFileSync(`/proc/${id}/stat`, 'utf8').replace(/^.*\) /, '')
  return stat
    .split(' ')
    .slice(11, 11 + fields)
    .reduce((sum, field) => sum + Number(field), 0)
}

/** After this time without work, memory that was needed only for the start has been released. */
const SETTLE_MS = 3000
/** What a server may use meanwhile. */
const QUIET_CPU_SECONDS = 0.15

/** What a server still does in the background would count as the cost of its responses. */
export async function untilQuiet(pids: number[]): Promise<void> {
  const used = () => pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0)
  for (let before = Number.NEGATIVE_INFINITY; used() - before > QUIET_CPU_SECONDS; ) {
    before = used()
    await sleep(SETTLE_MS)
  }
}
