/** The presets: how services that deliver reviews are asked, as their public documentation describes it. */
import type { Paging, PRESETS, ReviewSource, Secret } from '../../model/review-source.ts'

/** A source with everything that it takes to fetch it. */
export interface PullTarget {
  url: URL
  headers: Record<string, Secret>
  query: Record<string, Secret>
  paging: Paging | undefined
  /** Where to trade a refresh token for the access token of each pull. */
  oauth?: { url: URL; clientId: Secret; clientSecret: Secret; refreshToken: Secret }
  /** Some services collect the reviews while we wait. */
  patienceMs?: number
}

type Preset = (
  id: string,
  at: (path: string) => URL,
  origin: string | undefined,
) => Omit<PullTarget, 'query'> & {
  query?: PullTarget['query']
}

const secret = (name: string, prefix = ''): Secret => ({ env: `PULL_${name}`, prefix })
const COLLECTING_MS = 300_000

const TARGETS: Record<(typeof PRESETS)[number], { origin: string; target: Preset }> = {
  /** Business Profile API v4, accounts.locations.reviews.list. The id is accounts/…/locations/…. */
  google: {
    origin: 'https://mybusiness.googleapis.com',
    target: (id, at, origin) => ({
      url: at(`/v4/${path(id)}/reviews?pageSize=50`),
      headers: {},
      paging: { token: 'nextPageToken', parameter: 'pageToken' },
      oauth: {
        url: new URL('/token', origin ?? 'https://oauth2.googleapis.com'),
        clientId: secret('GOOGLE_CLIENT_ID'),
        clientSecret: secret('GOOGLE_CLIENT_SECRET'),
        refreshToken: secret('GOOGLE_REFRESH_TOKEN'),
      },
    }),
  },
  /** Google Maps Reviews, synchronously. The id is a place id. */
  outscraper: {
    origin: 'https://api.app.outscraper.com',
    target: (id, at) => ({
      url: at(`/maps/reviews-v3?query=${value(id)}&reviewsLimit=250&sort=newest&async=false`),
      headers: { 'X-API-KEY': secret('OUTSCRAPER_KEY') },
      paging: undefined,
      patienceMs: COLLECTING_MS,
    }),
  },
  /** The Google Maps Reviews engine. The id is a data id, 0x…:0x…. */
  serpapi: {
    origin: 'https://serpapi.com',
    target: (id, at) => ({
      url: at(`/search.json?engine=google_maps_reviews&data_id=${value(id)}&sort_by=newestFirst`),
      headers: {},
      query: { api_key: secret('SERPAPI_KEY') },
      paging: { token: 'serpapi_pagination.next_page_token', parameter: 'next_page_token' },
    }),
  },
  /** The results of the last successful run of a task. The id is user~task. */
  apify: {
    origin: 'https://api.apify.com',
    target: (id, at) => ({
      url: at(
        `/v2/actor-tasks/${value(id)}/runs/last/dataset/items?status=SUCCEEDED&format=json&clean=true&limit=1000`,
      ),
      headers: { Authorization: secret('APIFY_TOKEN', 'Bearer ') },
      paging: { offset: 'offset', step: 1000 },
    }),
  },
  /** Service reviews of a business unit. The id is that of the business unit. */
  trustpilot: {
    origin: 'https://api.trustpilot.com',
    target: (id, at) => ({
      url: at(`/v1/business-units/${value(id)}/reviews?perPage=100&orderBy=createdat.desc`),
      headers: { apikey: secret('TRUSTPILOT_KEY') },
      paging: { page: 'page' },
    }),
  },
}

const value = encodeURIComponent
const path = (id: string) => id.split('/').map(value).join('/')

export function targetOf(source: ReviewSource): PullTarget {
  const { preset, id = '', origin, headers, query } = source
  if (!preset) return { url: new URL(source.url!), headers, query, paging: source.paging }
  const known = TARGETS[preset]
  const target = known.target(id, where => new URL(where, origin ?? known.origin), origin)
  return { ...target, headers: { ...target.headers, ...headers }, query: { ...target.query, ...query } }
}

/** The variables that a source needs. */
export function secretsOf({ headers, query, oauth }: PullTarget): string[] {
  const ofToken = oauth ? [oauth.clientId, oauth.clientSecret, oauth.refreshToken] : []
  return [...Object.values(headers), ...Object.values(query), ...ofToken].map(({ env }) => env)
}
