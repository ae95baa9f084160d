/** The properties of what is published, on very many more cases than the tests try with every change. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const FILES = ['insights/invariants', 'publish/snapshot-builder', 'http/changes-endpoint']
const TIMES = 10

export async function benchFuzz(): Promise<void> {
  const files = FILES.map(name => `test/${name}.test.ts`)
  const cwd = fileURLToPath(new URL('..', import.meta.url))
  const env = { ...process.env, FUZZ: String(TIMES) }
  const child = spawn(process.execPath, ['--test', '--test-reporter=spec', ...files], {
    cwd,
    env,
    stdio: 'inherit',
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error('A property does not hold: see above.')
}
