/** Installs what the tests need from Debian, which takes root: a browser, unless the machine has one or the bundled one runs (x64 only), and Pebble. */
import { spawnSync } from 'node:child_process'
import { installedBrowser } from './browser.ts'
import { hasPebble, WITHOUT_PEBBLE } from './has-pebble.ts'

/** What apt-get said if it failed. */
function install(name: string): string | null {
  process.stdout.write(`Installing Debian’s package ${name} for the tests.\n`)
  for (const args of [['update'], ['install', '--yes', '--no-install-recommends', name]]) {
    const { status, stderr } = spawnSync('apt-get', ['--quiet', '--quiet', ...args], { encoding: 'utf8' })
    if (status !== 0) return stderr ?? ''
  }
  return null
}

if (!installedBrowser() && process.arch !== 'x64') {
  const problem = install('chromium')
  if (problem !== null) {
    process.stderr.write(
      `The browser tests need Chromium, and apt-get could not install it. Install it yourself, then run the tests again.\n${problem}`,
    )
    process.exit(1)
  }
}
// The tests of certificates are skipped without it.
if (!hasPebble() && install('pebble') !== null) process.stderr.write(`${WITHOUT_PEBBLE}\n`)
