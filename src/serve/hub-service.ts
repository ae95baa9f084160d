/** Starts the WebSub hub and its metrics, which are for the operator's monitoring and have a port of their own that is never public. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Logger } from 'pino'
import { collectDefaultMetrics, Registry } from 'prom-client'
import packageJson from '../../package.json' with { type: 'json' }
import { createRateLimiter, type Rate } from '../http/rate-limit.ts'
import { type Hub, startHub } from '../hub/hub.ts'
import { system } from '../model/system.ts'
import type { HubStore } from '../store/hub/hub-store.ts'

export interface HubSettings {
  baseUrl: string
  rateLimitPerMinute: number
  secretKeys: string[]
  websubCallbackAllowCidrs: string[]
  websubRetrySeconds: number[]
  websubMinLeaseSeconds: number
  websubMaxPerHost: number
  websubMaxPerTopic: number
  metricsPort?: number | undefined
  metricsHost: string
}

export interface HubService {
  hub: Hub
  close(): Promise<void>
}

/** A callback host with more requests than this is probably the target of someone else. */
const PER_CALLBACK_HOST = { perMinute: 10, burst: 10 }
/** A subscription that exists is renewed or changed rarely. */
const PER_PAIR = { perMinute: 2, burst: 10 }

export async function startHubService(
  store: HubStore,
  settings: HubSettings,
  log: Logger,
): Promise<HubService> {
  await using starting = new AsyncDisposableStack()
  const registry = new Registry()
  const { metricsPort, metricsHost, baseUrl } = settings
  if (metricsPort !== undefined)
    starting.adopt(await startMetrics(metricsPort, metricsHost, registry), metrics => metrics.close())
  const hub = startHub({
    store,
    baseUrl,
    secretKeys: settings.secretKeys,
    allowedNetworks: settings.websubCallbackAllowCidrs,
    minLeaseSeconds: settings.websubMinLeaseSeconds,
    maxPerHost: settings.websubMaxPerHost,
    maxPerTopic: settings.websubMaxPerTopic,
    retrySeconds: settings.websubRetrySeconds,
    waitForHost: createWait(settings, PER_CALLBACK_HOST),
    waitForPair: createWait(settings, PER_PAIR),
    userAgent: `Firsthand/${packageJson.version} (+${baseUrl})`,
    registry,
    ...system,
    random: Math.random,
    log,
  })
  starting.defer(() => hub.close())
  const running = starting.move()
  return { hub, close: () => running.disposeAsync() }
}

function createWait({ rateLimitPerMinute }: HubSettings, rate: Rate): (key: string) => number {
  if (rateLimitPerMinute === 0) return () => 0
  const limiter = createRateLimiter(rate, () => performance.now())
  return key => limiter.take(key)
}

async function startMetrics(
  port: number,
  host: string,
  registry: Registry,
): Promise<{ close(): Promise<void> }> {
  collectDefaultMetrics({ register: registry })
  const server = createServer(async (incoming, outgoing) => {
    if (incoming.url !== '/metrics') {
      outgoing.writeHead(404).end()
      return
    }
    try {
      const text = await registry.metrics()
      outgoing.writeHead(200, { 'content-type': registry.contentType }).end(text)
    } catch {
      // The database may be unreachable: monitoring should see that too.
      outgoing.writeHead(503).end()
    }
  })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
