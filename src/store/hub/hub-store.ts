/** The hub's port to the store: topics, subscriptions and requests. No lock outlasts a call; instances claim rows instead. */
import type { DatabaseEngine, StoreDependencies } from '../base/database-engine.ts'
import type { HubContext } from './claims.ts'
import { createDeliveryQueries } from './deliveries.ts'
import { createInstanceQueries } from './instances.ts'
import { createOverview } from './overview.ts'
import { createRequestQueries } from './requests.ts'
import { createSubscriberQueries } from './subscriber-queries.ts'
import { createSuspensionQueries } from './suspensions.ts'

export type {
  SubscriptionTable as SubscriptionRow,
  SuspensionTable as Suspension,
} from '../base/tables.ts'
export type { Claim } from './claims.ts'
export type { DeliveryOutcome, DueRow, Settled } from './deliveries.ts'
export type * from './requests.ts'
export type { SubscriptionStatus } from './subscriber-queries.ts'

const ID_BYTES = 12

/**
 * What the hub keeps. Instances share the work by claiming rows for a minute; a claim that ran out settles nothing.
 *
 * @example
 * await store.hub.setTopic('/feed.xml', hash, version)
 * const claim = { by: 'instance-1', seconds: 60, slow: false, limit: 64, without: [] }
 * const rows = await store.hub.claimDeliveries(claim, { hashes: [hash], after: { host: '', id: '' } })
 * const outcome = { kind: 'delivered', hash, status: 204 } as const
 * await store.hub.settleDeliveries(rows.map(row => ({ row, outcome })))
 */
export type HubStore = ReturnType<typeof createHubStore>

export type TopicMeasure = Awaited<ReturnType<HubStore['measure']>>[number]
export type ReachedCallback = Awaited<ReturnType<HubStore['listReached']>>[number]

export function createHubStore(engine: DatabaseEngine, dependencies: StoreDependencies) {
  const now = () => new Date(dependencies.now().getTime() + engine.aheadMs)
  const context: HubContext = {
    ...engine,
    now,
    clock: () => now().toISOString(),
    newId: () => Buffer.from(dependencies.randomBytes(ID_BYTES)).toString('base64url'),
  }
  return {
    ...createRequestQueries(context),
    ...createDeliveryQueries(context),
    ...createSuspensionQueries(context),
    ...createSubscriberQueries(context),
    ...createInstanceQueries(context),
    ...createOverview(context),
  }
}
