/** A process that is one instance of the hub. It publishes each version that it is told, and says how many deliveries it gave up. */
import { once } from 'node:events'
import { setDefaultCACertificates } from 'node:tls'
import { Registry } from 'prom-client'
import { system } from '../src/service/system.ts'
import { openStore } from '../src/store/open-store.ts'
import { snapshotOf, startBenchHub } from './push-kit.ts'

setDefaultCACertificates([process.env.AUTHORITY!])
const store = await openStore(process.env.DATABASE_URL!, system)
const registry = new Registry()
const hub = await startBenchHub(store, registry)
process.on('message', async (order: number | 'given up') => {
  if (order === 'given up') process.send!(await givenUp())
  else hub.publish(snapshotOf(`version ${order}`), order)
})
process.send!('ready')
await once(process, 'disconnect')
await hub.close()
await store.close()

/** Since the last time this was asked: they are tried again, though the callback may have got them. */
async function givenUp(): Promise<number> {
  const deliveries = registry.getSingleMetric('firsthand_websub_deliveries_total')!
  const { values } = await deliveries.get()
  deliveries.reset()
  return values.reduce((sum, { labels, value }) => sum + (labels.outcome === 'delivered' ? 0 : value), 0)
}
