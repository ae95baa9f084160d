/** The service: puts the rooms together. A publishing thread watches the store, and readers get its Snapshot. */
import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import { watchBusinessFile } from './business-watch.ts'
import { type App, createApp } from './http/app.ts'
import { createClientOf } from './http/client.ts'
import { createRateLimiter } from './http/rate-limit.ts'
import { listen } from './http/server.ts'
import { type Publication, startPublication } from './publication.ts'
import { openStore } from './store/open.ts'
import { system } from './system.ts'

export interface ServiceSettings {
  host: string
  port: number
  /** Absent: localhost with the port that was given or found. */
  baseUrl?: string | undefined
  databaseUrl: string
  businessFile: string
  rateLimitPerMinute: number
  trustProxy: string[]
}

export interface Service {
  /** Where this machine reaches it. */
  url: string
  close(): Promise<void>
}

const DRAIN_MS = 10_000

export async function startService(settings: ServiceSettings, log: Logger): Promise<Service> {
  const store = await openStore(settings.databaseUrl, system)
  const businessWatch = await watchBusinessFile(settings.businessFile, store, log)
  let draining = false
  let publication: Publication | undefined
  let app: App
  const server = await listen((request, bindings) => app(request, bindings), settings)
  const url = `http://localhost:${server.port}`
  const baseUrl = settings.baseUrl ?? url
  app = createApp({
    baseUrl,
    current: () => publication?.current(),
    problem: () => publication?.problem(),
    draining: () => draining,
    clientOf: createClientOf(settings.trustProxy),
    rateLimiter: createRateLimiter(settings.rateLimitPerMinute, () => system.now().getTime()),
    newRequestId: createRequestIds(),
    onError: (error, requestId) => log.error({ err: error, requestId }, 'A request failed'),
  })

  async function close(): Promise<void> {
    draining = true
    await server.close(DRAIN_MS)
    businessWatch.close()
    await publication?.close()
    await store.close()
  }

  try {
    publication = await startPublication(store, { ...settings, baseUrl }, log)
  } catch (error) {
    await close()
    throw error
  }
  return { url, close }
}

/** Unique across processes and cheap: a random beginning, then a counter. */
function createRequestIds(): () => string {
  const beginning = randomBytes(6).toString('base64url')
  let count = 0
  return () => `${beginning}-${(count++).toString(36)}`
}
