/**
 * Takes the engines of packages out of package-lock.json: `node test/lockfile.ts`. npm holds them against the Node that installs, but
 * in a clone every package runs on the Node that is installed with it. `devEngines` says what installing needs.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const LOCK = fileURLToPath(new URL('../package-lock.json', import.meta.url))

export function withoutEngines(lock: string): string {
  const { packages, ...rest } = JSON.parse(lock) as { packages: Record<string, { engines?: object }> }
  for (const [path, entry] of Object.entries(packages)) if (path !== '') delete entry.engines
  return `${JSON.stringify({ ...rest, packages }, null, 2)}\n`
}

export const readLock = () => readFileSync(LOCK, 'utf8')

if (import.meta.main) writeFileSync(LOCK, withoutEngines(readLock()))
