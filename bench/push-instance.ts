/** One instance of the hub in its own process: publishes each version it is sent, and reports how many deliveries it gave up. */
import { once } from 'node:events'
import { setDefaultCACertificates } from 'node:tls'
import { Registry } from 'prom-client'
import { system } from '../src/model/system.ts'
import { openStore } from '../src/store/open-store.ts'
import { snapshotOf, startBenchHub } from './push-kit.ts'

setDefaultCACertificates([process.env.AUTHORITY!])
const store = await openStore(process.env.DATABASE_URL!, system)
const registry = new Registry()
const hub = await startBenchHub(store, registry)
process.on('message', async (message: number | 'given up') => {
  if (message === 'given up') process.send!(await givenUp())
  else hub.publish(snapshotOf(`version ${message}`), message)
})
process.send!('ready')
await once(process, 'disconnect')
await hub.close()
await store.close()

/** Since the last call. They are retried, although the callback may have received them. */
async function givenUp(): Promise<number> {
  const deliveries = registry.getSingleMetric('firsthand_websub_deliveries_total')!
  const { values } = await deliveries.get()
  deliveries.reset()
  return values.reduce(
    (sum, { labels, value }) => sum + (labels.outcome === 'delivered' ? 0 : value),
    0,
  )
}
