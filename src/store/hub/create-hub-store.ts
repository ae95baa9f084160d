/** Builds the hub's part of the store on top of either database engine. */
import type { DatabaseEngine, StoreDependencies } from '../base/database-engine.ts'
import type { Tx } from '../base/tables.ts'
import { claimDeliveries, removeExpired, retryAll, setTopic, settleDeliveries } from './deliveries.ts'
import { addDenial, claimDenials, settleDenial } from './denials.ts'
import type { HubStore } from './hub-store.ts'
import { freeClaimsOfEnded, joinInstances, leaveInstances } from './instances.ts'
import { listSubscribers, measure, nextDueAt } from './overview.ts'
import { accept, claimRequests, isSubscribed, settleRequest } from './requests.ts'
import { findSubscription, replay, spendProof } from './subscriber-queries.ts'
import {
  liftSuspension,
  listReached,
  listSuspensions,
  removeEndedSuspensions,
  suspend,
} from './suspensions.ts'

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
    settleDeliveries: settled => change(tx => settleDeliveries(tx, settled, clock(), newId)),
    nextDueAt: () => attempt(() => nextDueAt(db, clock())),
    findSubscription: (topic, callback) => attempt(() => findSubscription(db, topic, callback, clock())),
    spendProof: (proof, keepMs) => change(tx => spendProof(tx, proof, keepMs, now())),
    replay: id => change(tx => replay(tx, id, clock())),
    retryAll: () => change(tx => retryAll(tx, clock())),
    async removeExpired() {
      await attempt(() => removeEndedSuspensions(db, clock()))
      return await attempt(() => removeExpired(db, clock()))
    },
    remove: (id, reason) => change(tx => removeOne(tx, id, reason, { id: newId(), at: clock() })),
    claimDenials: claim => attempt(() => claimDenials(engine, claim, now())),
    settleDenial: (row, outcome) => attempt(() => settleDenial(db, row, outcome)),
    suspend: suspension => attempt(() => suspend(db, suspension)),
    liftSuspension: suspension => change(tx => liftSuspension(tx, suspension, clock())),
    listSuspensions: () => attempt(() => listSuspensions(db, clock())),
    listReached: () => attempt(() => listReached(db, clock())),
    list: () => attempt(() => listSubscribers(db, clock())),
    joinInstances: (id, onLost) => joinInstances(engine, id, onLost),
    leaveInstances: id => leaveInstances(engine, id),
    freeClaimsOfEnded: own => freeClaimsOfEnded(engine, own),
    measure: () => attempt(() => measure(db, clock())),
  }
}

async function removeOne(
  tx: Tx,
  id: string,
  reason: string,
  denial: { id: string; at: string },
): Promise<boolean> {
  const columns = ['topic', 'topic_url', 'callback', 'host'] as const
  const active = await tx.deleteFrom('subscription').where('id', '=', id).returning(columns).execute()
  const pending = await tx
    .deleteFrom('subscription_request')
    .where('id', '=', id)
    .where('mode', '=', 'subscribe')
    .returning(columns)
    .execute()
  for (const removed of [...active, ...pending]) await addDenial(tx, removed, reason, denial)
  return active.length + pending.length > 0
}
