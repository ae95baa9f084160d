/** The rating and the reviews as an interactive view, for clients that support MCP Apps (SEP-1865). Others see no difference. */
import type { McpServer } from '@modelcontextprotocol/server'
import { MCP_APP_PATH } from '../publish/base/public-paths.ts'

const EXTENSION = 'io.modelcontextprotocol/ui'
const APP_URI = 'ui://reviews/list'
const HTML_TYPE = 'text/html;profile=mcp-app'

/** Tools whose results the view shows. */
const SHOWN_BY: ReadonlySet<string> = new Set(['get_business', 'search_reviews'])

/** In the list of tools. */
export const appMeta = (tool: string) =>
  SHOWN_BY.has(tool) ? { _meta: { ui: { resourceUri: APP_URI } } } : {}

/** `capabilities` are what a client says it can do. */
export function supportsApps(capabilities: unknown): boolean {
  const { extensions } = (capabilities ?? {}) as { extensions?: unknown }
  return (
    typeof extensions === 'object' && extensions !== null && Object.hasOwn(extensions, EXTENSION)
  )
}

/** In the list of resources. */
export const APP_RESOURCE = {
  uri: APP_URI,
  name: 'review-list',
  title: 'The rating and reviews',
  description: 'An interactive view for clients that support MCP Apps.',
  mimeType: HTML_TYPE,
}

export function registerReviewApp(server: McpServer, baseUrl: string): void {
  const { origin } = new URL(baseUrl)
  const meta = {
    ui: { csp: { connectDomains: [origin], resourceDomains: [origin] }, prefersBorder: false },
  }
  const { name, uri: address, ...described } = APP_RESOURCE
  server.registerResource(name, address, { ...described, _meta: meta }, uri => ({
    contents: [{ uri: uri.href, mimeType: HTML_TYPE, text: renderView(baseUrl), _meta: meta }],
  }))
}

/** BASE_URL is the operator's, so it needs no escaping beyond what a URL has. */
const renderView = (baseUrl: string) => `<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<title>Reviews</title>
<style>body { margin: 0 }</style>
<reviews-widget limit="6" theme="auto"></reviews-widget>
<script type="module" src="${baseUrl}${MCP_APP_PATH}"></script>
</html>
`
