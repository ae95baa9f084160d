/** Callers pass in SHA-256: Node computes it synchronously, browsers only asynchronously. */

export type Sha256Sync = (bytes: Uint8Array) => Uint8Array
export type Sha256 = (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>

export const HASH_BYTES = 32

/** SHA-256 of browsers, which Node offers too. */
export const webSha256 = async (bytes: Uint8Array): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>))
