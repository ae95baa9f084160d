/** Three instances share the hub's work: nobody gets a delivery twice, and the others take over from one that dies. */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { answerWith, type CallbackServer, startCallback } from '../../kit/callback.ts'
import { freePort } from '../../kit/free-port.ts'
import { type Installation, kill, makeInstallation } from '../../kit/installation.ts'
import { LONG_PATIENCE_MS } from '../../kit/patience.ts'
import type { Program } from '../../kit/program.ts'
import { rows } from '../../kit/rows.ts'
import { until } from '../../kit/service.ts'
import { addSubscribers, countBehind, countDeliveries, hostsFor } from '../../kit/subscribers.ts'
import { authority } from '../../kit/tls.ts'

const SUBSCRIBERS = 2000

interface Instance extends Program {
  /** How many of its deliveries succeeded, and how many were aborted or failed. */
  sent(): Promise<Sent>
}

interface Sent {
  delivered: number
  other: number
}

interface Three {
  place: Installation
  instances: Instance[]
  callback: CallbackServer
}

async function startThree(t: TestContext): Promise<Three> {
  const certificate = await (await authority()).issue(hostsFor(SUBSCRIBERS))
  const callback = await startCallback(t, { certificate })
  const place = await makeInstallation(t)
  const instances = await Promise.all([start(place), start(place), start(place)])
  await addSubscribers(place, callback, SUBSCRIBERS)
  return { place, instances, callback }
}

async function start(place: Installation): Promise<Instance> {
  const port = await freePort()
  const program = await place.start({ METRICS_PORT: String(port), WEBSUB_RETRY_SECONDS: '5,60' })
  return { ...program, sent: () => readSent(`http://127.0.0.1:${port}/metrics`) }
}

async function readSent(url: string): Promise<Sent> {
  const text = await (await fetch(url)).text()
  const sent = { delivered: 0, other: 0 }
  for (const [, outcome, count] of text.matchAll(
    /^firsthand_websub_deliveries_total\{.*outcome="(.*)"\} (.*)$/gm,
  ))
    sent[outcome === 'delivered' ? 'delivered' : 'other'] += Number(count)
  return sent
}

const sum = (numbers: number[]) => numbers.reduce((all, number) => all + number, 0)

/** On a slow machine the hub may abort a delivery and repeat it. Nothing else may arrive twice. */
describe('A change for 2,000 subscribers of three instances', () => {
  it('Three instances share the deliveries, and every subscriber gets one', async t => {
    const { place, instances, callback } = await startThree(t)
    const shares = () => Promise.all(instances.map(instance => instance.sent()))
    // On a busy machine one instance may have delivered everything before another looks: the next change finds it awake.
    let changes = 0
    await until(async () => {
      changes++
      await place.importRows(rows(changes + 3))
      await until(
        async () => (await countBehind(place)) === 0 && hasAll(callback, changes),
        LONG_PATIENCE_MS,
      )
      return (await shares()).every(({ delivered }) => delivered > 0)
    }, LONG_PATIENCE_MS)
    const sent = await shares()
    t.diagnostic(
      `delivered by each, of ${changes} changes: ${sent.map(one => one.delivered).join(', ')}`,
    )
    const expected = SUBSCRIBERS * changes
    assert.equal(sum(sent.map(({ delivered }) => delivered)), expected)
    const more = sum(countDeliveries(callback, SUBSCRIBERS)) - expected
    assert.ok(more <= sum(sent.map(({ other }) => other)), `${more} arrived twice`)
  })

  it('Every subscriber gets a delivery when an instance is killed, and only those it worked on get two', async t => {
    const { place, instances, callback } = await startThree(t)
    const [victim, ...others] = instances as [Instance, Instance, Instance]
    // Later deliveries are answered when it is dead: on a fast machine it would have nothing left to do.
    const { promise: isDead, resolve: release } = Promise.withResolvers<void>()
    callback.onDelivery = async (request, response) => {
      if (callback.deliveries().length > SUBSCRIBERS / 4) await isDead
      await answerWith(204)(request, response)
    }
    await place.importRows(rows(4))
    await until(
      async () => new Set((await readClaims(place)).map(({ by }) => by)).size === instances.length,
    )
    victim.child.kill('SIGSTOP')
    const claimed = await readClaims(place)
    await kill(victim)
    release()
    const putOff = await place.query('select id from subscription where slow = 1')
    const newest = await (await fetch(`${others[0].url}/feed.xml`)).text()
    assert.match(newest, /Review number 3\./)
    await until(async () => (await place.count('hub_instance')) === others.length)
    const left = (await place.query('select id from hub_instance')).map(({ id }) => String(id))
    const inFlight = claimed.filter(({ by }) => !left.includes(by)).map(({ id }) => id)
    assert.ok(inFlight.length > 0, 'it was killed too late')
    await until(async () => (await countBehind(place)) === 0 && hasAll(callback), LONG_PATIENCE_MS)

    const twice = countDeliveries(callback, SUBSCRIBERS).flatMap((count, number) =>
      count > 1 ? [`s${number}`] : [],
    )
    t.diagnostic(
      `${inFlight.length} were claimed by it when it died, ${twice.length} arrived twice`,
    )
    const explained = new Set([...inFlight, ...putOff.map(({ id }) => String(id))])
    const brokenOff = sum(await Promise.all(others.map(async one => (await one.sent()).other)))
    assert.ok(twice.filter(id => !explained.has(id)).length <= brokenOff)
    assert.ok(callback.deliveries().every(({ body }) => body.toString() === newest))
  })
})

const hasAll = (callback: CallbackServer, times = 1) =>
  countDeliveries(callback, SUBSCRIBERS).every(count => count >= times)

async function readClaims(place: Installation): Promise<{ id: string; by: string }[]> {
  const claimed = await place.query(
    `select id, claimed_by from subscription where claimed_until <> ''`,
  )
  return claimed.map(({ id, claimed_by }) => ({
    id: String(id),
    by: String(claimed_by).replace(/-\d+$/, ''),
  }))
}
