/** A load generator that costs little itself: fixed request bytes on kept connections, one answer at a time on each. */
import { existsSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'

export interface Load {
  port: number
  path: string
  headers: Record<string, string>
  /** What is posted, if anything. */
  body?: string
}

export interface LoadResult {
  requestsPerSecond: number
  /** By the processor time that the server used: what the noise of the machine does not touch. */
  requestsPerCpuSecond: number
}

const CONNECTIONS = 32

export async function generateLoad(
  { port, path, headers, body }: Load,
  pid: number,
  seconds: number,
): Promise<LoadResult> {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const lines = Object.entries({ host: `127.0.0.1:${port}`, ...headers, ...length }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  const method = body === undefined ? 'GET' : 'POST'
  const request = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`)
  let answered = 0
  let stopped = false
  const cpuBefore = cpuSeconds(pid)
  const started = performance.now()
  const connections = Array.from({ length: CONNECTIONS }, () =>
    openConnection(port, request, () => {
      answered++
      return !stopped
    }),
  )
  await new Promise(resolve => setTimeout(resolve, seconds * 1000))
  stopped = true
  const elapsed = (performance.now() - started) / 1000
  const cpu = cpuSeconds(pid) - cpuBefore
  await Promise.all(connections)
  return { requestsPerSecond: answered / elapsed, requestsPerCpuSecond: answered / cpu }
}

/** Sends the request again after each answer for as long as `onAnswer` says so. */
function openConnection(port: number, request: Buffer, onAnswer: () => boolean): Promise<void> {
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
        const lengths = /^content-length: (\d+)|^(transfer-encoding: chunked)/im.exec(head.slice(0, end))
        expected = lengths?.[2] ? CHUNKED : end + 4 + Number(lengths?.[1] ?? 0)
      }
      if (expected === CHUNKED ? !chunk.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK) : received < expected)
        return
      ;[expected, head, received] = [-1, '', 0]
      if (onAnswer()) socket.write(request)
      else socket.end()
    })
    socket.on('close', () => resolve())
    socket.on('error', reject)
  })
}

/** The answer does not say how long it is, but when it ends. */
const CHUNKED = -2
const LAST_CHUNK = Buffer.from('0\r\n\r\n')

const TICKS_A_SECOND = 100

/** Of the process and, as nginx and PostgreSQL have them, of its children, those too that have ended. */
export function cpuSeconds(pid: number): number {
  try {
    const ticks = [ticksOf(pid, 4), ...childrenOf(pid).map(id => ticksOf(id, 2))]
    return ticks.reduce((sum, one) => sum + one, 0) / TICKS_A_SECOND
  } catch (error) {
    if (!existsSync(`/proc/${pid}`)) throw error
    // A child ended just now: its time is its parent's.
    return cpuSeconds(pid)
  }
}

export function childrenOf(pid: number): number[] {
  const list = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return list.trim().split(' ').filter(Boolean).map(Number)
}

/** User and system time of its own, then of children that have ended. */
function ticksOf(id: number, fields: 2 | 4): number {
  const stat = readFileSync(`/proc/${id}/stat`, 'utf8').replace(/^.*\) /, '')
  return stat
    .split(' ')
    .slice(11, 11 + fields)
    .reduce((sum, field) => sum + Number(field), 0)
}
