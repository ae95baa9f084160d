/** What this browser saw of the log at its last check, kept for the next one. */
import type { Pin } from '../../ledger/audit.ts'

/** The services of one host share its storage. */
const keyOf = (home: string) => `firsthand-pin${home.slice(0, -1)}`

/** The stored value is not a pin. */
export class UnreadablePin extends Error {}

/** null on the first check; throws if the stored value is not a pin. */
export function readPin(home: string): Pin | null {
  const text = storage()?.getItem(keyOf(home)) ?? null
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
export function keepPin(home: string, pin: Pin): boolean {
  try {
    storage()!.setItem(keyOf(home), JSON.stringify(pin))
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
