/** Renders every document that depends on the data: pages, API description, discovery files and MCP server card. */
import packageJson from '../../package.json' with { type: 'json' }
import { renderApiCatalog, renderLlms, renderRobots } from '../http/discovery-files.ts'
import { describeApi, renderOpenApi } from '../http/openapi/openapi-document.ts'
import { renderCard, renderCatalog, renderRegistryEntry } from '../mcp/server-card.ts'
import { TOOLS } from '../mcp/tools.ts'
import type { RenderContext } from '../publish/context/render-context.ts'
import type { Document } from '../publish/documents/document.ts'
import { renderRatingSummary } from '../publish/documents/rating-summary.ts'
import { renderScripts } from '../site/base/scripts.ts'
import type { ApiDescription } from '../site/developers/schema-tables.ts'
import { renderPages } from '../site/pages/all-pages.ts'
import { renderShared } from '../site/sharing.ts'
import { renderStylesheet } from '../site/style/stylesheet.ts'

/** `verifyPackage` is printed where anyone can check the log with it. */
export function renderDocuments(context: RenderContext, verifyPackage?: string): Document[] {
  const api = describeApi(context)
  const documents: Document[] = [
    ...renderPages(context, api as unknown as ApiDescription, TOOLS, verifyPackage),
    ...renderStylesheet(context),
    ...renderScripts(),
    ...renderShared(context),
    renderRatingSummary(context),
    renderOpenApi(api),
    renderLlms(context),
    renderRobots(context),
    renderApiCatalog(context),
    renderCard(context, packageJson.version),
    renderCatalog(context, packageJson.version),
    renderRegistryEntry(context, packageJson.version),
  ]
  return documents.map(document => ({ ...document, isCompressedLater: true }))
}
