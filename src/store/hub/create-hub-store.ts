/** Builds the hub's part of the store on top of either database engine. */
import type { DatabaseEngine } from '../base/database-engine.ts'
import type { StoreDependencies } from '../base/store-dependencies.ts'
import { claimDeliveries, removeExpired, retryAll, setTopic, settleDeliveries } from './deliveries.ts'
import type { HubStore } from './hub-store.ts'
import { freeClaimsOfEnded, joinInstances, leaveInstances } from './instances.ts'
import { listSubscribers, measure, nextDueAt } from './overview.ts'
import { findSubscription, replay, spendProof } from './own-subscription.ts'
import { accept, claimRequests, isSubscribed, settleRequest } from './requests.ts'

const ID_BYTES = 12

export function createHubStore(engine: DatabaseEngine, dependencies: StoreDependencies): HubStore {
  const { db, attempt, change, changeAlone, locksRows, aheadMs } = engine
  const { randomBytes } = dependencies
  // The server's time: a claim must run out at the same moment for every instance, even if their clocks differ.
  const now = () => new Date(dependencies.now().getTime() + aheadMs)
  const clock = () => now().toISOString()
  const newId = () => Buffer.from(randomBytes(ID_BYTES)).toString('base64url')
  return {
    setTopic: (path, hash, version) =>
      changeAlone('topics', tx => setTopic(tx, locksRows, { path, hash, version, changed_at: clock() })),
    accept: (request, limits) =>
      changeAlone('subscriptions', tx => accept(tx, request, limits, newId(), now())),
    isSubscribed: (topic, callback) => attempt(() => isSubscribed(db, topic, callback, clock())),
    claimRequests: claim => attempt(() => claimRequests(engine, claim, now())),
    claimDeliveries: (claim, range) => attempt(() => claimDeliveries(engine, claim, range, now())),
    settleRequest: (row, outcome) => change(tx => settleRequest(tx, row, outcome, newId())),
    settleDeliveries: settled => change(tx => settleDeliveries(tx, settled, clock())),
    nextDueAt: () => attempt(() => nextDueAt(db, clock())),
    removeExpired: () => attempt(() => removeExpired(db, clock())),
    remove: id =>
      change(async tx => {
        const active = await tx.deleteFrom('subscription').where('id', '=', id).executeTakeFirst()
        const pending = await tx.deleteFrom('subscription_request').where('id', '=', id).executeTakeFirst()
        return active.numDeletedRows + pending.numDeletedRows > 0n
      }),
    findSubscription: (topic, callback) => attempt(() => findSubscription(db, topic, callback, clock())),
    spendProof: (proof, keepMs) => change(tx => spendProof(tx, proof, keepMs, now())),
    replay: id => change(tx => replay(tx, id, clock())),
    retryAll: () => change(tx => retryAll(tx, clock())),
    list: () => attempt(() => listSubscribers(db, clock())),
    joinInstances: (id, onLost) => joinInstances(engine, id, onLost),
    leaveInstances: id => leaveInstances(engine, id),
    freeClaimsOfEnded: own => freeClaimsOfEnded(engine, own),
    measure: () => attempt(() => measure(db, clock())),
  }
}
