/** Clients that send requests to an instance at a steady rate and record whether the responses are consistent. */
import { createHash } from 'node:crypto'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'

export interface Seen {
  status: number
  path: string
  etag: string
  /** Of the body. */
  digest: string
}

export interface Readers {
  /** In the order of the requests. */
  seen: Seen[]
  /** One body for each digest. */
  bodies: Map<string, string>
  /** Requests that got no response. */
  failures: string[]
  stop(): Promise<void>
}

const TICK_MS = 20

export function startReaders(
  t: TestContext,
  url: string,
  paths: string[],
  perSecond: number,
): Readers {
  const pool = new Pool(url, { connections: 8 })
  const seen: Seen[] = []
  const bodies = new Map<string, string>()
  const failures: string[] = []
  const asked = new Set<Promise<void>>()
  let isStopping = false
  let count = 0

  async function ask(index: number): Promise<void> {
    const path = paths[index % paths.length]!
    try {
      const { statusCode, headers, body } = await pool.request({ path, method: 'GET' })
      const text = await body.text()
      const digest = createHash('sha256').update(text).digest('hex')
      bodies.set(digest, text)
      seen[index] = { status: statusCode, path, etag: String(headers.etag), digest }
    } catch (error) {
      failures.push(String(error))
    }
  }

  async function run(): Promise<void> {
    const began = performance.now()
    while (!isStopping) {
      const due = ((performance.now() - began) / 1000) * perSecond
      while (count < due) {
        const answer = ask(count++).finally(() => asked.delete(answer))
        asked.add(answer)
      }
      await sleep(TICK_MS)
    }
  }

  const running = run()
  async function stop(): Promise<void> {
    isStopping = true
    await running
    await Promise.all(asked)
  }
  t.after(async () => {
    await stop()
    await pool.close()
  })
  return { seen, bodies, failures, stop }
}
