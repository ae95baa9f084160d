import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { readdirSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type BuilderPort,
  createBuilderProcess,
  startBuilderProcess,
} from '../../../src/serve/builder-process.ts'
import { startNoBuilder } from '../../kit/building-here.ts'
import { spawnCommand } from '../../kit/command.ts'
import { LONG_PATIENCE_MS } from '../../kit/patience.ts'
import { row, rows } from '../../kit/rows.ts'
import { startTestService, type TestService, until } from '../../kit/service.ts'

const readReviews = async ({ url }: TestService) => {
  const response = await fetch(`${url}/reviews.json`)
  assert.equal(response.status, 200)
  return ((await response.json()) as { reviews: { id: string }[] }).reviews
}

const publicationOf = async ({ url }: TestService) => {
  const response = await fetch(`${url}/readyz`)
  const { facts } = (await response.json()) as { facts: { name: string; status: string }[] }
  return facts.find(({ name }) => name === 'publication')!.status
}

/** Files of complete Snapshots, and of others. */
const filesOf = ({ folder }: TestService) =>
  readdirSync(join(folder.path, 'snapshot'), { recursive: true, withFileTypes: true })
    .filter(one => !one.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name))

describe('A builder that is killed', () => {
  it('At any moment, the last Snapshot stays whole, nobody sees an older one, and the next follows', async t => {
    const builders: BuilderPort[] = []
    const startBuilder = () => {
      const started = startBuilderProcess()
      builders.push(started)
      return started
    }
    const service = await startTestService(t, { startBuilder, rows: rows(30) })
    let seen = (await readReviews(service)).length
    for (let round = 0; round < 6; round++) {
      await service.importRows([
        row({ source_id: `new${round}`, text: `Round ${round} was fine.` }),
      ])
      await sleep(Math.random() * 400)
      ;(builders.at(-1) as unknown as ChildProcess).kill('SIGKILL')
      const { length } = await readReviews(service)
      assert.ok(length >= seen)
      seen = length
    }
    await until(async () => (await readReviews(service)).length === 36, LONG_PATIENCE_MS)
    assert.ok(builders.length > 1)
    await until(async () => (await publicationOf(service)) === 'ok')
    await until(() => filesOf(service).length === 1)
  })
})

describe('A builder that finds the disk full', () => {
  it('What was published stays, the service says so, and what was removed is not shown any longer', async t => {
    const service = await startTestService(t, { rows: rows(5) })
    const [{ id } = { id: '' }] = await readReviews(service)
    const [file] = filesOf(service)
    // Whatever is written there finds no room.
    for (let next = 1; next < 9; next++)
      symlinkSync('/dev/full', join(file!, '..', `${Number(basename(file!)) + next}`))
    await service.importRows([row({ source_id: 'more' })])
    const says = /The newest data is not published; what was published before is unchanged: ENOSPC/
    await until(() => service.log.some(({ msg }) => says.test(msg)))
    assert.equal((await readReviews(service)).length, 5)
    await until(async () => (await publicationOf(service)) === 'problem')
    const { databaseUrl } = service.folder
    const args = ['withhold', id, '--reason', 'spam', '--yes', '--database-url', databaseUrl]
    assert.equal((await spawnCommand(args)).code, 0)
    await until(async () => (await fetch(`${service.url}/reviews.json`)).status === 503)
  })
})

describe('Looking after the builder', () => {
  const data = { databaseUrl: '', baseUrl: '', folder: '', key: '' }
  const SECOND = 1000

  /** Builders that report when the test wants it. */
  function startWatched() {
    const ports: (BuilderPort & {
      emit(event: string, message: unknown): boolean
      sent: unknown[]
    })[] = []
    const reports: object[] = []
    const builder = createBuilderProcess({
      data,
      start() {
        const sent: unknown[] = []
        const port = Object.assign(startNoBuilder() as unknown as (typeof ports)[number], {
          sent,
          send: (message: unknown) => void sent.push(message),
        })
        ports.push(port)
        return port
      },
      onReport: report => reports.push(report),
      warmMs: 60 * SECOND,
      patienceMs: 600 * SECOND,
    })
    const requests = () => ports.at(-1)!.sent.filter(one => 'request' in (one as object)).length
    return { builder, ports, reports, requests }
  }

  it('It stays warm for a minute after its last work, then ends; the next request starts another', t => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const { builder, ports } = startWatched()
    builder.request('build')
    ports[0]!.emit('message', { done: true })
    t.mock.timers.tick(59 * SECOND)
    builder.request('build')
    assert.equal(ports.length, 1)
    ports[0]!.emit('message', { done: true })
    t.mock.timers.tick(60 * SECOND)
    builder.request('build')
    assert.equal(ports.length, 2)
  })

  it('A request while it works is asked when that is done, however often it came', () => {
    const { builder, ports, requests } = startWatched()
    for (let count = 0; count < 3; count++) builder.request('build')
    assert.equal(requests(), 1)
    ports[0]!.emit('message', { done: true })
    assert.equal(requests(), 2)
    ports[0]!.emit('message', { done: true })
    assert.equal(requests(), 2)
  })

  it('If it fails or ends, it is asked again after 1, 2, 4 … 60 seconds, and after 1 once it worked', t => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const { builder, ports, reports, requests } = startWatched()
    builder.request('build')
    for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
      const before = requests()
      ports[0]!.emit('message', { problem: 'ENOSPC' })
      t.mock.timers.tick(seconds * SECOND - 1)
      assert.equal(requests(), before)
      t.mock.timers.tick(1)
      assert.equal(requests(), before + 1)
    }
    ports[0]!.emit('message', { done: true })
    builder.request('build')
    ports[0]!.emit('exit', 1)
    assert.match(JSON.stringify(reports.at(-1)), /ended unexpectedly/)
    t.mock.timers.tick(SECOND)
    assert.equal(ports.length, 2)
  })

  it('One that says nothing for ten minutes while it works is ended, and another is asked', t => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const { builder, ports, reports } = startWatched()
    builder.request('build')
    t.mock.timers.tick(599 * SECOND)
    ports[0]!.emit('message', { reading: { done: 1, total: 2 } })
    t.mock.timers.tick(599 * SECOND)
    assert.equal(reports.length, 1)
    t.mock.timers.tick(SECOND)
    assert.match(JSON.stringify(reports.at(-1)), /has said nothing for 600 seconds/)
    t.mock.timers.tick(SECOND)
    assert.equal(ports.length, 2)
  })
})
