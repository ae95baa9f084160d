import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { borrowPage } from '../../../kit/borrow-page.ts'
import { shareBrowser } from '../../../kit/browser.ts'
import { CLIENT_KINDS, connect } from '../../../kit/mcp.ts'
import { rows } from '../../../kit/rows.ts'
import { until } from '../../../kit/service.ts'
import { shareService } from '../../../kit/shared.ts'
import { startTestWebServer } from '../../../kit/web-server.ts'

const UI = { extensions: { 'io.modelcontextprotocol/ui': {} } }
const APP_URI = 'ui://reviews/list'

/** A client that shows the view in a frame without an origin, as clients do, and notes what the view sends. */
const HOST = `<!DOCTYPE html><html lang="en"><title>Client</title>
<iframe title="View" sandbox="allow-scripts"></iframe>
<script>
const frame = document.querySelector('iframe')
window.received = []
window.tell = message => frame.contentWindow.postMessage({ jsonrpc: '2.0', ...message }, '*')
addEventListener('message', ({ data }) => {
  received.push(data)
  if (data.method === 'ui/initialize')
    tell({ id: data.id, result: { protocolVersion: '2026-01-26', hostInfo: {}, hostCapabilities: {}, hostContext: { theme: 'dark' } } })
})
fetch('/view').then(response => response.text()).then(view => { frame.srcdoc = view })
</script>`

describe('The view for MCP Apps', () => {
  const shared = shareService({
    rows: rows(30, number => ({
      text: number % 3 === 0 ? 'Rosa was late.' : 'Great work.',
      rating: number % 3 === 0 ? 2 : 5,
    })),
  })
  const chromium = shareBrowser()

  for (const kind of CLIENT_KINDS) {
    it(`A client (${kind}) that supports MCP Apps is told of the view, and can read it`, async () => {
      await using client = await connect(shared.url, kind, { capabilities: UI })
      const { tools } = await client.listTools()
      const linked = tools.filter(tool => '_meta' in tool)
      assert.deepEqual(linked.map(({ name }) => name).sort(), ['get_business', 'search_reviews'])
      for (const tool of linked)
        assert.deepEqual((tool as { _meta?: unknown })._meta, { ui: { resourceUri: APP_URI } })
      const [view] = (await client.readResource({ uri: APP_URI })).contents
      assert.equal(view!.mimeType, 'text/html;profile=mcp-app')
      assert.match(view!.text, /<reviews-widget /)
    })

    it(`A client (${kind}) that does not support MCP Apps sees the same tools, and the view as a resource`, async () => {
      await using client = await connect(shared.url, kind)
      const { tools } = await client.listTools()
      assert.ok(tools.every(tool => !('_meta' in tool)))
      const { resources } = await client.listResources()
      assert.deepEqual(
        resources.map(({ uri }) => uri),
        ['reviews://business', 'reviews://insights', 'reviews://latest', APP_URI],
      )
    })
  }

  async function open(t: Parameters<typeof startTestWebServer>[0]) {
    await using client = await connect(shared.url, 'legacy')
    const [view] = (await client.readResource({ uri: APP_URI })).contents
    const side = await startTestWebServer(t, ({ url }, outgoing) => {
      outgoing.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      outgoing.end(url === '/view' ? view!.text : HOST)
    })
    const page = await borrowPage(t, chromium.browser)
    await page.goto(side.url)
    const received = async () =>
      (await page.evaluate('received')) as {
        method?: string
        params: { height?: number; url?: string }
      }[]
    const hasSent = async (method: string) =>
      (await received()).some(message => message.method === method)
    await until(() => hasSent('ui/notifications/initialized'))
    const frame = page.frameLocator('iframe')
    return { page, frame, received, hasSent, count: frame.locator('reviews-widget [part~=count]') }
  }

  it('The view shows the reviews that the tool was asked for, in the theme of the client', async t => {
    const { page, frame, count } = await open(t)
    await count.filter({ hasText: 'of 30 reviews' }).waitFor()
    assert.equal(await frame.locator('reviews-widget').getAttribute('theme'), 'dark')
    const given = { max_rating: 2, words: 'late', limit: 3, cursor: 'x' }
    const message = { method: 'ui/notifications/tool-input', params: { arguments: given } }
    await page.evaluate(`tell(${JSON.stringify(message)})`)
    await count.filter({ hasText: '3 of 10 matching reviews' }).waitFor()
    assert.equal(await frame.locator('[part~=review]').count(), 3)
  })

  it('The view tells the client how tall it is, and asks it to open links', async t => {
    const { frame, received, hasSent, count } = await open(t)
    await count.waitFor()
    await until(() => hasSent('ui/notifications/size-changed'))
    const { params } = (await received()).findLast(
      ({ method }) => method === 'ui/notifications/size-changed',
    )!
    assert.ok(Number(params.height) > 100)
    await frame.locator('[part~=more]').click()
    await until(() => hasSent('ui/open-link'))
    const link = (await received()).find(({ method }) => method === 'ui/open-link')!
    assert.match(String(link.params.url), /\/reviews/)
  })
})
