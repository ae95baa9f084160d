/** Saves the outcomes of deliveries, many in one transaction. */
import type { DeliveryOutcome, DueRow, HubStore } from '../store/hub/hub-store.ts'

/** Resolves when the outcome is saved; true if that removed the subscription. */
export type Settle = (row: DueRow, outcome: DeliveryOutcome) => Promise<boolean>

/** Long enough to collect many outcomes, short enough to finish well before a claim runs out. */
const GATHER_MS = 200

export function createSettle(store: HubStore): Settle {
  let gathered: { row: DueRow; outcome: DeliveryOutcome }[] = []
  let saving: Promise<Set<string>> | undefined

  async function saveSoon(): Promise<Set<string>> {
    await new Promise(resolve => setTimeout(resolve, GATHER_MS))
    const settled = gathered
    gathered = []
    saving = undefined
    return await store.settleDeliveries(settled)
  }

  return async (row, outcome) => {
    gathered.push({ row, outcome })
    saving ??= saveSoon()
    return (await saving).has(row.id)
  }
}
