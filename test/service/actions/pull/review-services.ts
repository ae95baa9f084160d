/** A local server that speaks the documented APIs of the services that presets know. */
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import type { TestContext } from 'node:test'
import { startTestWebServer } from '../../../kit/web-server.ts'

/** The keys that the services accept. */
export const KEYS = {
  PULL_GOOGLE_CLIENT_ID: 'client-7',
  PULL_GOOGLE_CLIENT_SECRET: 'google-secret',
  PULL_GOOGLE_REFRESH_TOKEN: 'refresh/token',
  PULL_OUTSCRAPER_KEY: 'outscraper-key',
  PULL_SERPAPI_KEY: 'serpapi-key',
  PULL_APIFY_TOKEN: 'apify-token',
  PULL_TRUSTPILOT_KEY: 'trustpilot-key',
}

type Reply = { status?: number; json: unknown }

const denied: Reply = { status: 401, json: { error: { message: 'Invalid credentials' } } }

const googleReview = (number: number) => ({
  reviewId: `g${number}`,
  reviewer: { displayName: 'Ada' },
  starRating: 'FOUR',
  comment: `Google ${number}`,
  createTime: `2026-03-0${number}T10:00:00Z`,
  updateTime: `2026-03-0${number}T10:00:00Z`,
})

function google(url: URL, { headers }: IncomingMessage): Reply {
  if (headers.authorization !== 'Bearer access-1') return denied
  return url.searchParams.get('pageToken') === 'second'
    ? { json: { reviews: [googleReview(2)], averageRating: 4, totalReviewCount: 2 } }
    : {
        json: {
          reviews: [googleReview(1)],
          averageRating: 4,
          totalReviewCount: 2,
          nextPageToken: 'second',
        },
      }
}

async function googleToken(incoming: IncomingMessage): Promise<Reply> {
  const form = new URLSearchParams(await text(incoming))
  const isRight =
    form.get('grant_type') === 'refresh_token' &&
    form.get('client_id') === KEYS.PULL_GOOGLE_CLIENT_ID &&
    form.get('client_secret') === KEYS.PULL_GOOGLE_CLIENT_SECRET &&
    form.get('refresh_token') === KEYS.PULL_GOOGLE_REFRESH_TOKEN
  return isRight
    ? { json: { access_token: 'access-1', expires_in: 3599, token_type: 'Bearer' } }
    : {
        status: 400,
        json: { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' },
      }
}

function outscraper({ searchParams }: URL, { headers }: IncomingMessage): Reply {
  if (headers['x-api-key'] !== KEYS.PULL_OUTSCRAPER_KEY || searchParams.get('async') !== 'false')
    return denied
  const review = {
    google_id: '0x1:0x2',
    review_id: 'o1',
    author_title: 'Ben',
    review_rating: 5,
    review_text: 'Outscraper 1',
    review_timestamp: 1772359200,
  }
  return {
    json: {
      id: 'r',
      status: 'Success',
      data: [{ name: 'Plumber', place_id: 'p', reviews_data: [review] }],
    },
  }
}

function serpapi({ searchParams }: URL): Reply {
  if (searchParams.get('api_key') !== KEYS.PULL_SERPAPI_KEY)
    return { status: 401, json: { error: `Invalid API key: ${searchParams.get('api_key')}` } }
  const number = searchParams.get('next_page_token') === 'next' ? 2 : 1
  const review = {
    review_id: `s${number}`,
    rating: 3,
    user: { name: 'Cleo' },
    iso_date: `2026-04-0${number}T09:00:00Z`,
    snippet: `SerpApi ${number}`,
  }
  return {
    json: {
      reviews: [review],
      ...(number === 1 && { serpapi_pagination: { next_page_token: 'next' } }),
    },
  }
}

function apify({ searchParams }: URL, { headers }: IncomingMessage): Reply {
  if (headers.authorization !== `Bearer ${KEYS.PULL_APIFY_TOKEN}`) return denied
  const review = {
    reviewId: 'a1',
    name: 'Dan',
    stars: 2,
    publishedAtDate: '2026-05-01T08:00:00Z',
    text: 'Apify 1',
  }
  return { json: searchParams.get('offset') ? [] : [review] }
}

function trustpilot({ searchParams }: URL, { headers }: IncomingMessage): Reply {
  if (headers.apikey !== KEYS.PULL_TRUSTPILOT_KEY) return denied
  const number = Number(searchParams.get('page') ?? 1)
  const review = {
    id: `t${number}`,
    stars: 5,
    createdAt: `2026-06-0${number}T08:00:00Z`,
    consumer: { displayName: 'Eve' },
    text: `Trustpilot ${number}`,
    language: 'en',
  }
  return { json: { links: [], reviews: number > 2 ? [] : [review] } }
}

async function respond(incoming: IncomingMessage): Promise<Reply> {
  const url = new URL(incoming.url!, 'http://localhost')
  if (incoming.method === 'POST' && url.pathname === '/token') return await googleToken(incoming)
  if (url.pathname === '/v4/accounts/1/locations/2/reviews') return google(url, incoming)
  if (url.pathname === '/maps/reviews-v3') return outscraper(url, incoming)
  if (url.pathname === '/search.json') return serpapi(url)
  if (url.pathname === '/v2/actor-tasks/me~reviews/runs/last/dataset/items')
    return apify(url, incoming)
  if (url.pathname === '/v1/business-units/46d6/reviews') return trustpilot(url, incoming)
  return { status: 404, json: { message: 'Not found' } }
}

export const startReviewServices = (t: TestContext) =>
  startTestWebServer(t, async (incoming, outgoing) => {
    const { status = 200, json } = await respond(incoming)
    outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))
  })
