/** Starts the WebSub hub with the settings of the service. */
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import packageJson from '../../package.json' with { type: 'json' }
import { createRateLimiter, type Rate } from '../http/rate-limit.ts'
import { startHub } from '../hub/hub.ts'
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
  websubSlots: number
}

/** A callback host with more requests than this is probably the target of someone else. */
const PER_CALLBACK_HOST = { perMinute: 10, burst: 10 }
/** A subscription that exists is renewed or changed rarely. */
const PER_PAIR = { perMinute: 2, burst: 10 }

export function startHubService(
  store: HubStore,
  settings: HubSettings,
  registry: Registry,
  log: Logger,
) {
  const { baseUrl } = settings
  return startHub({
    store,
    baseUrl,
    secretKeys: settings.secretKeys,
    allowedNetworks: settings.websubCallbackAllowCidrs,
    minLeaseSeconds: settings.websubMinLeaseSeconds,
    maxPerHost: settings.websubMaxPerHost,
    maxPerTopic: settings.websubMaxPerTopic,
    slots: settings.websubSlots,
    retrySeconds: settings.websubRetrySeconds,
    waitForHost: createWait(settings, PER_CALLBACK_HOST),
    waitForPair: createWait(settings, PER_PAIR),
    userAgent: `Firsthand/${packageJson.version} (+${baseUrl})`,
    registry,
    ...system,
    random: Math.random,
    log,
  })
}

function createWait({ rateLimitPerMinute }: HubSettings, rate: Rate): (key: string) => number {
  if (rateLimitPerMinute === 0) return () => 0
  const limiter = createRateLimiter(rate)
  return key => limiter.take(key)
}
