/** Streams on which clients of the 2026 protocol learn that a resource changed. */
import { createMcpHandler, type McpServer } from '@modelcontextprotocol/server'
import type { Snapshot } from '../publish/snapshot.ts'
import { RESOURCE_URIS, resourceStates } from './resources.ts'

/** A server from `createServer` declares the capabilities that a subscription is checked against. */
export function createSubscriptions(
  createServer: () => McpServer,
  maxSubscriptions: number,
  onerror: (error: Error) => void,
) {
  // A handler of its own, so that ending the streams ends no other request.
  const handler = createMcpHandler(createServer, { legacy: 'reject', maxSubscriptions, onerror })
  let states: ReadonlyMap<string, string> | undefined

  return {
    /** A response that stays open until the client or the service ends it. */
    listen: (request: Request, body: { params?: unknown }) =>
      handler.fetch(request, { parsedBody: onlyKnownResources(body) }),
    /** Notifies the clients that listen to a resource that differs from the last Snapshot's. */
    announce(snapshot: Snapshot): void {
      const before = states
      states = resourceStates(snapshot)
      if (!before) return
      for (const [uri, state] of states)
        if (state !== before.get(uri)) handler.notify.resourceUpdated(uri)
    },
    /** Ends every stream. */
    close: () => handler.close(),
  }
}

/** The SDK would confirm resources that do not exist, and keep a list of them for as long as the stream is open. */
function onlyKnownResources<Body extends { params?: unknown }>(body: Body): Body {
  const params = body.params as { notifications?: { resourceSubscriptions?: unknown } } | undefined
  const wanted: unknown = params?.notifications?.resourceSubscriptions
  if (!Array.isArray(wanted) || !wanted.every(uri => typeof uri === 'string')) return body
  const resourceSubscriptions = RESOURCE_URIS.filter(uri => wanted.includes(uri))
  return {
    ...body,
    params: { ...params, notifications: { ...params?.notifications, resourceSubscriptions } },
  }
}
