/**
 * Looks for the programs that tests start and npm does not bring; installs what is missing from
 * Debian, which takes root.
 */
import { spawnSync } from 'node:child_process'
import { installedBrowser } from './browser.ts'
import { tryUnshare } from './small-disk.ts'

/** Each with its package. */
const PROGRAMS = {
  bash: 'bash',
  curl: 'curl',
  fish: 'fish',
  git: 'git',
  pebble: 'pebble',
  python3: 'python3',
  script: 'bsdutils',
  unshare: 'util-linux',
  zsh: 'zsh',
}

/** On a machine of a continuous integration, nobody is there to type a password. */
const AS_ROOT = process.getuid?.() === 0 ? [] : ['sudo', '--non-interactive']

const isThere = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0

const missing = Object.entries(PROGRAMS).flatMap(([program, name]) =>
  isThere(program) ? [] : [name],
)
// The bundled browser is for x64 only.
if (process.arch !== 'x64' && !installedBrowser()) missing.push('chromium')
if (missing.length > 0) {
  process.stdout.write(`Installing for the tests, from Debian: ${missing.join(', ')}\n`)
  for (const args of [['update'], ['install', '--yes', '--no-install-recommends', ...missing]]) {
    const [command, ...first] = [...AS_ROOT, 'apt-get', '--quiet', '--quiet']
    const { status, stderr } = spawnSync(command!, [...first, ...args], { encoding: 'utf8' })
    if (status !== 0)
      fail(
        `The tests need ${missing.join(', ')}, and apt-get could not install that. Install it yourself.\n${stderr}`,
      )
  }
}
if (tryUnshare() !== 0)
  fail(
    'The tests of full disks need namespaces: sysctl -w kernel.apparmor_restrict_unprivileged_userns=0',
  )

function fail(problem: string): never {
  process.stderr.write(`${problem}\n`)
  process.exit(1)
}
