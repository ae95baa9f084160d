import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { describe, it } from 'node:test'
import { createTestEngines, type TestEngine } from './test-engines.ts'
import { findTestFiles, ROOT } from './test-imports.ts'

describe('The test files', () => {
  const { enginesOf, bypassesKit, opensAlone } = createTestEngines()
  const files = findTestFiles()

  it('Every test file runs on at least one engine, and some run on both', () => {
    const counts = files.map(file => enginesOf(file).length)
    assert.ok(counts.every(count => count > 0))
    assert.ok(counts.filter(count => count === 2).length > 20)
  })

  it('No test opens a database past the kit', () => {
    assert.deepEqual(files.filter(bypassesKit), [])
  })

  it('Only the kits for the server, for databases, queries, services and Snapshots open a database without the store kit', () => {
    assert.deepEqual(globSync('test/kit/*.ts', { cwd: ROOT }).filter(opensAlone).toSorted(), [
      'test/kit/borrow-database.ts',
      'test/kit/postgres-server.ts',
      'test/kit/postgres.ts',
      'test/kit/query-database.ts',
      'test/kit/service.ts',
      'test/kit/snapshot-builder.ts',
    ])
  })

  for (const [file, engines] of [
    ['test/store/takedowns.test.ts', ['sqlite', 'postgres']],
    ['test/hub/delivery.test.ts', ['sqlite', 'postgres']],
    ['test/cli/reviews/takedown.test.ts', ['sqlite', 'postgres']],
    ['test/store/sqlite/killed.test.ts', ['sqlite']],
    ['test/store/postgres/move.test.ts', ['postgres']],
    ['test/instances/one-service.test.ts', ['postgres']],
    ['test/hub/failure.test.ts', ['sqlite']],
    ['test/http/changes-endpoint.test.ts', ['sqlite']],
    ['test/http/feeds.test.ts', ['sqlite']],
    ['test/model/review.test.ts', ['sqlite']],
  ] as [string, TestEngine[]][])
    it(`The rule runs ${file} on ${engines.join(' and ')}`, () => {
      assert.ok(files.includes(file))
      assert.deepEqual(enginesOf(file), engines)
    })
})

describe('The rule for test files', () => {
  /** The rule for one new test with this source, beside the helpers. */
  function judge(source: string, file = 'test/area/new.test.ts') {
    const sources = new Map([
      [file, source],
      ['test/area/helper.ts', "import { openTestStore } from '../kit/store.ts'"],
      ['test/area/opener.ts', "import { openStore } from '../../src/store/open-store.ts'"],
      ['test/kit/store.ts', "import { openStore } from '../../src/store/open-store.ts'"],
      ['test/kit/service.ts', "import { openStore } from '../../src/store/open-store.ts'"],
      ['test/kit/shared.ts', "import { startTestService } from './service.ts'"],
    ])
    const { enginesOf, bypassesKit } = createTestEngines(path => sources.get(path) ?? '')
    return { engines: enginesOf(file), bypasses: bypassesKit(file) }
  }

  const BOTH = { engines: ['sqlite', 'postgres'], bypasses: false }
  const SQLITE = { engines: ['sqlite'], bypasses: false }
  const BYPASS = { engines: ['sqlite'], bypasses: true }

  for (const [name, source, expected] of [
    ['a test that uses the store kit', "import { openTestStore } from '../kit/store.ts'", BOTH],
    ['a test whose helper uses the store kit', "import { help } from './helper.ts'", BOTH],
    ['a test that only uses a type of the store kit', "import type { A } from '../kit/store.ts'", SQLITE],
    ['a test that mixes types into one import', "import { type A, type B } from '../kit/store.ts'", SQLITE],
    ['a test without a database', "import { until } from '../kit/service.ts'", SQLITE],
    ['a test that starts a service', "import { shareService } from '../kit/shared.ts'", SQLITE],
    ['a test that opens a store itself', "import { openStore } from '../../src/store/open-store.ts'", BYPASS],
    [
      'a test that renames the opener',
      "import { openStore as o } from '../../src/store/open-store.ts'",
      BYPASS,
    ],
    ['a test that imports everything', "import * as all from '../../src/store/open-store.ts'", BYPASS],
    ['a test that imports at run time', "await import('../../src/store/open-store.ts')", BYPASS],
    ['a test whose helper opens a store', "import { open } from './opener.ts'", BYPASS],
    ['a test that starts a program with a store', "new URL('./opener.ts', import.meta.url)", BYPASS],
    ['a test that uses a driver', "import { DatabaseSync } from 'node:sqlite'", BYPASS],
    ['a test that only parses a URL', "import { sqlitePath } from '../../src/store/open-store.ts'", SQLITE],
  ] as const)
    it(`The rule recognizes ${name}`, () => {
      assert.deepEqual(judge(source), expected)
    })

  it('The rule lets a service test change the database of its service', () => {
    const source = `import { openStore } from '../../src/store/open-store.ts'
      import { shareService } from '../kit/shared.ts'`
    assert.deepEqual(judge(source), SQLITE)
  })

  it('The rule obeys the folders of the engines first', () => {
    const source = "import { openTestStore } from '../../kit/store.ts'"
    assert.deepEqual(judge(source, 'test/store/sqlite/new.test.ts').engines, ['sqlite'])
    assert.deepEqual(judge(source, 'test/store/postgres/new.test.ts').engines, ['postgres'])
  })
})
