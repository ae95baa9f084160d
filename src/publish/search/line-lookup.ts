/** Finds the lines of a table that are equal to a text without reading all of them. */
import { hashText } from '../../model/hash-text.ts'
import type { ByteTable } from '../base/byte-table.ts'
import { asBuffer } from '../base/bytes.ts'

/** For each hash the first line that has it, and for each line the next one; counted from 1, so that 0 is none. */
export type LineChains = ReturnType<typeof chainLines>

export function chainLines(lines: string[]) {
  const next = new Uint32Array(lines.length)
  const heads = new Uint32Array(2 ** Math.ceil(Math.log2(lines.length + 1)))
  // From the last to the first, so that equal lines are found in order.
  for (let line = lines.length; line > 0; line--) {
    // There are many empty ones, and nobody looks for them.
    if (lines[line - 1] === '') continue
    const head = hashText(lines[line - 1]!) & (heads.length - 1)
    next[line - 1] = heads[head]!
    heads[head] = line
  }
  return { heads, next }
}

export function findLines({ bytes, starts }: ByteTable, { heads, next }: LineChains, text: string): number[] {
  const wanted = Buffer.from(text)
  const joined = asBuffer(bytes)
  const numbers: number[] = []
  const head = hashText(text) & (heads.length - 1)
  for (let line = heads[head]!; line > 0; line = next[line - 1]!)
    if (wanted.compare(joined, starts[line - 1], starts[line]! - 1) === 0) numbers.push(line - 1)
  return numbers
}
