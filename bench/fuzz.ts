/** Runs the property tests of what is published on many more cases than a normal test run. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { track } from './cleanup.ts'

const FILES = [
  'insights/invariants',
  'publish/snapshot-builder',
  'mcp/tools',
  'http/changes-endpoint',
  'hub/thirty-days',
  'trust/dishonest-owner',
]
const TIMES = 10

export async function benchFuzz(): Promise<void> {
  const files = FILES.map(name => `test/${name}.test.ts`)
  const cwd = fileURLToPath(new URL('..', import.meta.url))
  const env = { ...process.env, FUZZ: String(TIMES) }
  const args = ['--test', '--test-reporter=spec', ...files]
  const child = track(spawn(process.execPath, args, { cwd, env, stdio: 'inherit' }))
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error('A property does not hold: see above.')
}
