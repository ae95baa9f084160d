/** How much faster two instances on two cores deliver to all subscribers than one on one core: a ratio within each round. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { PostgresServer } from '../test/kit/postgres-server.ts'
import { authority } from '../test/kit/tls.ts'
import { postmasterOf } from './claims.ts'
import { stopChild, track } from './cleanup.ts'
import { childrenOf, cpuSeconds } from './load.ts'
import {
  activate,
  callbacksOf,
  PUSH_TITLE,
  type Sink,
  startSink,
  untilArrived,
} from './push-kit.ts'
import { hasTaskset, ownCores, pin } from './push-pin.ts'
import { percentile, printTable } from './table.ts'

const SUBSCRIBERS = 4_000
/** After one round to warm up. */
const ROUNDS = 7
const GOAL = 1.5

export async function comparePushOnCores({ url, version }: PostgresServer): Promise<void> {
  const cores = ownCores()
  const obstacle =
    cores.length < 2 ? 'There is only one core' : !hasTaskset() && 'taskset is not installed'
  if (obstacle)
    return void process.stdout.write(`\n${obstacle}, so two instances are not compared with one.\n`)
  const sink = await startSink()
  const one = await openSetup(url, sink, cores.slice(0, 1))
  const two = await openSetup(url, sink, cores.slice(0, 2))
  const rounds: { one: Run; two: Run }[] = []
  for (let round = 0; round <= ROUNDS; round++)
    rounds.push({
      one: await deliverToAll(one, sink, round + 2),
      two: await deliverToAll(two, sink, round + 2),
    })
  await Promise.all([closeSetup(one), closeSetup(two)])
  await stopChild(sink.child)
  printRounds(version, rounds.slice(1))
}

/** One instance for each core, with their own database. */
interface Setup {
  cores: number[]
  client: pg.Client
  postmaster: number
  instances: ChildProcess[]
}

async function openSetup(serverUrl: string, sink: Sink, cores: number[]): Promise<Setup> {
  const name = `instances_${cores.length}`
  const server = await connect(serverUrl)
  await server.query(`create database ${name}`)
  await server.end()
  const url = new URL(name, serverUrl).href
  const instances = await Promise.all(cores.map(() => startInstance(url)))
  await activate(url, callbacksOf(SUBSCRIBERS, sink.port))
  const client = await connect(url)
  const backend = (await client.query('select pg_backend_pid() as pid')).rows[0].pid
  return { cores, client, postmaster: postmasterOf(backend), instances }
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return client
}

async function startInstance(databaseUrl: string): Promise<ChildProcess> {
  const { caPem } = await authority()
  const env = { ...process.env, DATABASE_URL: databaseUrl, AUTHORITY: caPem }
  const child = track(fork(new URL('./push-instance.ts', import.meta.url), { env }))
  await once(child, 'message')
  return child
}

async function closeSetup({ client, instances }: Setup): Promise<void> {
  const ended = instances.map(child => once(child, 'exit'))
  for (const child of instances) child.disconnect()
  await Promise.all([...ended, client.end()])
}

interface Run {
  /** From the first delivery to the last: before the first, the hub waits for more changes. */
  ms: number
  connections: number
  /** Requests that timed out and were repeated, although they may have arrived. */
  givenUp: number
  duplicates: number
  /** CPU seconds per delivery. */
  cost: Spent
  /** The shares of the cores' time that we used and that was idle. */
  share: { ours: number; idle: number }
}

type Spent = Record<(typeof SPENDERS)[number], number>
const SPENDERS = ['instances', 'sink', 'server'] as const

async function deliverToAll(setup: Setup, sink: Sink, version: number): Promise<Run> {
  const { cores, client, postmaster, instances } = setup
  const [sinkPid, ...pids] = [sink.child, ...instances].map(({ pid }) => pid!) as [
    number,
    ...number[],
  ]
  pin([sinkPid, ...pids, postmaster, ...childrenOf(postmaster)], cores)
  // Autovacuum is off in the test server.
  await client.query('vacuum analyze subscription')
  const look = (good: number) => ({
    good,
    at: performance.now(),
    instances: sumOf(pids.map(cpuSeconds)),
    sink: cpuSeconds(sinkPid),
    server: cpuSeconds(postmaster),
    idle: sumOf(cores.map(core => cpus()[core]!.times.idle)) / 1000,
  })
  let [first, last] = [look(0), look(0)]
  for (const instance of instances) instance.send(version)
  const { good, firstMs, lastMs, connections } = await untilArrived(sink, SUBSCRIBERS, count => {
    last = look(count)
    if (first.good === 0) first = last
  })
  await untilSettled(client)
  const duplicates = good + (await sink.arrived()).good - SUBSCRIBERS
  const givenUp = sumOf(await Promise.all(instances.map(askGivenUp)))
  if (duplicates > givenUp)
    throw new Error(`${duplicates} deliveries arrived twice; ${givenUp} were given up.`)
  const coreSeconds = (cores.length * (last.at - first.at)) / 1000
  return {
    ms: lastMs - firstMs,
    connections,
    givenUp,
    duplicates,
    cost: spent(first, last, last.good - first.good),
    share: {
      ours: sumOf(Object.values(spent(first, last, coreSeconds))),
      idle: (last.idle - first.idle) / coreSeconds,
    },
  }
}

async function askGivenUp(instance: ChildProcess): Promise<number> {
  instance.send('given up')
  return (await once(instance, 'message'))[0]
}

async function untilSettled(client: pg.Client): Promise<void> {
  const behind =
    'select from subscription join topic on path = topic where delivered_hash <> hash limit 1'
  while ((await client.query(behind)).rowCount !== 0) await sleep(20)
}

const spent = (first: Spent, last: Spent, divisor: number) =>
  Object.fromEntries(SPENDERS.map(who => [who, (last[who] - first[who]) / divisor])) as Spent

const sumOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0)
const all = (cost: Spent) => sumOf(Object.values(cost))
const median = (values: number[]) => percentile(values, 0.5)

function printRounds(version: string, rounds: { one: Run; two: Run }[]): void {
  printTable(
    `${PUSH_TITLE}: ${SUBSCRIBERS} in ${version} (fsync off), medians of ${ROUNDS} rounds, CPU time per delivery`,
    [
      'instances',
      'fastest ms',
      'ms',
      'per second',
      'connections',
      'given up, twice',
      ...SPENDERS.map(who => `${who} µs`),
      'all µs',
      'cores: ours, others, idle %',
    ],
    [
      ['1 on 1 core', ...cells(rounds.map(({ one }) => one))],
      ['2 on 2 cores', ...cells(rounds.map(({ two }) => two))],
    ],
  )
  const ratios = rounds.map(({ one, two }) => one.ms / two.ms)
  // What it would be if no core were idle, which a busy machine prevents.
  const byCpu = rounds.map(({ one, two }) => (2 * all(one.cost)) / all(two.cost))
  process.stdout.write(
    `\nTwo are ${median(ratios).toFixed(2)} times as fast as one (goal: ${GOAL}), by CPU time ${median(byCpu).toFixed(2)} at most. ` +
      `Rounds: ${ratios.map(ratio => ratio.toFixed(2)).join(', ')}.\n`,
  )
}

function cells(runs: Run[]): (string | number)[] {
  const micros = (value: (cost: Spent) => number) =>
    Math.round(1e6 * median(runs.map(({ cost }) => value(cost))))
  const percent = (value: (share: Run['share']) => number) =>
    Math.round(100 * median(runs.map(({ share }) => value(share))))
  const ms = median(runs.map(run => run.ms))
  return [
    Math.min(...runs.map(run => run.ms)),
    ms,
    Math.round((1000 * SUBSCRIBERS) / ms),
    median(runs.map(({ connections }) => connections)),
    `${sumOf(runs.map(({ givenUp }) => givenUp))}, ${sumOf(runs.map(({ duplicates }) => duplicates))}`,
    ...SPENDERS.map(who => micros(cost => cost[who])),
    micros(all),
    `${percent(({ ours }) => ours)}, ${percent(({ ours, idle }) => 1 - ours - idle)}, ${percent(({ idle }) => idle)}`,
  ]
}
