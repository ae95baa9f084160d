import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { headOf, textOf } from '../../../src/ingest/files/decode.ts'
import { FileProblem } from '../../../src/ingest/values/file-problem.ts'

const MARK = '\uFEFF'
const ENCODERS = {
  'UTF-8': (text: string) => Buffer.from(text),
  'UTF-8 with a mark': (text: string) => Buffer.from(MARK + text),
  'UTF-16 LE': (text: string) => Buffer.from(MARK + text, 'utf16le'),
  'UTF-16 BE': (text: string) => Buffer.from(MARK + text, 'utf16le').swap16(),
}

/** At least two bytes a piece: the mark of UTF-16 is not torn apart by any source of bytes. */
async function* inPieces(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const read = async (bytes: Uint8Array, size = 65_536) =>
  (await Array.fromAsync(textOf(inPieces(bytes, size)))).join('')

const anyText = () =>
  fc.string({
    unit: fc.oneof(
      fc.constantFrom('\r', '\n', ',', '"'),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    ),
  })

describe('The text of a file', () => {
  for (const [name, encode] of Object.entries(ENCODERS))
    it(`A file in ${name} is decoded however its bytes are split`, async () => {
      await fc.assert(
        fc.asyncProperty(anyText(), fc.integer({ min: 2, max: 9 }), async (text, size) => {
          fc.pre(!text.startsWith(MARK))
          assert.equal(await read(encode(text), size), text.replace(/\r\n?/g, '\n'))
        }),
      )
    })

  it('A file that is not UTF-8 is rejected, even at its end', async () => {
    for (const bytes of [Buffer.from('Zo\u00eb wrote', 'latin1'), Buffer.from('Zo\u00eb', 'latin1')])
      await assert.rejects(read(bytes), (error: Error) => {
        assert.ok(error instanceof FileProblem)
        return error.message === 'is not text in UTF-8.'
      })
  })

  it('The head of a file is its beginning, even if a character is cut in two', () => {
    const cut = Buffer.from('Zoë').subarray(0, 3)
    assert.equal(headOf(cut, false), 'Zo')
    assert.throws(() => headOf(cut, true), FileProblem)
  })
})
