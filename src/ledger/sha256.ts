/** SHA-256 is handed in: Node has it at once, a browser only by promise. */

export type Sha256Sync = (bytes: Uint8Array) => Uint8Array
export type Sha256 = (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>

export const HASH_BYTES = 32
