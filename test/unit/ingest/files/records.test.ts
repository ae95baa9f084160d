import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { InputFile } from '../../../../src/ingest/files/input-file.ts'
import { linesOf } from '../../../../src/ingest/files/json-records.ts'
import { openRecords } from '../../../../src/ingest/files/records.ts'
import { openInnerZip } from '../../../../src/ingest/files/zip.ts'
import { FileProblem } from '../../../../src/ingest/values/file-problem.ts'

const MIB = 1 << 20

/** States a size, like the directory of a zip, so that no test has to hold so many bytes. */
const stating = (size: number, text: string): InputFile => ({
  name: 'large',
  size,
  async *bytes() {
    yield Buffer.from(text)
  },
})

const problem = (message: RegExp) => (error: unknown) =>
  error instanceof FileProblem && message.test(error.message)

describe('The size of what is read at once', () => {
  it('A JSON document or web page larger than 256 MiB is rejected with a way out, and a table is not', async () => {
    for (const text of [
      '{"reviews":[]}',
      '<script type="application/ld+json">{"@type":"Review"}</script>',
    ]) {
      await openRecords(stating(256 * MIB, text))
      await assert.rejects(
        openRecords(stating(256 * MIB + 1, text)),
        problem(/larger than 256 MiB\..*CSV or JSON lines/),
      )
    }
    for (const text of ['rating,date\n5,2026-01-05', '{"rating":5}\n{"rating":4}'])
      assert.equal(
        (await openRecords(stating(2048 * MIB, text))).samples[0]?.fields.has('rating'),
        true,
      )
  })

  it('A zip inside another file is rejected above 128 MiB', async () => {
    const opening = (size: number) => openInnerZip(stating(size, 'no zip'))
    await assert.rejects(
      opening(128 * MIB + 1),
      problem(/larger than 128 MiB\. Import it on its own/),
    )
    await assert.rejects(opening(128 * MIB), problem(/is a zip file that cannot be read/))
  })

  it('A line that does not end is rejected with its number', async () => {
    async function* endless() {
      yield '{}\n'
      for (let piece = 0; piece < 66; piece++) yield 'x'.repeat(MIB)
    }
    await assert.rejects(
      Array.fromAsync(linesOf(endless())),
      problem(/^line 2: is too long for one review$/),
    )
  })
})

describe('The samples of a file', () => {
  it('The samples are the first twenty records that are objects', async () => {
    const records = Array.from({ length: 25 }, (_, number) => ({ [`field ${number}`]: number }))
    for (const text of [
      JSON.stringify(records),
      records.map(record => JSON.stringify(record)).join('\n'),
    ]) {
      const { samples } = await openRecords(stating(text.length, text))
      assert.deepEqual(
        samples.map(({ first }) => first),
        records.slice(0, 20),
      )
    }
    const { samples } = await openRecords(stating(9, '[5,null,{"rating":5},["x"]]'))
    assert.deepEqual(
      samples.map(({ first }) => first),
      [{ rating: 5 }],
    )
  })
})
