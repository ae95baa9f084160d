/** Bytes as a Buffer and in shared memory. */

/** A view of the same bytes, not a copy. */
export const asBuffer = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** A copy in memory that other threads receive without copying it again. */
export function shareBytes(bytes: Uint8Array): Uint8Array {
  const shared = reserveBytes(bytes.length)
  shared.set(bytes)
  return shared
}

/** In shared memory: V8 marks all objects again after every 64 MB of other arrays, which took half the time of a change among 100,000 reviews. */
export const reserveBytes = (length: number) => new Uint8Array(new SharedArrayBuffer(length))
export const reserveNumbers = (length: number) =>
  new Uint32Array(new SharedArrayBuffer(length * Uint32Array.BYTES_PER_ELEMENT))
