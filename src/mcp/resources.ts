/** The same data as resources, for clients that let a person pick them. */
import { type McpServer, ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server'
import { asBuffer } from '../publish/bytes.ts'
import type { Snapshot } from '../publish/snapshot.ts'

const JSON_TYPE = { mimeType: 'application/json' }
/** As many ids as a client shows when a person begins to write one. */
const COMPLETIONS = 50
const LARGEST_PAGE = 100

export function registerResources(server: McpServer, current: () => Snapshot): void {
  for (const { name, title, description, read } of RESOURCES)
    server.registerResource(name, `reviews://${name}`, { title, description, ...JSON_TYPE }, uri => ({
      contents: [{ uri: uri.href, ...JSON_TYPE, text: read(current()) }],
    }))
  const template = new ResourceTemplate('reviews://review/{id}', {
    list: undefined,
    complete: {
      id: begun =>
        newestIds(current())
          .filter(id => id.startsWith(begun))
          .slice(0, COMPLETIONS),
    },
  })
  const about = { title: 'One review', description: 'A review by its id.', ...JSON_TYPE }
  server.registerResource('review', template, about, (uri, { id }) => {
    const review = current().review(String(id))
    if (!review) throw new ResourceNotFoundError(uri.href)
    return { contents: [{ uri: uri.href, ...JSON_TYPE, text: asBuffer(review).toString() }] }
  })
}

interface FixedResource {
  name: string
  title: string
  description: string
  read(snapshot: Snapshot): string
}

const RESOURCES: FixedResource[] = [
  {
    name: 'business',
    title: 'The business',
    description: 'Contact, hours, services, people, service areas and the average rating.',
    read: ({ business, aggregateRating }) => JSON.stringify({ business, aggregate_rating: aggregateRating }),
  },
  {
    name: 'insights',
    title: 'Insights',
    description: 'Sentiment, aspects, entities, topics and trend of all reviews together.',
    read: ({ insights }) => JSON.stringify(insights),
  },
  {
    name: 'latest',
    title: 'The newest reviews',
    description: 'The 50 newest reviews as JSON Feed.',
    read: ({ representations }) => asBuffer(representations.get('/api/feed.json')!.identity.body).toString(),
  },
]

function newestIds(snapshot: Snapshot): string[] {
  const { reviews } = snapshot.search({ limit: LARGEST_PAGE })!
  return reviews.map(review => (JSON.parse(asBuffer(review).toString()) as { id: string }).id)
}
