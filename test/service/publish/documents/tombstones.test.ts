import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { row, rows } from '../../../kit/rows.ts'
import {
  readJson,
  readText,
  startBuilder,
  type TestBuilder,
} from '../../../kit/snapshot-builder.ts'
import { childrenOf, type Element, parseXml, textOf } from '../../../kit/xml.ts'

async function readFeeds({ build }: TestBuilder) {
  const snapshot = await build()
  return {
    json: readJson(snapshot, '/api/feed.json'),
    atom: parseXml(readText(snapshot, '/feed.xml')),
    changes: readJson(snapshot, '/api/changes.json'),
  }
}

const idOf = (item: { id: string }) => item.id

/** The Atom ids by the ids of reviews. */
const urnsIn = (atom: Element) =>
  new Map(
    childrenOf(atom, 'entry').map(entry => [
      childrenOf(entry, 'link')[0]!.attributes.href!.split('/').at(-1)!,
      textOf(entry, 'id'),
    ]),
  )

describe('Removed reviews in the feeds', () => {
  it('Both feeds name the reviews that were removed in 90 days, and nothing else about them', async t => {
    const builder = await startBuilder(t)
    const { store, clock } = builder
    await builder.take(rows(5))
    const before = await readFeeds(builder)
    assert.deepEqual([before.json._deleted, before.atom.attributes['xmlns:at']], [[], undefined])
    const [shown, first, second, third, old] = before.json.items.map(idOf)
    const withhold = (id: string) =>
      store.write(async writer => writer.withhold((await writer.find(id))!, 'spam'))
    await withhold(old)
    clock.now = '2026-11-15T12:00:00.001Z'
    await withhold(first)
    await withhold(second)
    clock.now = '2027-02-01T00:00:00.000Z'
    await store.write(async writer => writer.erase((await writer.find(first))!))
    clock.now = '2027-02-13T12:00:00.001Z'
    await withhold(third)
    const { json, atom, changes } = await readFeeds(builder)
    assert.deepEqual(json.items.map(idOf), [shown])
    assert.deepEqual(json._deleted, [
      { id: third, at: '2027-02-13T12:00:00.001Z' },
      { id: first, at: '2027-02-01T00:00:00.000Z' },
      { id: second, at: '2026-11-15T12:00:00.001Z' },
    ])
    const urns = urnsIn(before.atom)
    assert.deepEqual(
      childrenOf(atom, 'at:deleted-entry').map(({ attributes, children, text }) => [
        attributes,
        children,
        text,
      ]),
      json._deleted.map(({ id, at }: { id: string; at: string }) => [
        { ref: urns.get(id), when: at },
        [],
        '',
      ]),
    )
    assert.equal(atom.attributes['xmlns:at'], 'http://purl.org/atompub/tombstones/1.0')
    assert.equal(changes._deleted, undefined)
    await store.write(async writer => writer.restore((await writer.find(third))!))
    assert.deepEqual((await readFeeds(builder)).json._deleted.map(idOf), [first, second])
  })

  it('No entry is updated before it is published', async t => {
    const builder = await startBuilder(t)
    await builder.take([
      row({ source_id: 'early', date: '2026-03-05', updated_at: '2026-03-05T08:15:00.250Z' }),
      row({ source_id: 'late', date: '2026-03-04', updated_at: '2026-03-06T08:15:00Z' }),
    ])
    const { json, atom } = await readFeeds(builder)
    assert.deepEqual(
      json.items.map((item: { date_published: string }) => item.date_published),
      ['2026-03-05T08:15:00Z', '2026-03-04T12:00:00Z'],
    )
    for (const entry of childrenOf(atom, 'entry'))
      assert.ok(Date.parse(textOf(entry, 'published')) <= Date.parse(textOf(entry, 'updated')))
  })
})
