import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { BrokenForm, boundaryOf, readMultipart } from '../../src/desk/base/multipart.ts'
import { fileForm } from '../kit/desk.ts'

async function partsOf(
  form: Buffer,
  size: number,
  boundary = 'b',
): Promise<[string, string | null, string][]> {
  const parts: [string, string | null, string][] = []
  async function* chunks() {
    for (let start = 0; start < form.length; start += size) yield form.subarray(start, start + size)
  }
  await readMultipart(chunks(), boundary, ({ name, fileName }) => {
    let text = ''
    return {
      write(bytes) {
        text += Buffer.from(bytes).toString('latin1')
      },
      end: () => void parts.push([name, fileName, text]),
    }
  })
  return parts
}

describe('A form with a file', () => {
  it('A form is read the same however its bytes arrive, boundaries torn apart included', async () => {
    const content = 'a\r\n--\r\n--c\r\n-\r\n--'
    const form = fileForm('b', 'token', 'x "1".csv'.replaceAll('"', '%22'), content)
    for (const size of [1, 2, 3, 5, 7, 64, form.length])
      assert.deepEqual(await partsOf(form, size), [
        ['csrf', null, 'token'],
        ['file', 'x "1".csv', content],
      ])
  })

  it('An empty file is a part without bytes', async () => {
    assert.deepEqual((await partsOf(fileForm('b', '', 'x', ''), 4))[1], ['file', 'x', ''])
  })

  it('A form that ends early, has no name or never ends its header is rejected', async () => {
    const whole = fileForm('b', 'token', 'x', 'abc')
    const broken = [
      whole.subarray(0, -6),
      Buffer.from('hello'),
      Buffer.from('--b\r\nX: y\r\n\r\nabc\r\n--b--\r\n'),
      Buffer.from(`--b\r\n${'x'.repeat(20_000)}`),
    ]
    for (const form of broken) await assert.rejects(partsOf(form, 100), BrokenForm)
  })

  it('The boundary is taken from the type of a form, and from no other type', () => {
    assert.equal(boundaryOf('multipart/form-data; boundary=abc'), 'abc')
    assert.equal(boundaryOf('Multipart/Form-Data; charset=utf-8; boundary="a b"'), 'a b')
    for (const type of ['', 'text/plain; boundary=a', 'multipart/form-data', 'multipart/mixed; boundary=a'])
      assert.equal(boundaryOf(type), null, type)
  })
})
