/** Writes down what came of deliveries, many in one transaction. */
import type { DeliveryOutcome, HubStore, SubscriptionRow } from '../store/hub.ts'

/** Resolves when it is written. */
export type Settle = (row: SubscriptionRow, outcome: DeliveryOutcome) => Promise<void>

const GATHER_MS = 25

export function createSettle(store: HubStore): Settle {
  let gathered: { row: SubscriptionRow; outcome: DeliveryOutcome }[] = []
  let written: Promise<void> | undefined

  async function writeSoon(): Promise<void> {
    await new Promise(resolve => setTimeout(resolve, GATHER_MS))
    const settled = gathered
    gathered = []
    written = undefined
    await store.settleDeliveries(settled)
  }

  return (row, outcome) => {
    gathered.push({ row, outcome })
    written ??= writeSoon()
    return written
  }
}
