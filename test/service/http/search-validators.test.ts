import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { startTestApp } from '../../kit/app.ts'
import { business, row } from '../../kit/rows.ts'
import { startBuilder } from '../../kit/snapshot-builder.ts'

const TEXT = 'The price was much too high. Rosa came on time.'
const SEARCH = '/api/reviews/search?aspect=pricing&sentiment=negative'

async function startApp(t: TestContext) {
  const app = await startTestApp(t)
  const builder = await startBuilder(t, business, async () => [])
  await builder.take([row({ rating: 2, text: TEXT })])
  const ask = async (etag?: string) => {
    const response = await fetch(`${app.url}${SEARCH}`, {
      headers: etag ? { 'if-none-match': etag } : {},
    })
    const body = response.status === 200 ? ((await response.json()) as { matched: number }) : null
    return { status: response.status, etag: response.headers.get('etag')!, matched: body?.matched }
  }
  const show = async () => app.show(await builder.build())
  return { builder, ask, show }
}

describe('The validators of a search', () => {
  it('A search whose matches change by a correction has a new ETag, although no review changed', async t => {
    const { builder, ask, show } = await startApp(t)
    await show()
    const first = await ask()
    assert.equal(first.matched, 1)
    assert.equal((await ask(first.etag)).status, 304)
    const [known] = (await builder.store.changesSince(0, 0)).shown
    await builder.store.write(async writer => {
      await writer.correct(known!, { kind: 'aspects', id: 'pricing', mark: 'not_criticism' })
    })
    await show()
    const { status, matched } = await ask(first.etag)
    assert.deepEqual([status, matched], [200, 0])
  })

  it('A search has the same ETag again when the same data is built from scratch', async t => {
    const one = await startApp(t)
    const other = await startApp(t)
    await one.show()
    await other.show()
    assert.equal((await one.ask()).etag, (await other.ask()).etag)
  })
})
