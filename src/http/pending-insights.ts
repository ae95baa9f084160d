/** What needs the insights gets 503 while the texts of the reviews are still being analyzed. */
import { type Ctx, respondError } from './response.ts'
import type { Headers } from './response-headers.ts'

export const INSIGHTS_PATH = '/insights.json'

/** Thousands of texts take a minute at most. */
export const PENDING_HEADERS: Headers = { 'retry-after': '10' }

const PENDING =
  'The reviews are still being analyzed. Aspects, topics, problems and sentiment will be known in a moment; everything else is here.'

export const respondPending = (c: Ctx) => respondError(c, 'unavailable', PENDING, PENDING_HEADERS)
