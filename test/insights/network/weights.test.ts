import assert from 'node:assert/strict'
import { readdir, readFile, stat } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { openWeights } from '../../../src/insights/network/weights.ts'
import { assemble } from '../../../train/assemble.ts'

const folder = new URL('../../../weights/', import.meta.url)
const file = await readFile(new URL('polarity.bin', folder))
const HEADER_LENGTH = file.readUInt32LE(0)

/** The file with another header of the same length. */
function withHeader(change: (header: string) => string): Uint8Array {
  const header = change(file.subarray(4, 4 + HEADER_LENGTH).toString()).padEnd(HEADER_LENGTH)
  return Buffer.concat([file.subarray(0, 4), Buffer.from(header), file.subarray(4 + HEADER_LENGTH)])
}

describe('The weights', () => {
  it('The shipped loops are what train/gru.wat assembles to', async () => {
    assert.deepEqual(await readFile(new URL('gru.wasm', folder)), Buffer.from(await assemble()))
  })

  it('The weights are small enough to ship with the package', async () => {
    const sizes = await Promise.all(
      (await readdir(folder)).map(async name => (await stat(new URL(name, folder))).size),
    )
    const bytes = sizes.reduce((sum, size) => sum + size, 0)
    assert.ok(bytes <= 10_000_000, `${bytes} bytes`)
  })

  it('The vocabulary is as large as the header says and has no duplicates', () => {
    const { words } = openWeights(file)
    assert.equal(words.length, new Set(words).size)
    assert.equal(words.length, JSON.parse(file.subarray(4, 4 + HEADER_LENGTH).toString()).words)
  })

  it('A truncated weights file is rejected with a clear message', () => {
    for (const length of [file.length - 1, file.length / 2, 4 + HEADER_LENGTH])
      assert.throws(() => openWeights(file.subarray(0, length)), {
        message: 'The weights file is truncated.',
      })
  })

  it('A weights file with another header is rejected with a clear message', () => {
    const message = 'Not a weights file, or one of another version.'
    const wrong = [
      new Uint8Array(),
      Buffer.from('GIF'),
      Buffer.from('{"digest": "looks like a header"}'),
      file.subarray(0, 4 + HEADER_LENGTH / 2),
      withHeader(header => header.replace('"digest"', '"digits"')),
      withHeader(header => header.replace('{', '[')),
    ]
    for (const bytes of wrong) assert.throws(() => openWeights(bytes), { message })
  })

  it('A missing array is named in the error', () => {
    assert.throws(() => openWeights(file).floats('sideways'), { message: 'The weights have no sideways.' })
  })
})
