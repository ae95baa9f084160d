import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { TopicPath } from '../../../src/model/subscription.ts'
import type { BuilderPort } from '../../../src/serve/builder-process.ts'
import { startBuildingHere } from '../../kit/building-here.ts'
import { startCallback } from '../../kit/callback.ts'
import { row, rows } from '../../kit/rows.ts'
import { startTestService, until } from '../../kit/service.ts'
import { subscribe, untilHubIsReady } from '../../kit/subscribe.ts'

const BASE_URL = 'https://reviews.example.net'
/** More texts than are read at once. */
const MANY = 501

const TEXTS = [
  'Rosa was on time and very friendly.',
  'Bobby unclogged the drain in Old Town, but the price was much too high.',
  'The water heater is new and works well.',
]
const manyRows = () =>
  rows(MANY, number => ({ text: `${TEXTS[number % TEXTS.length]} Visit ${number}.` }))

/** A builder whose files with everything read are opened only when they are released. */
function holdReadFiles() {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let unread = false
  function startBuilder(): BuilderPort {
    const builder = startBuildingHere()
    const hold = (listener: (message: unknown) => void) => async (message: object) => {
      if ('built' in message && String(message.built).endsWith('-unread')) unread = true
      else if (unread) await released
      listener(message)
    }
    return {
      send: message => builder.send(message),
      on: (event, listener) => builder.on(event, event === 'message' ? hold(listener) : listener),
      kill: () => builder.kill(),
    }
  }
  return { startBuilder, release }
}

const aspectsAt = async (url: string) => {
  const { aspects } = (await (await fetch(`${url}/insights.json`)).json()) as {
    aspects: { mention_count: number }[]
  }
  return aspects.reduce((sum, { mention_count }) => sum + mention_count, 0)
}

describe('a service whose reviews are still being read', () => {
  it('Subscribers get each topic once, although the reviews are published before and after their texts are read', async t => {
    const callback = await startCallback(t)
    const { startBuilder, release } = holdReadFiles()
    const service = await startTestService(t, { settings: { baseUrl: BASE_URL }, startBuilder })
    await untilHubIsReady(service)
    for (const topic of TopicPath.options)
      await subscribe(service.url, {
        'hub.mode': 'subscribe',
        'hub.topic': BASE_URL + topic,
        'hub.callback': callback.url(topic),
      })
    await until(() => callback.challenges().length === TopicPath.options.length)
    const counts = () =>
      TopicPath.options.map(
        topic => callback.deliveries().filter(({ url }) => url === topic).length,
      )
    const untilCount = (wanted: number) => until(() => counts().every(count => count >= wanted))
    await service.importRows(manyRows())
    await untilCount(1)
    assert.equal(await aspectsAt(service.url), 0, 'delivered before the texts are read')
    release()
    await until(async () => (await aspectsAt(service.url)) > 0)
    assert.equal(service.log.filter(({ msg }) => /still to be read/.test(msg)).length, 1)
    // What reading would announce comes before this.
    await service.importRows([row({ source_id: 'last', date: '2026-05-01', text: 'One more.' })])
    await untilCount(2)
    assert.deepEqual(
      counts(),
      TopicPath.options.map(() => 2),
    )
  })
})
