/**
 * The rule for which test files run on which database engine, so that no list has to be maintained:
 *
 * 1. Tests in test/store/sqlite/ run on SQLite only; those in test/store/postgres/ and test/instances/ on PostgreSQL only.
 * 2. Every other test in test/store/, and every test that opens a store or a hub over one, which is to say reaches kit/store.ts or
 *    kit/hub.ts through its imports, runs on both.
 * 3. The rest runs on SQLite only. It uses no database, or only through whole services and commands; test/instances/ covers these
 *    on PostgreSQL.
 */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

export type TestEngine = 'sqlite' | 'postgres'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const ONLY: [folder: string, engine: TestEngine][] = [
  ['test/store/sqlite/', 'sqlite'],
  ['test/store/postgres/', 'postgres'],
  ['test/instances/', 'postgres'],
]
const ON_BOTH = 'test/store/'
const STORE_KITS = ['test/kit/store.ts', 'test/kit/hub.ts']

/** Start whole services. */
const SERVICE_KIT = 'test/kit/service.ts'
const SERVICE_STARTER = 'startTestService'
const PROGRAM_KIT = 'test/kit/program.ts'

/** Ways to open a database; in open-store.ts, only these names. */
const OPENERS = [
  'src/store/open-store.ts',
  'src/store/sqlite/open-sqlite.ts',
  'src/store/postgres/open-postgres.ts',
]
const OPENER_NAMES = ['openStore', 'openEngine', 'openSqlite', 'openPostgres']
const DRIVERS = ['node:sqlite', 'pg']

export interface Import {
  /** A path from the root of the project, or the name of a package. */
  from: string
  names: string[]
}

/** Reads a file by its path from the root of the project. */
export type ReadSource = (file: string) => string

export interface TestEngines {
  enginesOf(file: string): TestEngine[]
  /** Whether the test opens a database past the kit, and so escapes the rule. */
  bypassesKit(file: string): boolean
  /** Whether the file opens databases without kit/store.ts, so that tests that use it do not run on both engines. */
  opensAlone(file: string): boolean
}

export const findTestFiles = (): string[] => globSync('test/**/*.test.ts', { cwd: ROOT }).toSorted()

const readFromRoot: ReadSource = file => readFileSync(join(ROOT, file), 'utf8')

export function createTestEngines(read: ReadSource = readFromRoot): TestEngines {
  const known = new Map<string, Import[]>()

  function importsOf(file: string): Import[] {
    const found = known.get(file) ?? findImports(file, read(file))
    known.set(file, found)
    return found
  }

  /** The file and all test files that it imports, directly or not. */
  function reach(file: string, reached = new Set<string>()): Set<string> {
    if (reached.has(file)) return reached
    reached.add(file)
    for (const { from } of importsOf(file)) if (from.startsWith('test/')) reach(from, reached)
    return reached
  }

  const reachesStore = (file: string) => STORE_KITS.some(kit => reach(file).has(kit))
  const opens = (file: string) => importsOf(file).some(isOpener)
  const startsService = (file: string) =>
    importsOf(file).some(({ from, names }) => from === SERVICE_KIT && names.includes(SERVICE_STARTER))

  return {
    enginesOf(file) {
      const only = ONLY.find(([folder]) => file.startsWith(folder))
      if (only) return [only[1]]
      return file.startsWith(ON_BOTH) || reachesStore(file) ? ['sqlite', 'postgres'] : ['sqlite']
    },
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
  DRIVERS.includes(from) || (OPENERS.includes(from) && names.some(name => OPENER_NAMES.includes(name)))

const IMPORT = /^\s*(?:import|export)\s+(?!type\b)([\w\s{},*$]+?)\s*from\s*'([^']+)'/gm
/** Not in a string, which may be the source of another file. */
const DYNAMIC_IMPORT = /^[^"\n]*\bimport\(\s*'([^']+)'\s*\)/gm
/** A program that a test starts. */
const PROGRAM = /^[^"\n]*\bnew URL\(\s*'(\.[^']+\.ts)',\s*import\.meta\.url/gm

/** The imports of values: types open nothing. */
export function findImports(file: string, source: string): Import[] {
  const toImport = (from: string, names: string[]): Import => ({
    from: from.startsWith('.') ? normalize(join(dirname(file), from)) : from,
    names,
  })
  const imports = [...source.matchAll(IMPORT)]
    .map(([, clause, from]) => toImport(from!, namesIn(clause!)))
    .filter(({ names }) => names.length > 0)
  const others = [...source.matchAll(DYNAMIC_IMPORT), ...source.matchAll(PROGRAM)].map(([, from]) =>
    toImport(from!, OPENER_NAMES),
  )
  return [...imports, ...others.filter(({ from }) => !from.startsWith('test/') || from.endsWith('.ts'))]
}

/** Under their original names; an import of everything counts as every opener. */
const namesIn = (clause: string) =>
  clause
    .split(/[{},]/)
    .map(name => name.trim())
    .filter(name => name !== '' && !name.startsWith('type '))
    .flatMap(name => (name.startsWith('*') ? OPENER_NAMES : [name.split(' as ')[0]!]))
