import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { CLIENT_KINDS, connect, reach } from '../../kit/mcp.ts'
import { row, rows } from '../../kit/rows.ts'
import { startBuilder } from '../../kit/snapshot-builder.ts'

/** Five reviews: one withheld as spam, one edited twice, and one edited and then erased. */
async function buildHistory(t: TestContext) {
  const { store, take, build } = await startBuilder(t)
  await take([
    row({ source_id: 'a', text: 'One' }),
    row({ source_id: 'b', text: 'Two' }),
    ...rows(3),
  ])
  const idOf = async (text: string) => {
    const [json] = (await build()).search({ query: text, sort: 'newest', limit: 1 })!.reviews
    return (JSON.parse(Buffer.from(json!).toString()) as { id: string }).id
  }
  const [edited, erased, withheld] = [await idOf('One'), await idOf('Two'), await idOf('number 1')]
  await take([row({ source_id: 'a', text: 'Once' }), row({ source_id: 'b', text: 'Twice' })])
  await take([row({ source_id: 'a', text: 'One more time' })])
  await store.write(async writer => writer.withhold((await writer.find(withheld))!, 'spam'))
  await store.write(async writer => writer.erase((await writer.find(erased))!))
  return { snapshot: await build(), edited, erased, withheld }
}

describe('Removed reviews in MCP', () => {
  for (const kind of CLIENT_KINDS)
    it(`A removed review is reported with the reason and the time, by tools and as a resource (${kind})`, async t => {
      const { snapshot, erased, withheld } = await buildHistory(t)
      await using client = await connect('https://reviews.example', kind, {
        fetch: reach(snapshot),
      })
      for (const [id, op, reason] of [
        [withheld, 'withhold', 'spam'],
        [erased, 'erase', 'erasure_request'],
      ] as const) {
        const { at, seq } = snapshot.log.goneEntry(id)!
        const expected = `id: review ${id} has been removed (410 gone). Removed at ${at}, operation ${op}, reason ${reason}, log entry ${seq}.`
        for (const name of ['get_review', 'fetch']) {
          const { isError, content } = await client.callTool({ name, arguments: { id } })
          assert.equal(isError, true)
          assert.ok(content[0]!.text.startsWith(expected), content[0]!.text)
        }
        const uri = `reviews://review/${id}`
        await assert.rejects(client.readResource({ uri }), {
          code: -32602,
          data: { uri },
          message: /has been removed/,
        })
      }
    })

  it('The tool verify_history counts what was published, is shown, edited and removed, with the checkpoint', async t => {
    const { snapshot } = await buildHistory(t)
    await using client = await connect('https://reviews.example', 'modern', {
      fetch: reach(snapshot),
    })
    const { structuredContent } = await client.callTool({ name: 'verify_history' })
    assert.deepEqual(structuredContent, {
      ...snapshot.history,
      ever_published: 5,
      shown: 3,
      withheld: { spam: 1 },
      removed: { erasure_request: 1 },
      edited: 2,
      log_entries: 10,
      checkpoint: Buffer.from(
        snapshot.representations.get('/log/checkpoint')!.identity.body,
      ).toString(),
      verify_url: 'https://reviews.example/policy',
    })
    assert.deepEqual(
      snapshot.history.removals.map(({ reason, stars }) => [reason, stars]),
      [
        ['spam', 2],
        ['erasure_request', 5],
      ],
    )
  })
})
