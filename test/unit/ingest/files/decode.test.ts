import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { detectEncoding, headOf, textOf } from '../../../../src/ingest/files/decode.ts'
import { FileProblem } from '../../../../src/ingest/values/file-problem.ts'
import { ANY_CHARACTER } from '../../../kit/any-character.ts'

const MARK = '\uFEFF'
const ENCODERS = {
  'UTF-8': (text: string) => Buffer.from(text),
  'UTF-8 with a mark': (text: string) => Buffer.from(MARK + text),
  'UTF-16 LE': (text: string) => Buffer.from(MARK + text, 'utf16le'),
  'UTF-16 BE': (text: string) => Buffer.from(MARK + text, 'utf16le').swap16(),
}
const HEADER = 'date,rating,author,text\n'

/** At least two bytes a piece: the mark of UTF-16 is not torn apart by any source of bytes. */
async function* inPieces(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(bytes: Uint8Array, size = 65_536): Promise<string> {
  const encoding = await detectEncoding(bytes, () => inPieces(bytes, size))
  return (await Array.fromAsync(textOf(inPieces(bytes, size), encoding))).join('')
}

/** Windows-1252, for characters that Latin-1 has in the same place. */
const latin1 = (text: string) => Buffer.from(text, 'latin1')

const anyText = () =>
  fc.string({
    unit: fc.oneof(
      fc.constantFrom('\r', '\n', ',', '"'),
      fc.string({ unit: ANY_CHARACTER, minLength: 1, maxLength: 1 }),
    ),
  })

describe('The text of a file', () => {
  for (const [name, encode] of Object.entries(ENCODERS))
    it(`A file in ${name} is decoded however its bytes are split`, async () => {
      await fc.assert(
        fc.asyncProperty(anyText(), fc.integer({ min: 2, max: 9 }), async (text, size) => {
          fc.pre(!/^\uFEFF|\0/.test(text))
          assert.equal(await read(encode(text), size), text.replace(/\r\n?/g, '\n'))
        }),
      )
    })

  it('A file in UTF-16 without a mark is recognized by its header', async () => {
    const text = `${HEADER}2026-01-05,5,Zoë,日本語 and “quotes”`
    const bytes = Buffer.from(text, 'utf16le')
    assert.equal(await read(bytes), text)
    assert.equal(await read(Buffer.from(bytes).swap16()), text)
  })

  it('A file that is not UTF-8 is read as Windows-1252, even if that shows only at its end', async () => {
    assert.equal(await read(latin1(`${HEADER}Zo\u00eb wrote`)), `${HEADER}Zoë wrote`)
    assert.equal(await read(latin1(`${'x'.repeat(200_000)}Zo\u00eb`)), `${'x'.repeat(200_000)}Zoë`)
    assert.equal(await read(latin1('\x93Pr\xe4zise\x94 \x96 \x80 90')), '“Präzise” – € 90')
  })

  it('A file is rejected if it is damaged UTF-8 or no text at all', async () => {
    const damaged = Buffer.concat([Buffer.from('Zoë Müller, Jürgen Groß '), latin1('\u00eb')])
    for (const bytes of [
      damaged,
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0]),
      latin1('Zo\x81'),
    ])
      await assert.rejects(read(bytes), (error: Error) => {
        assert.ok(error instanceof FileProblem)
        return error.message === 'is not text in UTF-8, UTF-16 or Windows-1252.'
      })
  })

  it('The head of a file is its beginning, even if a character is cut in two', () => {
    const cut = Buffer.from('Zoë').subarray(0, 3)
    assert.equal(headOf(cut, 'utf-8', false), 'Zo')
    assert.throws(() => headOf(cut, 'utf-8', true), FileProblem)
  })
})
