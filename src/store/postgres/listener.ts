/** Hears at once of what other processes wrote, and of a server that is gone. */
import pg from 'pg'
import { asProblem } from './postgres-problem.ts'

export const CHANNEL = 'firsthand_change'
/** Whoever listens already may say so again. */
const LISTEN = `listen ${CHANNEL}`
const LOOK_EVERY_MS = 1000
const ANSWER_MS = 3000

export interface Listener {
  /** Returns with the next change, or after a while. Throws when the server does not answer. */
  wait(): Promise<void>
  close(): void
}

export function createListener(settings: pg.ClientConfig): Listener {
  let client: pg.Client | undefined
  let heard = false
  let wake = () => {}
  let closed = false

  /** Something may have been said. */
  function hear(): void {
    heard = true
    wake()
  }

  /** Its own connection: those of the pool are given back. */
  async function connect(): Promise<void> {
    const next = new pg.Client({ ...settings, query_timeout: ANSWER_MS })
    next.on('notification', hear)
    next.on('error', () => {})
    next.once('end', () => {
      if (client === next) client = undefined
      hear()
    })
    client = next
    await next.connect()
    await next.query(LISTEN)
  }

  async function listen(): Promise<void> {
    if (client && !heard) await wakeWithin(LOOK_EVERY_MS)
    // Whoever comes back from here asks for the version next: so it is good to know that somebody answers.
    if (client) await client.query(LISTEN)
    else await connect()
    heard = false
  }

  async function wakeWithin(ms: number): Promise<void> {
    await new Promise<void>(resolve => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    wake = () => {}
  }

  /** Without waiting for a goodbye. */
  function leave(): void {
    client?.end().catch(() => {})
    client = undefined
  }

  return {
    async wait() {
      if (closed) return
      try {
        await listen()
      } catch (error) {
        leave()
        throw asProblem(error as Error)
      }
    },
    close() {
      closed = true
      wake()
      leave()
    },
  }
}
