/** The same data as resources, for clients that let people pick them. */
import {
  type McpServer,
  ResourceNotFoundError,
  ResourceTemplate,
  type Variables,
} from '@modelcontextprotocol/server'
import { publishedRating } from '../publish/context/aggregate-rating.ts'
import type { Snapshot } from '../publish/snapshot.ts'
import { markUntrusted } from './define-tool.ts'
import { findOneReview } from './resolve-name.ts'
import texts from './resource-texts.json' with { type: 'json' }
import { APP_RESOURCE } from './review-app.ts'
import { type Guarded, protocolError } from './tool-faults.ts'

const JSON_TYPE = { mimeType: 'application/json' }

export function registerResources(server: McpServer, { current, guard }: Guarded): void {
  for (const { name, read } of RESOURCES)
    server.registerResource(
      name,
      uriOf(name),
      { ...texts[name], ...JSON_TYPE },
      guard((uri: URL) => ({ contents: [{ uri: uri.href, ...JSON_TYPE, text: read(current()) }] })),
    )
  const template = new ResourceTemplate('reviews://review/{id}', {
    list: undefined,
    // The SDK looks up what the client sends in it, so it must inherit nothing.
    complete: Object.assign(Object.create(null), {
      id: guard((start: string) => current().idsStartingWith(start)),
    }),
  })
  const read = guard((uri: URL, { id }: Variables) => {
    const found = findOneReview(current(), String(id))
    if ('json' in found)
      return {
        contents: [{ uri: uri.href, ...JSON_TYPE, text: markUntrusted(found.json).toString() }],
      }
    if (!found.removed) throw new ResourceNotFoundError(uri.href)
    throw protocolError('invalid_params', found.problem, { uri: uri.href })
  })
  server.registerResource('review', template, { ...texts.review, ...JSON_TYPE }, read)
}

const uriOf = (name: string) => `reviews://${name}`

interface Resource {
  name: keyof typeof texts
  read(snapshot: Snapshot): string
  /** Differs whenever the content does. */
  state(snapshot: Snapshot): string
}

const readBusiness = ({ business, aggregateRating }: Snapshot) =>
  JSON.stringify({ business, aggregate_rating: publishedRating(aggregateRating) })

const RESOURCES: Resource[] = [
  {
    name: 'business',
    read: readBusiness,
    state: readBusiness,
  },
  {
    name: 'insights',
    read: ({ insights }) => markUntrusted(Buffer.from(JSON.stringify(insights))).toString(),
    state: ({ representations }) => representations.get('/insights.json')!.digest,
  },
  {
    name: 'latest',
    // JSON Feed wants an underscore before the fields of others.
    read: ({ representations }) =>
      markUntrusted(representations.get('/api/feed.json')!.identity.body, '_untrusted').toString(),
    state: ({ representations }) => representations.get('/api/feed.json')!.digest,
  },
]

export const RESOURCE_LIST = {
  resources: [
    ...RESOURCES.map(({ name }) => ({ uri: uriOf(name), name, ...texts[name], ...JSON_TYPE })),
    APP_RESOURCE,
  ],
}

/** The resources with a fixed address: those that clients can subscribe to. */
export const RESOURCE_URIS = RESOURCES.map(({ name }) => uriOf(name))

/** The state of each of them, by address. */
export const resourceStates = (snapshot: Snapshot): ReadonlyMap<string, string> =>
  new Map(RESOURCES.map(({ name, state }) => [uriOf(name), state(snapshot)]))
