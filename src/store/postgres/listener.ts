/** Listens for changes by other processes, and notices when the server is gone. */
import pg from 'pg'
import { createWakeSignal } from '../../model/system.ts'
import { asProblem } from './postgres-problem.ts'

export const CHANNEL = 'firsthand_change'
/** Harmless to repeat, so it also serves as a ping. The pool cannot tell: a connection that was cut silently looks idle there. */
const LISTEN = `listen ${CHANNEL}`
const POLL_MS = 1000
const TIMEOUT_MS = 3000

export type Listener = ReturnType<typeof createListener>

export function createListener(settings: pg.ClientConfig) {
  let client: pg.Client | undefined
  const signal = createWakeSignal()
  let closed = false

  /** Needs its own connection: those of the pool go back after each use. */
  async function connect(): Promise<void> {
    const next = new pg.Client({ ...settings, query_timeout: TIMEOUT_MS })
    next.on('notification', signal.wake)
    next.on('error', () => {})
    next.once('end', () => {
      if (client === next) client = undefined
      // Notifications may have been missed.
      signal.wake()
    })
    client = next
    await next.connect()
    await next.query(LISTEN)
  }

  async function listen(): Promise<void> {
    if (client) await signal.sleep(POLL_MS)
    // The caller reads the version next, so make sure that the server responds.
    if (client) await client.query(LISTEN)
    else await connect()
    signal.reset()
  }

  /** Does not wait for the server to close the connection. */
  function disconnect(): void {
    client?.end().catch(() => {})
    client = undefined
  }

  return {
    /** Resolves at the next change, or after a second. Rejects if the server does not respond. */
    async wait(): Promise<void> {
      if (closed) return
      try {
        await listen()
      } catch (error) {
        disconnect()
        throw asProblem(error as Error)
      }
    },
    close(): void {
      closed = true
      signal.wake()
      disconnect()
    },
  }
}
