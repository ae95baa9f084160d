/** Lists every document that is rendered when somebody asks for it: pages, API description, discovery files and MCP server card. */
import packageJson from '../../package.json' with { type: 'json' }
import {
  LLMS_PATH,
  ROBOTS_PATH,
  renderApiCatalog,
  renderLlms,
  renderRobots,
} from '../http/discovery-files.ts'
import { describeApi, OPENAPI_PATH, renderOpenApi } from '../http/openapi/openapi-document.ts'
import { API_CATALOG_PATH } from '../http/well-known-texts.ts'
import * as cards from '../mcp/server-card.ts'
import { TOOLS } from '../mcp/tools.ts'
import { once } from '../model/once-per.ts'
import { type DocumentSet, documentAt } from '../publish/documents/document.ts'
import { RATING_PATH, renderRatingSummary } from '../publish/documents/rating-summary.ts'
import type { Snapshot } from '../publish/snapshot.ts'
import { renderScripts, SCRIPT_PATHS } from '../site/base/scripts.ts'
import type { ApiDescription } from '../site/developers/schema-tables.ts'
import { listPages } from '../site/pages/all-pages.ts'
import { listShared } from '../site/sharing.ts'
import { renderStylesheet, STYLESHEET_PATH } from '../site/style/stylesheet.ts'

/** `verifyPackage` is printed where anyone can check the log with it. */
export function listDocuments(snapshot: Snapshot, verifyPackage?: string): DocumentSet[] {
  const context = snapshot.context()
  const { version } = packageJson
  const api = once(() => describeApi(context))
  return [
    ...listPages(snapshot, () => api() as unknown as ApiDescription, TOOLS, verifyPackage),
    { paths: [STYLESHEET_PATH], render: () => renderStylesheet(context) },
    { paths: SCRIPT_PATHS, render: renderScripts },
    ...listShared(context),
    documentAt(RATING_PATH, () => renderRatingSummary(context)),
    documentAt(OPENAPI_PATH, () => renderOpenApi(api())),
    documentAt(LLMS_PATH, () => renderLlms(context)),
    documentAt(ROBOTS_PATH, () => renderRobots(context)),
    documentAt(API_CATALOG_PATH, () => renderApiCatalog(context)),
    documentAt(cards.SERVER_CARD_PATH, () => cards.renderCard(context, version)),
    documentAt(cards.CATALOG_PATH, () => cards.renderCatalog(context, version)),
    documentAt(cards.REGISTRY_ENTRY_PATH, () => cards.renderRegistryEntry(context, version)),
  ]
}
