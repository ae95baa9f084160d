/** Many confirmed subscribers of /feed.xml at one callback server. */
import { TopicPath } from '../../src/model/subscription.ts'
import type { CallbackServer } from './callback.ts'
import { BASE_URL, type Installation } from './installation.ts'
import { until } from './service.ts'

const PER_HOST = 100

export const hostsFor = (count: number, perHost = PER_HOST) =>
  Array.from({ length: Math.ceil(count / perHost) }, (_, number) => `host${number}.localhost`)

/** Written to the database, because subscribing one by one would take too long. A subscriber's number is the path of its callback. */
export async function addSubscribers(
  place: Installation,
  callback: CallbackServer,
  count: number,
): Promise<void> {
  await until(async () => (await place.count('topic')) === TopicPath.options.length)
  await place.query(subscribersSql(callback, count))
}

/** A statement for both engines. */
export function subscribersSql(
  { port }: CallbackServer,
  count: number,
  perHost = PER_HOST,
): string {
  const values = Array.from({ length: count }, (_, number) => {
    const host = `host${Math.floor(number / perHost)}.localhost`
    return `('s${number}', 'https://${host}:${port}/${number}', '${host}')`
  })
  return `
    with added (id, callback, host) as (values ${values.join(', ')})
    insert into subscription (id, topic, topic_url, callback, host, secret, lease_seconds, slow, next_attempt_at, claimed_until,
      verified_at, expires_at, delivered_hash, failures)
    select id, path, '${BASE_URL}/feed.xml', callback, host, null, 864000, 0, '', '', '2026-01-01T00:00:00.000Z', '2099-01-01T00:00:00.000Z', hash, 0
    from added, topic where path = '/feed.xml'`
}

/** How many subscribers are behind the topic. */
export const countBehind = (place: Installation) =>
  place.count('subscription, topic where path = topic and delivered_hash <> hash')

/** The number of deliveries to each subscriber. */
export function countDeliveries(callback: CallbackServer, count: number): number[] {
  const times = Array.from({ length: count }, () => 0)
  for (const { url } of callback.deliveries()) times[Number(url.slice(1))]!++
  return times
}
