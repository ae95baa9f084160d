/** Builds the hub's part of the store on top of either database engine. */
import type { DatabaseEngine, StoreDependencies } from '../base/database-engine.ts'
import type { HubContext } from './claims.ts'
import { createDeliveryQueries } from './deliveries.ts'
import type { HubStore } from './hub-store.ts'
import { createInstanceQueries, createScheduleQueries } from './instances.ts'
import { createOverview } from './overview.ts'
import { createDenialQueries, createRequestQueries } from './requests.ts'
import { createSubscriberQueries } from './subscriber-queries.ts'
import { createSuspensionQueries } from './suspensions.ts'

const ID_BYTES = 12

export function createHubStore(engine: DatabaseEngine, dependencies: StoreDependencies): HubStore {
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
    ...createDenialQueries(context),
    ...createSuspensionQueries(context),
    ...createSubscriberQueries(context),
    ...createInstanceQueries(context),
    ...createScheduleQueries(context),
    ...createOverview(context),
  }
}
