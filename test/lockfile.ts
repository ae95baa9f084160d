/**
 * Takes the engines of packages out of the lock files: `node test/lockfile.ts`. npm holds them
 * against the Node that installs, but in a clone every package runs on the Node that is installed
 * with it. `devEngines` says what installing needs. It also takes out where a package came from:
 * every registry has the same.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Of the program, and of the folders that have packages of their own. */
export const LOCKS = ['', 'build/', 'test/', 'bench/', 'train/'].map(folder =>
  fileURLToPath(new URL(`../${folder}package-lock.json`, import.meta.url)),
)

interface Entry {
  engines?: object
  resolved?: string
}

export function withoutEngines(lock: string): string {
  const { packages, ...rest } = JSON.parse(lock) as { packages: Record<string, Entry> }
  for (const [path, entry] of Object.entries(packages)) {
    if (path === '') continue
    delete entry.engines
    delete entry.resolved
  }
  return `${JSON.stringify({ ...rest, packages }, null, 2)}\n`
}

if (import.meta.main)
  for (const lock of LOCKS) writeFileSync(lock, withoutEngines(readFileSync(lock, 'utf8')))
