/** Other versions of Node than the one that runs the tests. */
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execute } from './process.ts'

const CACHE = fileURLToPath(new URL('../../node_modules/.cache', import.meta.url))
const majorOf = (version: string) => Number(/\d+/.exec(version)![0])

/** The newest Node of that major version. npm brings it the first time, and it stays until the next `npm ci`. */
export async function findNode(major: number): Promise<string> {
  if (majorOf(process.version) === major) return process.execPath
  const folder = join(CACHE, `node-${major}`)
  const name = binaryPackage()
  const node = join(folder, 'node_modules', name, 'bin/node')
  if (!existsSync(node)) {
    await mkdir(folder, { recursive: true })
    await execute('npm', ['install', '--no-save', '--prefix', folder, `${name}@${major}`], { cwd: folder })
  }
  return node
}

/** The package that `node` itself would install, without its install script. */
function binaryPackage(): string {
  const { platform, arch } = process
  const prefix = platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node'
  return [prefix, platform, arch].join('-')
}

/** A Node on this machine that is older than that, if there is one. */
export async function findNodeBelow(major: number): Promise<string | undefined> {
  for (const folder of process.env.PATH!.split(delimiter)) {
    const node = join(folder, 'node')
    if (!existsSync(node)) continue
    const { stdout } = await execute(node, ['--version'])
    if (majorOf(stdout) < major) return node
  }
  return undefined
}
