/** The peers that can be had here, each with the same reviews, started as its own process on the same core. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from '../../test/kit/free-port.ts'
import { type PostgresServer, startPostgres } from '../../test/kit/postgres-server.ts'
import { isRunning, stopChild, track } from '../cleanup.ts'
import { program } from '../serve.ts'

const execute = promisify(execFile)
const script = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** The load generator has the other core. */
const PIN = process.platform === 'linux' ? ['taskset', '-c', '0'] : []

/** Of one number of reviews: where everything is. */
export interface Place {
  folder: string
  /** The published reviews, a line each. */
  lines: string
  databaseUrl: string
  modules: string
  /** The paths of each peer are asked for these. */
  words: string[]
  since: string
}

export interface Paths {
  search?: string[]
  since?: string
  dataset?: string
}

export interface Peer {
  name: string
  /** Once for each number of reviews, untimed. */
  fill(place: Place): Promise<void>
  command(place: Place, port: number): { args: string[]; env?: Record<string, string> }
  paths(place: Place): Paths
  /** Processes besides the one that is started: those of a database. */
  others?(): Promise<number[]>
}

export const OURS = 'firsthand'

export interface Running {
  port: number
  pids: number[]
  startMs: number
  stop(): Promise<void>
}

/** Until it responds with data. */
export async function startPeer(peer: Peer, place: Place): Promise<Running> {
  const port = await freePort()
  const { args, env } = peer.command(place, port)
  const { dataset, search } = peer.paths(place)
  const url = `http://127.0.0.1:${port}${search?.[0] ?? dataset!}`
  const started = performance.now()
  const [file, ...rest] = [...PIN, ...args] as [string, ...string[]]
  const child = track(
    spawn(file, rest, {
      cwd: place.folder,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, ...env, PORT: String(port) },
    }),
  )
  await untilServing(child, url, peer.name)
  const startMs = performance.now() - started
  return {
    port,
    pids: [child.pid!, ...((await peer.others?.()) ?? [])],
    startMs,
    stop: () => stopChild(child),
  }
}

async function untilServing(child: ChildProcess, url: string, name: string): Promise<void> {
  for (;;) {
    const isServing = await fetch(url).then(
      async response => {
        await response.arrayBuffer()
        return response.ok
      },
      () => false,
    )
    if (isServing) return
    if (!isRunning(child)) throw new Error(`${name} could not start; its own message is above.`)
    await sleep(5)
  }
}

/** Packages that only this benchmark needs come from npm into a folder of their own. */
export async function installPeers(folder: string): Promise<string> {
  const modules = join(folder, 'modules')
  mkdirSync(modules, { recursive: true })
  writeFileSync(join(modules, 'package.json'), '{}')
  await execute('npm', ['install', '--no-audit', '--no-fund', 'express@5', 'json-server@0.17'], {
    cwd: modules,
  })
  return modules
}

const versionIn = (modules: string, name: string): string =>
  JSON.parse(readFileSync(join(modules, 'node_modules', name, 'package.json'), 'utf8')).version

export async function peersOf(modules: string, hasNginx: boolean): Promise<Peer[]> {
  const server = await startPostgres()
  return [
    ours(),
    express(modules),
    postgres(server),
    jsonServer(modules),
    bare(),
    ...(hasNginx ? [nginx()] : []),
  ]
}

const ours = (): Peer => ({
  name: OURS,
  async fill() {},
  command: place => ({
    args: [process.execPath, program, 'serve'],
    env: {
      DATABASE_URL: place.databaseUrl,
      RATE_LIMIT_PER_MINUTE: '0',
      // What was saved is served only for the same address, and the port is another at each start.
      BASE_URL: 'http://localhost',
    },
  }),
  paths: ({ words, since }) => ({
    search: words.map(word => `/api/reviews/search?words=${word}&limit=20`),
    since: `/api/reviews/since/${since}`,
    dataset: '/reviews.json',
  }),
})

/** The routes that we wrote for servers in front of a database. */
const pathsOfDatabase: Peer['paths'] = ({ words, since }) => ({
  search: words.map(word => `/search?word=${word}`),
  since: `/since/${since}`,
  dataset: '/reviews.json',
})

const express = (modules: string): Peer => {
  const env = (place: Place) => ({
    PEER_DATA: place.lines,
    PEER_DATABASE: join(place.folder, 'express.db'),
    PEER_MODULES: modules,
  })
  const args = [process.execPath, script('./express-fts5.mjs')]
  return {
    name: `Express ${versionIn(modules, 'express')}, SQLite FTS5`,
    async fill(place) {
      await execute(args[0]!, [args[1]!, 'fill'], { env: { ...process.env, ...env(place) } })
    },
    command: place => ({ args, env: env(place) }),
    paths: pathsOfDatabase,
  }
}

const postgres = (server: PostgresServer): Peer => {
  let number = 0
  const env = (place: Place) => ({
    PEER_DATA: place.lines,
    PEER_DATABASE: server.url.replace(/postgres$/, `peer_${number}`),
  })
  const args = [process.execPath, script('./hono-postgres.mjs')]
  return {
    name: `Hono, ${server.version.replace(/^.*\(PostgreSQL\) (\d+\.\d+).*$/, 'PostgreSQL $1')}`,
    async fill(place) {
      number++
      const client = new pg.Client(server.url)
      await client.connect()
      await client.query(`create database peer_${number}`)
      await client.end()
      await execute(args[0]!, [args[1]!, 'fill'], { env: { ...process.env, ...env(place) } })
    },
    command: place => ({ args, env: env(place) }),
    paths: pathsOfDatabase,
    others: async () => [await serverPid(server.url)],
  }
}

/** The parent of the process that answers. */
async function serverPid(url: string): Promise<number> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const stat = readFileSync(`/proc/${rows[0]!.pid}/stat`, 'utf8').replace(/^.*\) /, '')
  await client.end()
  return Number(stat.split(' ')[1])
}

const jsonServer = (modules: string): Peer => {
  const file = ({ folder }: Place) => join(folder, 'json-server.json')
  return {
    name: `json-server ${versionIn(modules, 'json-server')}`,
    async fill(place) {
      const reviews = readFileSync(place.lines, 'utf8').trimEnd().split('\n')
      writeFileSync(file(place), `{"reviews":[${reviews.join(',')}]}`)
    },
    command: (place, port) => ({
      args: [
        process.execPath,
        join(modules, 'node_modules/json-server/lib/cli/bin.js'),
        ...['--quiet', '--host', '127.0.0.1', '--port', String(port), file(place)],
      ],
    }),
    paths: ({ words, since }) => ({
      search: words.map(word => `/reviews?q=${word}&_limit=20&_sort=date&_order=desc`),
      since: `/reviews?date_gte=${since}&_sort=date&_order=desc`,
      dataset: '/reviews',
    }),
  }
}

/** Sends what it was given once: no search, and nothing could be faster with Node. */
const bare = (): Peer => ({
  name: 'bare node:http, prebuilt',
  async fill() {},
  command: ({ folder }) => ({
    args: [process.execPath, script('./prebuilt.mjs'), join(folder, 'prebuilt')],
  }),
  paths: () => ({ search: ['/search.json'], since: '/since.json', dataset: '/reviews.json' }),
})

const nginx = (): Peer => ({
  name: 'nginx, files',
  async fill() {},
  command({ folder }, port) {
    const root = join(folder, 'prebuilt')
    const file = join(folder, `nginx-${port}.conf`)
    writeFileSync(
      file,
      `daemon off; master_process off; user root; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log;
events { worker_connections 1024; }
http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000; default_type application/json;
server { listen 127.0.0.1:${port}; root ${root}; } }`,
    )
    return { args: ['nginx', '-c', file] }
  },
  paths: () => ({ search: ['/search.json'], since: '/since.json', dataset: '/reviews.json' }),
})
