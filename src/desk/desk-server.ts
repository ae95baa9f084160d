/** Starts the owner's desk: a page of its own on this machine, never on the public port. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { createDesk, type DeskParts } from './base/desk-context.ts'
import { createDeskGuard } from './base/desk-guard.ts'
import { createDeskSessions } from './base/desk-sessions.ts'
import { createDeskLinks, createLinkToken } from './base/signed-token.ts'
import { createDeskApp, type DeskDoor } from './desk-app.ts'
import { createLocalDoor, OPEN_PATH } from './local-door.ts'

export type DeskSettings = DeskParts['places'] & {
  port: number
  /** By default this machine only. */
  host?: string
  /** A tunnel may have another port on the owner's computer. */
  tunnelPort?: number | undefined
  baseUrl: string
}

export type DeskDependencies = Omit<DeskParts, 'places' | 'baseUrl'> & Pick<DeskDoor, 'onError'>

/** Only programs on this machine get here, and a large file may take its time through a tunnel. */
const LIMITS = { maxHeaderSize: 16 * 1024, headersTimeout: 10_000, requestTimeout: 0 }

export async function startDesk(settings: DeskSettings, dependencies: DeskDependencies) {
  const { store, now, randomBytes, onError } = dependencies
  const server = createServer(LIMITS)
  server.listen(settings.port, settings.host ?? '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const nowMs = () => now().getTime()
  const secretKey = await store.secretKey()
  const tunnelPort = settings.tunnelPort ?? port
  const desk = createDesk({ ...dependencies, baseUrl: settings.baseUrl, places: settings })
  // Reading 100,000 reviews takes seconds: begin before the owner opens the link. A failure shows on the page.
  desk.reviews.refresh().catch(() => {})
  const sessions = createDeskSessions(port, nowMs, randomBytes)
  const links = createDeskLinks(secretKey, nowMs)
  const guard = createDeskGuard([port, tunnelPort])
  const app = createDeskApp(desk, createLocalDoor({ sessions, links }, { guard, onError }))
  server.on(
    'request',
    getRequestListener((request, bindings) => app.fetch(request, bindings as HttpBindings), {
      hostname: 'localhost',
    }),
  )
  return {
    port,
    /** Opens the desk once. */
    link: createDeskLink(tunnelPort, secretKey, { now, randomBytes }),
    async close(): Promise<void> {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
      await desk.uploads.close()
    },
  }
}

/** Makes a link to a desk that runs on this database. The browser finds it at `port`. */
export const createDeskLink = (
  port: number,
  secretKey: string,
  { now, randomBytes }: Pick<DeskDependencies, 'now' | 'randomBytes'>,
) =>
  `http://127.0.0.1:${port}${OPEN_PATH}${createLinkToken(secretKey, now().getTime(), randomBytes(16))}`
