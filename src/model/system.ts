/** The machine's clock and randomness, passed in wherever they are needed. */
import { randomBytes } from 'node:crypto'

export const system = { now: () => new Date(), randomBytes: (size: number): Uint8Array => randomBytes(size) }
