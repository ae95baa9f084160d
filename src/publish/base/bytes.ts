/** Bytes as a Buffer. */

/** A view of the same bytes, not a copy. */
export const asBuffer = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
