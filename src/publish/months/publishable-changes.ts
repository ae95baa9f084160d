/** What changed in the store, once there is a business to publish. */
import type { BusinessFile } from '../../model/business.ts'
import type { ChangesSince } from '../../store/store.ts'

/** With a business there is a version, and with a version the time it was made. */
export type PublishableChanges = ChangesSince & { business: BusinessFile; changedAt: string }

export const isPublishable = (changes: ChangesSince): changes is PublishableChanges =>
  changes.business !== null && changes.changedAt !== null
