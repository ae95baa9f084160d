/** Finds the lines of a table that are equal to a text without reading all of them. */
import type { ByteTable } from '../base/byte-table.ts'
import { asBuffer } from '../base/bytes.ts'

/** For each hash the first line that has it, and for each line the next one; counted from 1, so that 0 is none. */
export type LineChains = ReturnType<typeof chainLines>

export function chainLines({ bytes, starts }: ByteTable) {
  const next = new Uint32Array(starts.length - 1)
  const heads = new Uint32Array(2 ** Math.ceil(Math.log2(starts.length)))
  // From the last to the first, so that equal lines are found in order.
  for (let line = next.length; line > 0; line--) {
    const [start, end] = [starts[line - 1]!, starts[line]! - 1]
    // There are many empty ones, and nobody looks for them.
    if (start === end) continue
    const head = hashOf(bytes, start, end) & (heads.length - 1)
    next[line - 1] = heads[head]!
    heads[head] = line
  }
  return { heads, next }
}

export function findLines({ bytes, starts }: ByteTable, { heads, next }: LineChains, text: string): number[] {
  const wanted = Buffer.from(text)
  const joined = asBuffer(bytes)
  const numbers: number[] = []
  const head = hashOf(wanted, 0, wanted.length) & (heads.length - 1)
  for (let line = heads[head]!; line > 0; line = next[line - 1]!)
    if (wanted.compare(joined, starts[line - 1], starts[line]! - 1) === 0) numbers.push(line - 1)
  return numbers
}

/** FNV-1a. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5
  for (let index = start; index < end; index++) hash = Math.imul(hash ^ bytes[index]!, 0x01000193)
  return hash ^ (hash >>> 16)
}
