import assert from 'node:assert/strict'
import { readdir, readFile, stat } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { openWeights } from '../../../../src/insights/network/weights.ts'
import { assemble } from '../../../../train/assemble.ts'
import { makeWeightsFile, WORDS } from './random-weights.ts'

const folder = new URL('../../../../weights/', import.meta.url)
const file = Buffer.from(makeWeightsFile({ layers: 1, width: 32, inner: 64 }))
const HEADER_LENGTH = file.readUInt32LE(0)

/** The file with another header of the same length. */
function withHeader(change: (header: string) => string): Uint8Array {
  const header = change(file.subarray(4, 4 + HEADER_LENGTH).toString()).padEnd(HEADER_LENGTH)
  return Buffer.concat([file.subarray(0, 4), Buffer.from(header), file.subarray(4 + HEADER_LENGTH)])
}

describe('The weights', () => {
  it('The shipped loops are what train/reader.wat assembles to', async () => {
    assert.deepEqual(await readFile(new URL('reader.wasm', folder)), Buffer.from(await assemble()))
  })

  it('The weights are small enough to ship with the package', async () => {
    const sizes = await Promise.all(
      (await readdir(folder)).map(async name => (await stat(new URL(name, folder))).size),
    )
    const bytes = sizes.reduce((sum, size) => sum + size, 0)
    assert.ok(bytes <= 12_000_000, `${bytes} bytes`)
  })

  it('Texts are read line by line', () => {
    assert.deepEqual(openWeights(file).lines('words'), WORDS)
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
      withHeader(header => header.replace('"heads":1', '"heads":2')),
      withHeader(header => header.replace('"inner":64', '"inner":63')),
    ]
    for (const bytes of wrong) assert.throws(() => openWeights(bytes), { message })
  })

  it('A missing array is named in the error', () => {
    assert.throws(() => openWeights(file).floats('sideways'), {
      message: 'The weights have no sideways.',
    })
  })
})
