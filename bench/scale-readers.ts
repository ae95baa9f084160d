/** A hundred thousand requests per second: how many reach the service through a CDN, and what that takes. */
import { simulateCdn } from './scale-cdn.ts'
import { ASSUMED, MEASURED } from './scale-inputs.ts'
import { whole } from './scale-words.ts'
import { formatTable } from './table.ts'

/** The mix of requests: a guess, of which only the orders of magnitude matter. */
const KINDS = [
  { name: 'documents', share: 0.8, addresses: 20, skew: 1 },
  { name: 'pages', share: 0.1, addresses: 20_000, skew: 1 },
  { name: 'searches', share: 0.09, addresses: 50_000, skew: 0.8 },
]
const MCP_SHARE = 0.01
const KEEP_SECONDS = 10

export interface Origin {
  name: string
  /** Requests per second that reach the service: documents, pages, searches, MCP. */
  reaching: number[]
  computed: number
  cores: number
  instances: number
}

export function origins(): Origin[] {
  const requestsPerSecond = ASSUMED.requestsPerSecond
  const all = KINDS.map(({ share }) => share * requestsPerSecond)
  const plans: [string, number][] = [
    ['a CDN with a shared tier in between', 1],
    ['a CDN with 20 points of presence', 20],
    ['a CDN with 100 points of presence', 100],
  ]
  return [
    originOf('no CDN', all, all),
    ...plans.map(([name, pointsOfPresence]) => {
      const misses = simulateCdn({
        requestsPerSecond,
        pointsOfPresence,
        keepSeconds: KEEP_SECONDS,
        kinds: KINDS,
      })
      return originOf(
        name,
        misses.map(({ simulated }) => simulated),
        misses.map(({ computed }) => computed),
      )
    }),
  ]
}

function originOf(name: string, cached: number[], computed: number[]): Origin {
  const mcp = MCP_SHARE * ASSUMED.requestsPerSecond
  const [documents, pages, searches] = cached as [number, number, number]
  // A page rendered on demand costs about as much as a search.
  const cores =
    documents / MEASURED.documentsPerCpuSecond +
    (pages + searches) / MEASURED.searchesPerCpuSecond +
    mcp / ASSUMED.mcpPerCpuSecond
  return {
    name,
    reaching: [documents, pages, searches, mcp],
    computed: computed.reduce((sum, one) => sum + one, mcp),
    cores,
    instances: Math.max(2, Math.ceil(cores / ASSUMED.busyShare)),
  }
}

export function cdnTable(plans: Origin[]): string {
  const rows = plans.map(({ name, reaching, computed, cores, instances }) => [
    name,
    ...reaching.map(whole),
    whole(reaching.reduce((sum, one) => sum + one, 0)),
    whole(computed),
    cores.toFixed(1),
    instances,
  ])
  return formatTable(
    [
      'requests per second at the service',
      ...KINDS.map(({ name }) => name),
      'MCP',
      'total',
      'by formula',
      'cores',
      'instances',
    ],
    rows,
  )
}
