/** Starts the WebSub hub. It is loaded after the port is open, so that no client waits for it. */
import type { Logger } from 'pino'
import packageJson from '../../package.json' with { type: 'json' }
import { createRateLimiter, type Rate } from '../http/rate-limit.ts'
import type { Hub } from '../hub/hub.ts'
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
/** Of a subscription that exists. */
const PER_PAIR = { perMinute: 2, burst: 10 }

export async function startHubService(
  store: HubStore,
  settings: HubSettings,
  log: Logger,
): Promise<HubService> {
  const [{ Registry }, { startHub }, { startMetrics }] = await Promise.all([
    import('prom-client'),
    import('../hub/hub.ts'),
    import('./metrics-server.ts'),
  ])
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
