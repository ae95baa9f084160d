/** What this browser saw of the log at its last check, kept for the next one. */
import type { Pin } from '../../ledger/audit.ts'

const KEY = 'firsthand-pin'

/** The stored value is not a pin. */
export class UnreadablePin extends Error {}

/** null on the first check; throws if the stored value is not a pin. */
export function readPin(): Pin | null {
  const text = storage()?.getItem(KEY) ?? null
  if (text === null) return null
  try {
    const { key, size, root } = JSON.parse(text) as Pin
    const isPin = typeof key === 'string' && typeof root === 'string' && Number.isSafeInteger(size)
    if (isPin) return { key, size, root }
  } catch {
    // What is no JSON is no pin.
  }
  throw new UnreadablePin()
}

/** Returns false where the browser stores nothing for this page. */
export function keepPin(pin: Pin): boolean {
  try {
    storage()!.setItem(KEY, JSON.stringify(pin))
    return true
  } catch {
    return false
  }
}

/** Where storage is forbidden, merely accessing it throws. */
function storage(): Storage | null {
  try {
    return localStorage
  } catch {
    return null
  }
}
