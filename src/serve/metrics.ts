/** The metrics of the service, which are for the operator's monitoring and have a port of their own that is never public. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { Counter, collectDefaultMetrics, Gauge, type Metric, Registry } from 'prom-client'
import packageJson from '../../package.json' with { type: 'json' }
import type { Check } from '../actions/check-result.ts'
import type { HealthStatus } from '../model/health-fact.ts'
import type { Snapshot } from '../publish/snapshot.ts'

export type ServiceMetrics = ReturnType<typeof createServiceMetrics>

const LEVELS: Record<HealthStatus, number> = { ok: 0, warning: 1, problem: 2 }

export function createServiceMetrics(now: () => Date) {
  const registry = new Registry()
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name: `firsthand_${name}`, help, labelNames, registers: [registry] })
  const requests = new Counter({
    name: 'firsthand_http_requests_total',
    help: 'Requests by route and class of status.',
    labelNames: ['route', 'status'],
    registers: [registry],
  })
  const noteDuration = createDurations(registry)
  const version = gauge('publication_version', 'The version of the data that is published.')
  const reviews = gauge('publication_reviews', 'The reviews that are published.')
  const published = gauge(
    'publication_timestamp_seconds',
    'When this process last published something.',
  )
  const facts = gauge(
    'health',
    'The facts of /readyz: 0 is in order, 1 a warning, 2 a problem.',
    'fact',
  )
  const build = gauge(
    'build_info',
    'The versions of the program and of Node.',
    'version',
    'node_version',
  )
  build.set({ version: packageJson.version, node_version: process.versions.node }, 1)
  return {
    registry,
    countRequest(route: string, status: number, tookMs: number): void {
      requests.inc({ route, status: `${Math.floor(status / 100)}xx` })
      noteDuration(route, tookMs / 1000)
    },
    notePublication(snapshot: Snapshot): void {
      version.set(snapshot.version)
      reviews.set(snapshot.reviewCount)
      published.set(now().getTime() / 1000)
    },
    noteHealth(checks: Check[]): void {
      facts.reset()
      for (const { name, state } of checks) facts.set({ fact: name }, LEVELS[state])
    },
  }
}

/** prom-client's own histogram would take a fiftieth of the time of a 304. */
function createDurations(registry: Registry): (route: string, seconds: number) => void {
  const name = 'firsthand_http_request_duration_seconds'
  const metric = { name, help: 'How long responses took, by route.', type: 'histogram' }
  const of = (metricName: string, labels: object, most = Infinity) => ({
    metricName,
    labels,
    most,
    value: 0,
  })
  const startRoute = (route: string) => [
    ...[0.005, 0.025, 0.1, 0.5, 2.5].map(le => of(`${name}_bucket`, { route, le }, le)),
    of(`${name}_bucket`, { route, le: '+Inf' }),
    of(`${name}_count`, { route }),
    of(`${name}_sum`, { route }, -1),
  ]
  const routes = new Map<string, ReturnType<typeof startRoute>>()
  const get = async () => ({ ...metric, values: [...routes.values()].flat() })
  registry.registerMetric({ ...metric, get } as unknown as Metric)
  return (route, seconds) => {
    const parts = routes.get(route) ?? startRoute(route)
    routes.set(route, parts)
    for (const one of parts) if (seconds <= one.most) one.value++
    parts.at(-1)!.value += seconds
  }
}

export async function startMetricsServer(
  { metricsPort, metricsHost }: { metricsPort?: number | undefined; metricsHost: string },
  { registry, noteHealth }: ServiceMetrics,
  readChecks: () => Check[],
): Promise<{ close(): Promise<void> }> {
  collectDefaultMetrics({ register: registry })
  // Prometheus expects this ending of counters only; the same numbers are there by type, without it.
  for (const kind of ['handles', 'requests', 'resources'])
    registry.removeSingleMetric(`nodejs_active_${kind}_total`)
  const server = createServer(async (incoming, outgoing) => {
    if (incoming.url !== '/metrics') return void outgoing.writeHead(404).end()
    try {
      noteHealth(readChecks())
      const text = await registry.metrics()
      outgoing.writeHead(200, { 'content-type': registry.contentType }).end(text)
    } catch {
      // The database may be unreachable: monitoring should see that too.
      outgoing.writeHead(503).end()
    }
  })
  server.listen(metricsPort, metricsHost)
  await once(server, 'listening')
  return {
    async close() {
      server.closeAllConnections()
      await server[Symbol.asyncDispose]()
    },
  }
}
