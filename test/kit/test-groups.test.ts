import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { createTestGroups, GROUPS, groupFile, LONGEST, type TestGroup } from './test-groups.ts'
import { findTestFiles, ROOT } from './test-imports.ts'

describe('The groups of test files', () => {
  const groupOf = createTestGroups()
  const files = findTestFiles()

  for (const group of GROUPS)
    it(`The group ${group} has a file to start it and several members`, () => {
      assert.ok(existsSync(join(ROOT, groupFile(group))))
      assert.ok(files.filter(file => groupOf(file) === group).length >= 10)
    })

  it('Those that take longest exist, and have processes of their own', () => {
    for (const file of LONGEST)
      assert.deepEqual([files.includes(file), groupOf(file)], [true, undefined], file)
  })

  for (const [file, group] of [
    ['test/http/feeds.test.ts', 'http'],
    ['test/model/review.test.ts', 'plain'],
    ['test/store/write.test.ts', 'stores'],
    ['test/hub/renewal.test.ts', 'stores'],
    ['test/serve/service.test.ts', undefined],
    ['test/cli/import/import-files.test.ts', 'cli'],
    ['test/site/look.test.ts', 'browser'],
    ['test/store/postgres/problems.test.ts', 'programs'],
    ['test/cli/launcher.test.ts', 'commands'],
    ['test/publish/search/search.test.ts', 'publish'],
    ['test/narrator/service.test.ts', undefined],
    ['test/narrator/narration.test.ts', 'services'],
  ] as [string, TestGroup | undefined][])
    it(`${file} runs ${group ? `in the group ${group}` : 'in a process of its own'}`, () => {
      assert.ok(files.includes(file))
      assert.equal(groupOf(file), group)
    })
})

describe('The rule for groups', () => {
  const SOURCES = new Map([
    ['test/kit/service.ts', "import { openStore } from '../../src/store/open-store.ts'"],
    ['test/kit/shared.ts', "import { startTestService } from './service.ts'"],
    ['test/kit/store.ts', "import { openStore } from '../../src/store/open-store.ts'"],
    ['test/kit/command.ts', "import { spawn } from 'node:child_process'"],
    ['test/kit/program.ts', "import { startCommand } from './command.ts'"],
    ['test/kit/browser.ts', "import { chromium } from 'playwright-core'"],
  ])

  /** The group of one new test with this source, beside the kit. */
  const judge = (source: string, file = 'test/area/new.test.ts') =>
    createTestGroups(path => (path === file ? source : (SOURCES.get(path) ?? '')))(file)

  for (const [name, source, group] of [
    ['a test of functions', "import { parse } from '../../src/model/review.ts'", 'plain'],
    ['a test that opens a store', "import { openTestStore } from '../kit/store.ts'", 'stores'],
    ['a test that waits', "import { until } from '../kit/service.ts'", 'stores'],
    ['a test that starts a service', "import { startTestService } from '../kit/service.ts'", 'services'],
    ['a test that shares a service', "import { shareService } from '../kit/shared.ts'", 'services'],
    ['a test that imports all of the service kit', "import * as kit from '../kit/service.ts'", 'services'],
    ['a test that runs a command here', "import { runCommand } from '../kit/command.ts'", 'services'],
    ['a test that runs a command elsewhere', "import { spawnCommand } from '../kit/command.ts'", 'programs'],
    ['a test that starts the program', "import { startProgram } from '../kit/program.ts'", 'programs'],
    ['a test that measures memory', 'process.memoryUsage().rss', undefined],
    ['a test that starts a process', "import { fork } from 'node:child_process'", 'programs'],
    ['a test that starts a thread', "import { Worker } from 'node:worker_threads'", 'programs'],
    [
      'a test that only uses a type of a thread',
      "import type { Worker } from 'node:worker_threads'",
      'plain',
    ],
    ['a test that opens a browser', "import { shareBrowser } from '../kit/browser.ts'", 'browser'],
    ['a test that builds Snapshots', "import { engine } from '../kit/snapshot-builder.ts'", 'services'],
  ] as const)
    it(`The rule recognizes ${name}`, () => {
      assert.equal(judge(source), group)
    })

  it('The rule puts a test of services with those of its folder', () => {
    const source = "import { startTestService } from '../kit/service.ts'"
    assert.equal(judge(source, 'test/mcp/new.test.ts'), 'mcp')
  })

  it('The rule puts a test of the command line that starts the program with its like', () => {
    const source = "import { startProgram } from '../kit/program.ts'"
    assert.equal(judge(source, 'test/cli/new.test.ts'), 'commands')
  })

  it('The rule puts every test of the HTTP interface into its group', () => {
    assert.equal(judge("import { fork } from 'node:child_process'", 'test/http/new.test.ts'), 'http')
  })
})
