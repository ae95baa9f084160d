/**
 * Writes archives that run without an installed Node: `npm run dist [-- PLATFORM…]`, by default for this platform.
 * `--node FOLDER` takes an unpacked release of Node (`bin/node`, `LICENSE`) instead of the one in `node-releases.json`.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { assemble, pack } from './archive.ts'
import releases from './node-releases.json' with { type: 'json' }

type Platform = keyof typeof releases

const root = fileURLToPath(new URL('..', import.meta.url))
const archives = join(root, 'archives')

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { node: { type: 'string' } },
  })
  const wanted = positionals.length > 0 ? positionals : [`${process.platform}-${process.arch}`]
  const platforms = wanted.map(asPlatform)
  if (values.node && platforms.length > 1)
    throw new Error('--node is the Node of one platform: name one.')
  const work = mkdtempSync(join(tmpdir(), 'firsthand-dist-'))
  try {
    writeArchives(work, platforms, values.node)
  } finally {
    rmSync(work, { recursive: true })
  }
}

function writeArchives(work: string, platforms: Platform[], given: string | undefined): void {
  mkdirSync(archives, { recursive: true })
  const tarball = join(work, npmPack(work, root))
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string
  }
  for (const platform of platforms) {
    const folder = join(work, `firsthand-${version}-${platform}`)
    assemble(folder, tarball, given ?? fetchNode(work, platform))
    pack(folder, join(archives, `firsthand-${version}-${platform}.tar.gz`))
  }
  const names = readdirSync(archives).filter(name => name.endsWith('.tar.gz'))
  const sums = names.sort().map(name => `${sha256(join(archives, name))}  ${name}\n`)
  writeFileSync(join(archives, 'SHA256SUMS'), sums.join(''))
  process.stdout.write(sums.join(''))
}

function asPlatform(name: string): Platform {
  if (Object.hasOwn(releases, name)) return name as Platform
  throw new Error(
    `There is no archive for ${name}. Choose from: ${Object.keys(releases).join(', ')}.`,
  )
}

/** npm compares what it downloads with what the registry says, and we compare it with what we pinned. */
function fetchNode(work: string, platform: Platform): string {
  const { package: name, version, sha256: pinned } = releases[platform]
  const release = join(work, platform)
  mkdirSync(release)
  const tarball = join(work, npmPack(work, `${name}@${version}`))
  execFileSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', release])
  checkNode(join(release, 'bin/node'), pinned)
  return release
}

export function checkNode(file: string, pinned: string): void {
  const found = sha256(file)
  if (found === pinned) return
  throw new Error(
    `${file} has the SHA-256 ${found}, but node-releases.json expects ${pinned}. Do not use it.`,
  )
}

/** Returns the name of the tarball. */
function npmPack(to: string, what: string): string {
  const flags = ['--silent', '--pack-destination', to]
  const printed = execFileSync('npm', ['pack', ...flags, what], { cwd: root, encoding: 'utf8' })
  return printed.trim().split('\n').at(-1)!
}

function sha256(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}
