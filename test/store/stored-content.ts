/** What a database holds, in a form that does not change with the program. */
import type { KnownReview } from '../../src/model/record.ts'
import type { Store } from '../../src/store/store.ts'

/** Everything that an upgrade must keep. The subscriptions are those that are valid at the time of the store's clock. */
export async function describeContent(store: Store) {
  const reviews = await store.findInStates(['published', 'unverified', 'withheld', 'gone'])
  const { version, business, entries, logRoot } = await store.changesSince(0)
  const subscribers = await store.hub.list()
  return {
    version,
    business: { name: business!.name, technicians: business!.technicians, services: business!.services },
    reviews: reviews.map(describeReview),
    corrections: await store.corrections(),
    entries,
    logRoot,
    logKey: Buffer.from(await store.logKey()).toString('hex'),
    secretKey: await store.secretKey(),
    sources: await store.countBySource(),
    subscribers: subscribers.map(({ id, topic, callback, state, expires_at, attempts }) => {
      return { id, topic, callback, state, expires_at, attempts }
    }),
  }
}

function describeReview(review: KnownReview) {
  const { id, source, source_key, state, revision, updated_at, salt, seq, missing_since } = review
  const { content, particulars, own_reply } = review
  return {
    ...{ id, source, source_key, state, revision, updated_at, salt, seq, missing_since },
    ...{ content, particulars, own_reply },
  }
}
