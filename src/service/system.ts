/** Time and randomness of the machine: everything that takes them is handed them. */
import { randomBytes } from 'node:crypto'

export const system = { now: () => new Date(), randomBytes: (size: number): Uint8Array => randomBytes(size) }
