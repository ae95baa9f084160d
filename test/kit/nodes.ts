/** Other versions of Node than the one that runs the tests. */
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execute } from './process.ts'

const CACHE = fileURLToPath(new URL('../node_modules/.cache', import.meta.url))
/** The newest that cannot run the program. */
export const TOO_OLD = 22
const majorOf = (version: string) => Number(/\d+/.exec(version)![0])

/**
 * The newest Node of that major version. npm brings it the first time, and it stays until the
 * packages of the tests change.
 */
export async function findNode(major: number): Promise<string> {
  if (majorOf(process.version) === major) return process.execPath
  const folder = join(CACHE, `node-${major}`)
  const name = binaryPackage()
  const node = join(folder, 'node_modules', name, 'bin/node')
  if (!existsSync(node)) {
    await mkdir(folder, { recursive: true })
    await execute('npm', ['install', '--no-save', '--prefix', folder, `${name}@${major}`], {
      cwd: folder,
    })
  }
  return node
}

/** The package that `node` itself would install, without its install script. */
function binaryPackage(): string {
  const { platform, arch } = process
  const prefix = platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node'
  return [prefix, platform, arch].join('-')
}
