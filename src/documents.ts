/** Every document that the faces of the service render when the data changes: the one list. */
import packageJson from '../package.json' with { type: 'json' }
import { renderLlms, renderRobots } from './http/discovery.ts'
import { renderOpenApi } from './http/openapi.ts'
import { renderCard, renderCatalog, renderRegistryEntry } from './mcp/card.ts'
import type { RenderDocuments } from './publish/edition.ts'
import { renderHome, renderStylesheet } from './site/home.ts'
import { renderPolicy } from './site/policy.ts'
import { renderScripts } from './site/scripts.ts'

export const renderDocuments: RenderDocuments = edition => [
  renderHome(edition),
  renderStylesheet(),
  renderPolicy(edition),
  ...renderScripts(),
  renderOpenApi(edition),
  renderLlms(edition),
  renderRobots(),
  renderCard(edition, packageJson.version),
  renderCatalog(edition),
  renderRegistryEntry(edition, packageJson.version),
]
