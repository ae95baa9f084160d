/** Makes the archive of one platform: the npm package, a Node beside it, and a script that starts one with the other. */
import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, linkSync, mkdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const LAUNCHER = fileURLToPath(new URL('launcher.sh', import.meta.url))

/** Fills a new folder. `release` is an unpacked release of Node: `bin/node` and its LICENSE. */
export function assemble(folder: string, tarball: string, release: string): void {
  const program = join(folder, 'program')
  mkdirSync(program, { recursive: true })
  execFileSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', program])
  place(join(release, 'bin/node'), join(program, 'bin/node'))
  place(join(release, 'LICENSE'), join(program, 'NODE-LICENSE'))
  copyFileSync(LAUNCHER, join(folder, 'firsthand'))
  chmodSync(join(folder, 'firsthand'), 0o755)
}

/** As npm packs: a time that every archive format knows. */
const MODIFIED = '1985-10-26T08:15:00Z'

/** The same folder gives the same bytes, whoever packs it, with GNU tar and gzip. */
export function pack(folder: string, archive: string): void {
  const same = ['--sort=name', '--format=gnu', `--mtime=${MODIFIED}`, '--hard-dereference']
  const nobody = ['--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX']
  const compress = '--use-compress-program=gzip --best --no-name'
  const what = ['-cf', archive, '-C', dirname(folder), basename(folder)]
  execFileSync('tar', [...same, ...nobody, compress, ...what])
}

/** A link where it can be one: Node is more than 100 MB. */
function place(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to)
  }
}
