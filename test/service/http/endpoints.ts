/** Every public address, for tests that apply to all of them. */
import { API_CATALOG_TYPE } from '../../../src/http/discovery-files.ts'
import { API_CATALOG_PATH } from '../../../src/http/well-known-texts.ts'

export interface Endpoint {
  path: string
  type: string
}

const JSON_TYPE = 'application/json'

export const TOPICS: Endpoint[] = [
  { path: '/reviews.json', type: JSON_TYPE },
  { path: '/api/feed.json', type: JSON_TYPE },
  { path: '/feed.xml', type: 'application/atom+xml' },
  { path: '/api/changes.json', type: JSON_TYPE },
  { path: '/changes.xml', type: 'application/atom+xml' },
]

/** Prebuilt documents. */
export const PREBUILT: Endpoint[] = [
  ...TOPICS,
  { path: '/insights.json', type: JSON_TYPE },
  { path: '/rating.json', type: JSON_TYPE },
  { path: '/badge.svg', type: 'image/svg+xml' },
  { path: '/badge-light.svg', type: 'image/svg+xml' },
  { path: '/badge-dark.svg', type: 'image/svg+xml' },
  { path: '/embed', type: 'text/html; charset=utf-8' },
  { path: '/embed/reviews', type: 'text/html; charset=utf-8' },
  { path: '/.well-known/openapi.json', type: JSON_TYPE },
  { path: '/', type: 'text/html; charset=utf-8' },
  { path: '/site.css', type: 'text/css; charset=utf-8' },
  { path: '/llms.txt', type: 'text/plain; charset=utf-8' },
  { path: API_CATALOG_PATH, type: API_CATALOG_TYPE },
  { path: '/robots.txt', type: 'text/plain; charset=utf-8' },
  { path: '/log/openings.json', type: JSON_TYPE },
  { path: '/log/checkpoint', type: 'text/plain; charset=utf-8' },
  { path: '/log/key', type: 'text/plain; charset=utf-8' },
]

/** Where there are reviews from that year. */
export const YEAR: Endpoint = { path: '/reviews/2020.json', type: JSON_TYPE }

/** Made while they are sent. */
export const STREAMED: Endpoint[] = [
  { path: '/reviews.csv', type: 'text/csv; charset=utf-8; header=present' },
  { path: '/reviews.jsonl', type: 'application/jsonl' },
  YEAR,
]

/** Responses built per request. */
export const PER_REQUEST: Endpoint[] = [
  ...STREAMED,
  { path: '/api/reviews/search?limit=100', type: JSON_TYPE },
  { path: '/api/reviews/since/2020-01-01', type: JSON_TYPE },
  { path: '/api/reviews/changes', type: JSON_TYPE },
  { path: '/api/log/proof?from=0', type: JSON_TYPE },
]

export const DATA: Endpoint[] = [...PREBUILT, ...PER_REQUEST]

export const STATUS: Endpoint[] = [
  { path: '/healthz', type: JSON_TYPE },
  { path: '/readyz', type: JSON_TYPE },
]

export const ALL: Endpoint[] = [...DATA, ...STATUS]
