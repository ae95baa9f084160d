/** Plain texts in /.well-known: where to report a vulnerability (RFC 9116), rendered per request because it expires; and a proof. */
import type { Snapshot } from '../publish/snapshot.ts'
import { type AnyResponse, bodyOf, type Ctx, respondError, respondWith } from './response.ts'
import type { FileContext, StaticFile } from './static-file.ts'

export const API_CATALOG_PATH = '/.well-known/api-catalog'
/** The Link header that points to it. */
export const apiCatalogLink = (baseUrl: string) =>
  `<${baseUrl}${API_CATALOG_PATH}>; rel="api-catalog"`

export const SECURITY_PATH = '/.well-known/security.txt'
const TEXT = { contentType: 'text/plain; charset=utf-8' }

const VALID_MS = 90 * 24 * 60 * 60 * 1000

export function respondSecurity(c: Ctx, snapshot: Snapshot): AnyResponse {
  const { expires, since } = validityAt(c.env.nowMs)
  const text = renderSecurity(snapshot, expires)
  if (text === null) return respondError(c, 'not_found', NO_CONTACT)
  const lastModified = Math.max(Date.parse(snapshot.lastModified), since.getTime())
  return respondWith(c, bodyOf(text, TEXT), new Date(lastModified).toISOString())
}

export function* securityFiles(snapshot: Snapshot, { nowMs }: FileContext): Generator<StaticFile> {
  const text = renderSecurity(snapshot, validityAt(nowMs).expires)
  if (text !== null) yield { path: SECURITY_PATH, render: () => text }
}

/** Expires at the end of the first month far enough away, so that the bytes change once a month. `since` is when they last did. */
export function validityAt(nowMs: number): { expires: Date; since: Date } {
  const soonest = new Date(nowMs + VALID_MS)
  const [year, month] = [soonest.getUTCFullYear(), soonest.getUTCMonth()]
  return {
    expires: new Date(Date.UTC(year, month + 1)),
    since: new Date(Date.UTC(year, month) - VALID_MS),
  }
}

export const NO_CONTACT = 'This business has no security contact.'

/** null if there is no contact. */
export function renderSecurity(
  { baseUrl, business: { email, url } }: Pick<Snapshot, 'baseUrl' | 'business'>,
  expires: Date,
): string | null {
  // A web address must be https (RFC 9116 §2.5.3).
  const contact = email ? `mailto:${email}` : url?.startsWith('https://') ? url : null
  if (contact === null) return null
  return `Contact: ${contact}
Expires: ${expires.toISOString()}
Preferred-Languages: en
${baseUrl.startsWith('https://') ? `Canonical: ${baseUrl}${SECURITY_PATH}\n` : ''}`
}

/** By this file, the MCP registry verifies who owns the domain. Only the registry reads it, so OpenAPI omits it. */
export const REGISTRY_AUTH_PATH = '/.well-known/mcp-registry-auth'

export function respondRegistryAuth(
  c: Ctx,
  { lastModified }: Snapshot,
  { registryAuth }: { registryAuth?: string | undefined },
): AnyResponse {
  if (registryAuth === undefined)
    return respondError(c, 'not_found', 'The operator has set no proof for the MCP registry.')
  return respondWith(c, bodyOf(`${registryAuth}\n`, TEXT), lastModified)
}
