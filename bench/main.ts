/** Runs the benchmarks named on the command line, or all of them that need no network. */
import { benchChange, benchFirstStart, benchStart } from './change.ts'
import { benchChangeFeed } from './change-feed.ts'
import { benchClaims } from './claims.ts'
import { cleanUp, cleanUpOnExit } from './cleanup.ts'
import { benchClients } from './clients.ts'
import { benchFuzz } from './fuzz.ts'
import { benchHttp } from './http.ts'
import { benchImport } from './import.ts'
import { benchInsightsChange } from './insights-change.ts'
import { benchInstances } from './instances.ts'
import { benchMcp } from './mcp.ts'
import { benchPush } from './push.ts'
import { benchQuestions } from './questions.ts'
import { benchScale } from './scale.ts'
import { benchSearch } from './search.ts'
import { benchSite } from './site.ts'
import { benchSize } from './size.ts'
import { benchStats } from './stats.ts'
import { benchVerify } from './verify.ts'

const benches: Record<string, () => Promise<void>> = {
  start: benchStart,
  'first-start': benchFirstStart,
  http: benchHttp,
  clients: benchClients,
  claims: () => benchClaims([100_000, 1_000_000]),
  change: benchChange,
  'change-feed': () => benchChangeFeed(100_000),
  fuzz: benchFuzz,
  import: () => benchImport([100_000]),
  'insights-change': () => benchInsightsChange(),
  instances: benchInstances,
  // Loads the insights engine when imported.
  look: async () => (await import('./look.ts')).benchLook(),
  mcp: benchMcp,
  push: () => benchPush([1_000, 10_000]),
  questions: benchQuestions,
  scale: benchScale,
  search: () => benchSearch([2_000, 100_000, 1_000_000]),
  site: benchSite,
  size: () => benchSize([20_000, 100_000]),
  stats: () => benchStats([100_000]),
  verify: () =>
    benchVerify([
      { reviews: 100_000, entries: 1_000_000 },
      { reviews: 1_000_000, entries: 1_000_000 },
    ]),
}

/** Installs packages from npm. */
const NEEDS_NETWORK = ['clients']

const names = process.argv.slice(2)
for (const name of names)
  if (!Object.hasOwn(benches, name))
    throw new Error(`There is no benchmark "${name}". Choose from: ${Object.keys(benches).join(', ')}.`)

cleanUpOnExit()
const offline = Object.keys(benches).filter(name => !NEEDS_NETWORK.includes(name))
for (const name of names.length > 0 ? names : offline)
  try {
    await benches[name]!()
  } finally {
    await cleanUp()
  }
