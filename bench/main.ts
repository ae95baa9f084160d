/** Runs the benchmarks named on the command line, or all of them that need no network and little time. */
import { parseArgs } from 'node:util'
import { benchChange, benchFirstStart } from './change.ts'
import { benchChangeFeed } from './change-feed.ts'
import { benchClaims } from './claims.ts'
import { cleanUp, cleanUpOnExit } from './cleanup.ts'
import { benchClients } from './clients.ts'
import { benchFuzz, benchHistories, benchProperties } from './fuzz.ts'
import { benchHttp } from './http.ts'
import { benchImport } from './import.ts'
import { benchInsightsChange } from './insights-change.ts'
import { benchInstances } from './instances.ts'
import { benchKills } from './kills.ts'
import { benchMcp } from './mcp.ts'
import { benchPeers } from './peers.ts'
import { benchPush } from './push.ts'
import { benchQuestions } from './questions.ts'
import { benchRelevance } from './relevance.ts'
import { benchScale } from './scale.ts'
import { benchSearch } from './search.ts'
import { benchSite } from './site.ts'
import { benchSize } from './size.ts'
import { benchSoak } from './soak.ts'
import { benchStart } from './start.ts'
import { benchStats } from './stats.ts'
import { benchStatsServed } from './stats-served.ts'
import { benchVerify } from './verify.ts'

/** `npm run bench -- soak --minutes 5` */
const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    /** How long the soak lasts. */
    minutes: { type: 'string', default: '30' },
    /** How many requests are fuzzed. */
    cases: { type: 'string', default: '1000000' },
    /** The same number fuzzes the same requests. */
    seed: { type: 'string', default: '1' },
    /** On each engine. */
    kills: { type: 'string', default: '200' },
    /** In what the search libraries and the counts are measured on. */
    reviews: { type: 'string', default: '100000' },
  },
})
const numbers = Object.fromEntries(
  Object.entries(options).map(([name, text]) => {
    const number = Number(text)
    if (!Number.isFinite(number) || number <= 0)
      throw new Error(`--${name} must be a number above 0: ${text}`)
    return [name, number]
  }),
) as Record<keyof typeof options, number>

const benches: Record<string, () => Promise<void>> = {
  start: benchStart,
  'first-start': benchFirstStart,
  histories: benchHistories,
  http: benchHttp,
  clients: benchClients,
  claims: () => benchClaims([100_000, 1_000_000]),
  change: benchChange,
  'change-feed': () => benchChangeFeed(100_000),
  fuzz: () => benchFuzz(numbers.cases, numbers.seed),
  import: () => benchImport([100_000]),
  'insights-change': () => benchInsightsChange(),
  instances: benchInstances,
  kills: () => benchKills(numbers.kills, numbers.seed),
  // Loads the insights engine when imported.
  look: async () => (await import('./look.ts')).benchLook(),
  mcp: benchMcp,
  peers: () => benchPeers([100, 1_000, 10_000, 100_000].filter(count => count <= numbers.reviews)),
  properties: benchProperties,
  push: () => benchPush([1_000, 10_000]),
  questions: benchQuestions,
  relevance: () => benchRelevance(numbers.reviews),
  scale: benchScale,
  search: () => benchSearch([2_000, 100_000, 1_000_000]),
  site: benchSite,
  size: () => benchSize([20_000, 100_000]),
  soak: () => benchSoak(numbers.minutes),
  stats: () => benchStats([100_000]),
  'stats-served': () => benchStatsServed(numbers.reviews),
  verify: () =>
    benchVerify([
      { reviews: 100_000, entries: 1_000_000 },
      { reviews: 1_000_000, entries: 1_000_000 },
    ]),
}

/** `clients` and `peers` install packages from npm; the others take up to an hour. */
const ONLY_BY_NAME = ['clients', 'fuzz', 'histories', 'peers', 'soak']

for (const name of names)
  if (!Object.hasOwn(benches, name))
    throw new Error(
      `There is no benchmark "${name}". Choose from: ${Object.keys(benches).join(', ')}.`,
    )

cleanUpOnExit()
const usual = Object.keys(benches).filter(name => !ONLY_BY_NAME.includes(name))
for (const name of names.length > 0 ? names : usual)
  try {
    await benches[name]!()
  } finally {
    await cleanUp()
  }
