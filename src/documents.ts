/** Every document that the faces of the service render when the data changes: the one list. */
import packageJson from '../package.json' with { type: 'json' }
import { renderApiCatalog } from './http/api-catalog.ts'
import { renderLlms, renderRobots } from './http/discovery.ts'
import { describeApi, renderOpenApi } from './http/openapi.ts'
import { renderCard, renderCatalog, renderRegistryEntry } from './mcp/card.ts'
import { TOOLS } from './mcp/tools.ts'
import type { RenderDocuments } from './publish/edition.ts'
import { renderRatingSummary } from './publish/rating.ts'
import type { ApiDescription } from './site/developers/api.ts'
import { renderPages } from './site/pages.ts'
import { renderScripts } from './site/scripts.ts'
import { renderShared } from './site/sharing.ts'
import { renderStylesheet } from './site/stylesheet.ts'

export const renderDocuments: RenderDocuments = edition => {
  const api = describeApi(edition)
  return [
    ...renderPages(edition, api as unknown as ApiDescription, TOOLS),
    renderStylesheet(edition),
    ...renderScripts(),
    ...renderShared(edition),
    renderRatingSummary(edition),
    renderOpenApi(api),
    renderLlms(edition),
    renderRobots(edition),
    renderApiCatalog(edition),
    renderCard(edition, packageJson.version),
    renderCatalog(edition),
    renderRegistryEntry(edition, packageJson.version),
  ]
}
