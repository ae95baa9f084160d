/** Writes down what came of deliveries, many in one transaction. */
import type { DeliveryOutcome, DueRow, HubStore } from '../store/hub/hub-store.ts'

/** Resolves when it is written: true where the subscription was removed. */
export type Settle = (row: DueRow, outcome: DeliveryOutcome) => Promise<boolean>

const GATHER_MS = 50

export function createSettle(store: HubStore): Settle {
  let gathered: { row: DueRow; outcome: DeliveryOutcome }[] = []
  let written: Promise<Set<string>> | undefined

  async function writeSoon(): Promise<Set<string>> {
    await new Promise(resolve => setTimeout(resolve, GATHER_MS))
    const settled = gathered
    gathered = []
    written = undefined
    return await store.settleDeliveries(settled)
  }

  return async (row, outcome) => {
    gathered.push({ row, outcome })
    written ??= writeSoon()
    return (await written).has(row.id)
  }
}
