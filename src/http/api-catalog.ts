/** The API catalog (RFC 9727), for programs that know only the host name. */

import { FEED_PATHS, MCP_PATH } from '../publish/base/public-paths.ts'
import type { RenderContext } from '../publish/context/render-context.ts'
import type { Document } from '../publish/documents/document.ts'
import { CSV_PATH } from '../publish/documents/reviews-csv.ts'

export const API_CATALOG_PATH = '/.well-known/api-catalog'

export const API_CATALOG_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'

/** The Link header that points to it. */
export const apiCatalogLink = (baseUrl: string) => `<${baseUrl}${API_CATALOG_PATH}>; rel="api-catalog"`

export const renderApiCatalog = (context: Pick<RenderContext, 'baseUrl'>): Document => ({
  path: API_CATALOG_PATH,
  contentType: API_CATALOG_TYPE,
  body: JSON.stringify({ linkset: describeApis(context) }),
})

/** A linkset (RFC 9264) with the relations of RFC 8631, and the other form of the data. */
export function describeApis({ baseUrl }: Pick<RenderContext, 'baseUrl'>) {
  const [api, agents] = [`${baseUrl}/`, baseUrl + MCP_PATH]
  const documentation = [{ href: `${baseUrl}/developers`, type: 'text/html' }]
  const status = [{ href: `${baseUrl}/healthz`, type: 'application/json' }]
  return [
    { anchor: baseUrl + API_CATALOG_PATH, item: [{ href: api }, { href: agents }] },
    {
      anchor: api,
      'service-desc': [{ href: `${baseUrl}/.well-known/openapi.json`, type: 'application/json' }],
      'service-doc': [...documentation, { href: `${baseUrl}/developers.md`, type: 'text/markdown' }],
      'service-meta': [{ href: `${baseUrl}/llms.txt`, type: 'text/plain' }],
      alternate: Object.values(FEED_PATHS).flatMap(({ json, atom }) => [
        { href: baseUrl + json, type: 'application/json' },
        { href: baseUrl + atom, type: 'application/atom+xml' },
      ]),
      status,
    },
    {
      anchor: agents,
      'service-doc': documentation,
      'service-meta': [{ href: `${agents}/server-card`, type: 'application/mcp-server-card+json' }],
      status,
    },
    { anchor: `${baseUrl}/reviews.json`, alternate: [{ href: baseUrl + CSV_PATH, type: 'text/csv' }] },
  ]
}
