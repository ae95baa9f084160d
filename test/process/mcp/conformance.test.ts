/** The official conformance suite, as published, against a local service. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { makeFolder } from '../../kit/folder.ts'
import { startFixtureService } from '../../kit/mcp/fixtures.ts'
import { rows } from '../../kit/rows.ts'
import { share } from '../../kit/share.ts'
import { shareService } from '../../kit/shared.ts'

interface Suite {
  name: string
  program: string
  args: string[]
  /** How many scenarios it has, so that one that is silently skipped is noticed. */
  scenarios: number
}

const STABLE = import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js')
const NEXT = import.meta.resolve('conformance-next/dist/index.js')

const SUITES: Suite[] = [
  { name: '0.1.16', program: STABLE, args: [], scenarios: 32 },
  ...[
    { version: '2025-06-18', scenarios: 27 },
    { version: '2025-11-25', scenarios: 33 },
    { version: '2026-07-28', scenarios: 40 },
  ].map(({ version, scenarios }) => ({
    name: `0.2-${version}`,
    program: NEXT,
    args: ['--spec-version', version],
    scenarios,
  })),
]

const TARGETS = [
  { name: 'service', what: 'as it is' },
  { name: 'fixtures', what: 'with what the suite asks for by name' },
] as const

describe('MCP conformance', { concurrency: 4 }, () => {
  const shared = shareService({ rows: rows(30) })
  const fixtures = share(startFixtureService)
  const urlOf = { service: () => shared.url, fixtures }

  for (const suite of SUITES)
    for (const { name, what } of TARGETS)
      it(`The endpoint passes ${suite.name} ${what}, except for what its baseline explains`, async t => {
        const baseline = new URL(`baseline-${suite.name}-${name}.yml`, import.meta.url)
        const { scenarios, verdict, output } = await runSuite(t, suite, urlOf[name](), baseline)
        const missed = scenarios
          .filter(one => !one.passed)
          .map(one => one.name)
          .sort()
        t.diagnostic(`${scenarios.length - missed.length} of ${scenarios.length} scenarios passed`)
        assert.deepEqual(missed, await readBaseline(baseline))
        assert.equal(scenarios.length, suite.scenarios)
        assert.equal(verdict, 0, output.slice(-2000))
      })
})

/** Of a suite. */
const LONGEST_RUN_MS = 120_000

interface Run {
  scenarios: { name: string; passed: boolean }[]
  /** The suite's own exit code: 0 if exactly the expected scenarios fail. */
  verdict: number
  output: string
}

async function runSuite(t: TestContext, suite: Suite, url: string, baseline: URL): Promise<Run> {
  const { path } = await makeFolder(t)
  const args = ['server', '--url', `${url}/mcp`, '--suite', 'all', ...suite.args]
  const told = ['--expected-failures', fileURLToPath(baseline), '--output-dir', path]
  const { promise, resolve } = Promise.withResolvers<{ verdict: number; output: string }>()
  execFile(
    process.execPath,
    [fileURLToPath(suite.program), ...args, ...told],
    { timeout: LONGEST_RUN_MS, maxBuffer: 64 * 1024 * 1024 },
    (error, stdout, stderr) => resolve({ verdict: error ? 1 : 0, output: stdout + stderr }),
  )
  const said = await promise
  const folders = (await readdir(path)).filter(name => name.startsWith('server-')).sort()
  const scenarios = await Promise.all(
    folders.map(async name => readScenario(join(path, name), name)),
  )
  return { scenarios, ...said }
}

/** Each has a folder: server-NAME-TIME. */
const FOLDER = /^server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/

async function readScenario(path: string, folder: string): Promise<Run['scenarios'][number]> {
  const checks = JSON.parse(await readFile(join(path, 'checks.json'), 'utf8')) as {
    id: string
    status: string
  }[]
  const has = (...statuses: string[]) => checks.some(({ status }) => statuses.includes(status))
  const wasTested = checks.some(({ id, status }) => id !== WIRE && status === 'SUCCESS')
  return { name: FOLDER.exec(folder)![1]!, passed: wasTested && !has('FAILURE', 'WARNING') }
}

/** Every scenario has this check, so it says nothing about the scenario itself. */
const WIRE = 'wire-schema-valid'

/** The scenarios in the baseline, including those with one excused check: `scenario:check`. */
async function readBaseline(file: URL): Promise<string[]> {
  const entries = (await readFile(file, 'utf8')).matchAll(/^ {2}- ([\w-]+)/gm)
  return [...new Set(Array.from(entries, ([, name]) => name!))].sort()
}
