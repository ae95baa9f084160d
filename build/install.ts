/**
 * Installs the packages of folders that have their own, unless they are there: `node
 * build/install.ts FOLDER…`. They are apart so that who only starts the program need not wait for
 * a browser and two databases.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

for (const folder of process.argv.slice(2)) {
  const lock = readFileSync(join(root, folder, 'package-lock.json'), 'utf8')
  const installed = join(root, folder, 'node_modules/.installed.json')
  if (existsSync(installed) && readFileSync(installed, 'utf8') === lock) continue
  // No package here needs its install script.
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund']
  execFileSync('npm', ['ci', '--prefix', join(root, folder), ...flags], {
    cwd: root,
    stdio: 'inherit',
  })
  writeFileSync(installed, lock)
}
