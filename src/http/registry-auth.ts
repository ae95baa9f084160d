/** The file by which the MCP registry verifies who owns the domain. Only the registry reads it, so OpenAPI omits it. */
import { digestOf } from '../publish/pieces/content-digest.ts'
import type { Snapshot } from '../publish/snapshot.ts'
import { bodyFrom, type Ctx, respondError, respondWith } from './response.ts'

export const REGISTRY_AUTH_PATH = '/.well-known/mcp-registry-auth'
const TEXT = 'text/plain; charset=utf-8'

export function respondRegistryAuth(
  c: Ctx,
  { lastModified }: Snapshot,
  proof: string | undefined,
): Response | Promise<Response> {
  if (proof === undefined)
    return respondError(c, 'not_found', 'The operator has set no proof for the MCP registry.')
  const body = Buffer.from(`${proof}\n`)
  return respondWith(c, { ...bodyFrom(digestOf(body), body), contentType: TEXT }, lastModified)
}
