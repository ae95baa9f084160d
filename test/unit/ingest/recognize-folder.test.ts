import assert from 'node:assert/strict'
import { mkdir, open, symlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { describe, it } from 'node:test'
import { recognizeFolder } from '../../../src/ingest/recognize-folder.ts'
import { makeFolder } from '../../kit/folder.ts'
import { rows } from '../../kit/rows.ts'
import { makeZip } from '../../kit/zip.ts'

const none = () => false

describe('The review files in a folder', () => {
  it('Files with reviews are listed by name with their format and their number of reviews', async t => {
    const { path, write } = await makeFolder(t)
    await write(
      'b.jsonl',
      rows(2)
        .map(row => JSON.stringify(row))
        .join('\n'),
    )
    await write('a.csv', 'source,rating,date,text\ngoogle,5,2026-01-05,Good\n')
    await write('notes.txt', 'Buy milk.')
    await write('empty.json', [])
    const { files, puzzling } = await recognizeFolder(path, none)
    assert.deepEqual(files, [
      { path: join(path, 'a.csv'), format: 'Firsthand reviews', reviews: 1 },
      { path: join(path, 'b.jsonl'), format: 'Firsthand reviews', reviews: 2 },
    ])
    assert.deepEqual(puzzling, [])
  })

  it('Settings, hidden files, other endings, other folders and what the caller names are never opened', async t => {
    const { path, write } = await makeFolder(t)
    for (const name of ['package.json', 'business.json', '.a.json', 'a.json.bak', 'mine.json'])
      await write(name, rows(1))
    for (const name of ['bin', 'more']) await mkdir(join(path, name))
    await write('bin/program.js', '')
    await write('more/a.json', rows(1))
    assert.deepEqual(await recognizeFolder(path, name => name === 'mine.json'), {
      files: [],
      puzzling: [],
      others: [
        { path: join(path, 'a.json.bak'), reason: 'has another ending than files with reviews.' },
        { path: join(path, 'more'), reason: 'is a folder, which may hold some.' },
      ],
    })
  })

  it('Every other file is listed with the reason why it is not imported', async t => {
    const { path, write } = await makeFolder(t)
    await write('a.csv', 'sku,price\n1,2\n')
    await write('b.json', [])
    await write('c.json', '{')
    await write('photo.jpg', '')
    await symlink('nowhere', join(path, 'd.json'))
    const { files, others } = await recognizeFolder(path, none)
    assert.deepEqual(files, [])
    assert.deepEqual(
      others.map(({ path, reason }) => `${basename(path)} ${reason.replace(/(?:;| \().*/, '')}`),
      [
        'a.csv is in no known format',
        'b.json has no reviews that can be read.',
        'c.json line 1: is not valid JSON',
        'd.json is a link that leads nowhere.',
        'photo.jpg has another ending than files with reviews.',
      ],
    )
  })

  it('A folder that a Takeout was unpacked into counts like a file', async t => {
    const { path, write } = await makeFolder(t)
    await mkdir(join(path, 'Takeout'))
    await write('Takeout/reviews.json', rows(3))
    const { files } = await recognizeFolder(path, none)
    assert.deepEqual(
      files.map(({ path, reviews }) => [path.endsWith('Takeout'), reviews]),
      [[true, 3]],
    )
  })

  it('A table that may be reviews comes with a guess at its columns and without the list of formats', async t => {
    const { path, write } = await makeFolder(t)
    await write('sheet.csv', 'Score,When\n5,2026-01-05\n')
    await write('dates.csv', 'source,rating,date,text\ngoogle,5,05/01/2026,Good\n')
    const { files, puzzling } = await recognizeFolder(path, none)
    assert.deepEqual(files, [])
    const [dates, sheet] = puzzling
    assert.match(dates!.problem, /--date-order/)
    assert.equal('guess' in dates!, false)
    assert.deepEqual(sheet!.guess, { rating: 'Score', date: 'When' })
    assert.doesNotMatch(sheet!.problem, /Known formats/)
  })

  it('A file larger than 512 MiB is left to an explicit import', async t => {
    for (const [size, found] of [
      [512 * 2 ** 20, 1],
      [512 * 2 ** 20 + 1, 0],
    ] as const) {
      const { path } = await makeFolder(t)
      await writeZipOfSize(join(path, 'export.zip'), size)
      assert.equal((await recognizeFolder(path, none)).files.length, found, String(size))
    }
  })
})

/** A zip with a review and a hole between its entry and its directory, which takes no room on disk. */
async function writeZipOfSize(path: string, size: number): Promise<void> {
  const zip = makeZip([{ name: 'a.json', content: JSON.stringify(rows(1)) }])
  const start = zip.readUInt32LE(zip.length - 6)
  const directory = Buffer.from(zip.subarray(start))
  const position = size - directory.length
  directory.writeUInt32LE(position, directory.length - 6)
  const file = await open(path, 'w')
  await file.write(zip, 0, start, 0)
  await file.write(directory, 0, directory.length, position)
  await file.close()
}
