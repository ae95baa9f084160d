/**
 * The rule for which test files run on which database engine, so that no list has to be maintained:
 *
 * 1. Tests in test/store/sqlite/ run on SQLite only, and so do those of the desk, which performs the same actions as test/actions/, and of the file beside a database;
 *    those in test/store/postgres/ and test/instances/ run on PostgreSQL only.
 * 2. Tests of what is the same above any database run on SQLite only (ABOVE_STORE), even if they open one.
 * 3. Every other test in test/store/, and every test that opens a store or a hub over one, which is to say reaches kit/store.ts or
 *    kit/hub.ts through its imports, runs on both.
 * 4. The rest runs on SQLite only. It uses no database, or only through whole services and commands; test/instances/ covers these
 *    on PostgreSQL.
 */
import { createTestImports, EVERY_NAME, type Import, type ReadSource } from './test-imports.ts'

export type TestEngine = 'sqlite' | 'postgres'

const ONLY: [folder: string, engine: TestEngine][] = [
  ['test/store/sqlite/', 'sqlite'],
  ['test/desk/', 'sqlite'],
  ['test/serve/saved-snapshot.test.ts', 'sqlite'],
  ['test/store/postgres/', 'postgres'],
  ['test/instances/', 'postgres'],
]
/**
 * Responses, pages and parsing, and how the hub treats callbacks, hosts and name servers. On both engines, test/store/hub/ covers the
 * queries behind that, and the other tests of the hub cover claims, restarts, a month of outages and several services.
 */
const ABOVE_STORE = [
  'test/actions/certificate/check-public.test.ts',
  'test/http/',
  'test/hub/circuit-breaker.test.ts',
  'test/hub/failure.test.ts',
  'test/hub/histories.test.ts',
  'test/hub/hub-metrics.test.ts',
  'test/hub/outage.test.ts',
  'test/hub/request-scheduler.test.ts',
  'test/hub/verification.test.ts',
  'test/publish/publisher.test.ts',
  'test/serve/demo.test.ts',
  'test/store/base/',
]
const ON_BOTH = 'test/store/'
const STORE_KITS = ['test/kit/store.ts', 'test/kit/hub.ts']

/** Start whole services. */
export const SERVICE_KIT = 'test/kit/service.ts'
export const SERVICE_STARTERS = ['startTestService', 'startWholeService']
const PROGRAM_KIT = 'test/kit/program.ts'

/** Ways to open a database; in open-store.ts, only these names. */
const OPENERS = [
  'src/store/open-store.ts',
  'src/store/sqlite/open-sqlite.ts',
  'src/store/postgres/open-postgres.ts',
]
const OPENER_NAMES = ['openStore', 'openEngine', 'openSqlite', 'openPostgres']
const DRIVERS = ['node:sqlite', 'pg']

export interface TestEngines {
  enginesOf(file: string): TestEngine[]
  /** Whether the file itself opens databases. */
  opens(file: string): boolean
  /** Whether the test opens a database past the kit, and so escapes the rule. */
  bypassesKit(file: string): boolean
  /** Whether the file opens databases without kit/store.ts, so that tests that use it do not run on both engines. */
  opensAlone(file: string): boolean
}

export function createTestEngines(read?: ReadSource): TestEngines {
  const { importsOf, reach } = createTestImports(read)
  const reachesStore = (file: string) => STORE_KITS.some(kit => reach(file).has(kit))
  const opens = (file: string) => importsOf(file).some(isOpener)
  const startsService = (file: string) =>
    importsOf(file).some(
      ({ from, names }) =>
        from === SERVICE_KIT && names.some(name => name === EVERY_NAME || SERVICE_STARTERS.includes(name)),
    )

  return {
    enginesOf(file) {
      const only = ONLY.find(([folder]) => file.startsWith(folder))
      if (only) return [only[1]]
      if (ABOVE_STORE.some(path => file.startsWith(path))) return ['sqlite']
      return file.startsWith(ON_BOTH) || reachesStore(file) ? ['sqlite', 'postgres'] : ['sqlite']
    },
    opens,
    bypassesKit(file) {
      if ([ON_BOTH, ...ONLY.map(([folder]) => folder)].some(folder => file.startsWith(folder))) return false
      const files = [...reach(file)]
      if (reachesStore(file) || files.includes(PROGRAM_KIT) || files.some(startsService)) return false
      return files.some(reached => !reached.startsWith('test/kit/') && opens(reached))
    },
    opensAlone: file => opens(file) && !reachesStore(file),
  }
}

const isOpener = ({ from, names }: Import) =>
  DRIVERS.includes(from) ||
  (OPENERS.includes(from) && names.some(name => name === EVERY_NAME || OPENER_NAMES.includes(name)))
