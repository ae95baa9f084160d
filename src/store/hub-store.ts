/** The hub's part of the store, on whatever engine Kysely speaks to. */
import type { HubStore } from './hub.ts'
import { claimDeliveries, removeExpired, setTopic, settleDeliveries } from './hub-deliveries.ts'
import { list, measure, nextDueAt } from './hub-overview.ts'
import { accept, claimRequests, settleRequest } from './hub-requests.ts'
import type { Db, Tx } from './schema.ts'
import type { StoreDependencies } from './store.ts'

const ID_BYTES = 12

/** `attempt` runs a call again while another process holds the write lock. */
export function createHubStore(
  db: Db,
  { now, randomBytes }: StoreDependencies,
  attempt: <T>(work: () => Promise<T>) => Promise<T>,
): HubStore {
  const clock = () => now().toISOString()
  const newId = () => Buffer.from(randomBytes(ID_BYTES)).toString('base64url')
  const write = <T>(work: (tx: Tx) => Promise<T>) => attempt(() => db.transaction().execute(work))
  return {
    setTopic: (path, hash, version) =>
      write(tx => setTopic(tx, { path, hash, version, changed_at: clock() })),
    accept: (request, limits) => write(tx => accept(tx, request, limits, newId(), now())),
    claimRequests: claim => attempt(() => claimRequests(db, claim, now())),
    claimDeliveries: (claim, part) => attempt(() => claimDeliveries(db, claim, part, now())),
    settleRequest: (row, outcome) => write(tx => settleRequest(tx, row, outcome, newId())),
    settleDeliveries: settled => write(tx => settleDeliveries(tx, settled, clock())),
    nextDueAt: () => nextDueAt(db, clock()),
    removeExpired: () => attempt(() => removeExpired(db, clock())),
    remove: id =>
      write(async tx => {
        const active = await tx.deleteFrom('subscription').where('id', '=', id).executeTakeFirst()
        const asked = await tx.deleteFrom('subscription_request').where('id', '=', id).executeTakeFirst()
        return active.numDeletedRows + asked.numDeletedRows > 0n
      }),
    list: () => list(db, clock()),
    measure: () => measure(db, clock()),
  }
}
