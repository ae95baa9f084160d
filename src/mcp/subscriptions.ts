/** Streams on which clients of the 2026 protocol learn that a resource changed. */
import { createMcpHandler, type McpServer } from '@modelcontextprotocol/server'
import type { Snapshot } from '../publish/snapshot.ts'
import { RESOURCE_URIS, resourceStates } from './resources.ts'

export interface Subscriptions {
  /** A response that stays open until the client or the service ends it. */
  listen(request: Request, body: { params?: unknown }): Promise<Response>
  /** Notifies the clients that listen to a resource that differs from the last Snapshot's. */
  announce(snapshot: Snapshot): void
  /** Ends every stream. */
  close(): Promise<void>
}

export interface SubscriptionOptions {
  /** Declares the capabilities that a subscription is checked against. */
  createServer: () => McpServer
  max: number
  onError: (error: Error) => void
}

export function createSubscriptions({ createServer, max, onError }: SubscriptionOptions): Subscriptions {
  // A handler of its own, so that ending the streams ends no other request.
  const handler = createMcpHandler(createServer, {
    legacy: 'reject',
    maxSubscriptions: max,
    onerror: onError,
  })
  let states: ReadonlyMap<string, string> | undefined

  return {
    listen: (request, body) => handler.fetch(request, { parsedBody: onlyKnownResources(body) }),
    announce(snapshot) {
      const before = states
      states = resourceStates(snapshot)
      if (!before) return
      for (const [uri, state] of states) if (state !== before.get(uri)) handler.notify.resourceUpdated(uri)
    },
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
