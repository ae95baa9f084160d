/** Writes bundles of entries as in C2SP tlog-tiles. Browsers only read them. */
import { LENGTH_BYTES } from './ledger-entry.ts'

const MAX_ENTRY_BYTES = 0xffff

export function encodeBundle(entries: Uint8Array[]): Uint8Array {
  const bundle = new Uint8Array(
    entries.reduce((length, entry) => length + LENGTH_BYTES + entry.length, 0),
  )
  const view = new DataView(bundle.buffer)
  let at = 0
  for (const entry of entries) {
    if (entry.length > MAX_ENTRY_BYTES)
      throw new Error(`A log entry must not have more than ${MAX_ENTRY_BYTES} bytes.`)
    view.setUint16(at, entry.length)
    bundle.set(entry, at + LENGTH_BYTES)
    at += LENGTH_BYTES + entry.length
  }
  return bundle
}
