/** Callers pass in SHA-256: Node computes it synchronously, browsers only asynchronously. */

export type Sha256Sync = (bytes: Uint8Array) => Uint8Array
export type Sha256 = (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>

export const HASH_BYTES = 32
