import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import yauzl from 'yauzl'
import {
  MAPS_REVIEWS,
  makeMapsTakeout,
  makeTakeout,
  mapsReviews,
  takeoutReviews,
} from '../../kit/takeout.ts'

async function unpack(path: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {}
  const zip = await yauzl.openPromise(path)
  for await (const entry of zip.eachEntry())
    files[entry.fileName] = await text(await zip.openReadStreamPromise(entry))
  return files
}

describe('the Takeout of the test kit', () => {
  it('The Takeout is the same as a folder and as a zip', async t => {
    const { folder, zip } = await makeTakeout(t)
    const root = dirname(folder)
    const names = globSync('Takeout/**/*.json', { cwd: root })
    const files = Object.fromEntries(
      names.map(name => [name, readFileSync(join(root, name), 'utf8')]),
    )
    assert.deepEqual(await unpack(zip), files)
  })

  it('The Takeout has every review, in pages and under both accounts', async t => {
    const { zip } = await makeTakeout(t)
    const pages = Object.entries(await unpack(zip)).filter(([name]) =>
      /\/reviews[^/]*\.json$/.test(name),
    )
    assert.equal(pages.length, 4)
    const names: string[] = pages.flatMap(([, page]) =>
      JSON.parse(page).reviews.map((one: { name: string }) => one.name),
    )
    const ids = names.map(name => name.split('/').at(-1)!)
    assert.deepEqual([...new Set(ids)].toSorted(), takeoutReviews.ids)
    assert.ok(ids.length > takeoutReviews.ids.length)
  })

  it('The wrong part of a Takeout has only Maps reviews', async t => {
    const { zip } = await makeMapsTakeout(t)
    const files = await unpack(zip)
    assert.deepEqual(Object.keys(files), [MAPS_REVIEWS])
    assert.deepEqual(JSON.parse(files[MAPS_REVIEWS]!), mapsReviews)
  })
})
