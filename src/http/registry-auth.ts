/** The file by which the MCP registry verifies who owns the domain. Only the registry reads it, so OpenAPI omits it. */
import type { Snapshot } from '../publish/snapshot.ts'
import { type AnyResponse, bodyOf, type Ctx, respondError, respondWith } from './response.ts'

export const REGISTRY_AUTH_PATH = '/.well-known/mcp-registry-auth'
const TEXT = { contentType: 'text/plain; charset=utf-8' }

export function respondRegistryAuth(
  c: Ctx,
  { lastModified }: Snapshot,
  { registryAuth }: { registryAuth?: string | undefined },
): AnyResponse {
  if (registryAuth === undefined)
    return respondError(c, 'not_found', 'The operator has set no proof for the MCP registry.')
  return respondWith(c, bodyOf(`${registryAuth}\n`, TEXT), lastModified)
}
