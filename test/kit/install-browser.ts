/** Makes sure that the tests have a browser: the machine's own, the bundled one (for x64 only), or else Debian's, which takes root. */
import { spawnSync } from 'node:child_process'
import { installedBrowser } from './browser.ts'

if (!installedBrowser() && process.arch !== 'x64') {
  process.stdout.write('Installing Debian’s Chromium for the browser tests.\n')
  for (const args of [['update'], ['install', '--yes', '--no-install-recommends', 'chromium']]) {
    const { status, stderr } = spawnSync('apt-get', ['--quiet', '--quiet', ...args], { encoding: 'utf8' })
    if (status === 0) continue
    process.stderr.write(
      `The browser tests need Chromium, and apt-get could not install it. Install it yourself, then run the tests again.\n${stderr ?? ''}`,
    )
    process.exit(1)
  }
}
