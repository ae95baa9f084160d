/** Describes what other sites embed: the rating alone, the badge, oEmbed. */
import { z } from 'zod'
import { RatingSummary } from '../../model/dataset.ts'
import type { Json } from '../../model/json-schema.ts'
import { OEmbed, OEmbedArgs } from '../../model/oembed.ts'
import { BADGE_PATH, OEMBED_PATH } from '../../publish/base/public-paths.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import { RATING_PATH, summarizeRating } from '../../publish/documents/rating-summary.ts'
import { describeOEmbed, embeddedSite, NO_PAGE, ONLY_JSON } from '../oembed-endpoint.ts'
import { errorResponse, operation, parametersOf, readResponses, validationError } from './building-blocks.ts'

export function describeSharingRoutes(context: RenderContext): Json {
  const examples = { url: `${context.baseUrl}/`, format: 'json', maxwidth: 480, maxheight: 400 }
  return {
    [RATING_PATH]: {
      get: operation('getRating', 'sharing', 'The rating alone', RATING_TEXT, {
        responses: readResponses(RatingSummary, summarizeRating(context)),
      }),
    },
    [BADGE_PATH]: {
      get: operation('getBadge', 'sharing', 'Badge', BADGE_TEXT, {
        responses: readResponses(
          z.string(),
          '<svg xmlns="http://www.w3.org/2000/svg">…</svg>',
          'image/svg+xml',
        ),
      }),
    },
    [OEMBED_PATH]: {
      get: operation('getOEmbed', 'sharing', 'oEmbed', OEMBED_TEXT, {
        parameters: parametersOf(OEmbedArgs, 'query', examples),
        responses: {
          ...readResponses(OEmbed, describeOEmbed(context, embeddedSite(context), examples)),
          400: validationError('url', { code: 'invalid_type', message: 'must be given' }),
          404: errorResponse(NO_PAGE, 'not_found'),
          501: errorResponse(ONLY_JSON, 'not_implemented'),
        },
      }),
    },
  }
}

const RATING_TEXT =
  'Average, count and distribution of the star ratings, for a badge or widget: less than a kilobyte.'
const BADGE_TEXT =
  'The rating as a small image that follows the visitor’s color scheme; `/badge-light.svg` and `/badge-dark.svg` are always light or dark.'
const OEMBED_TEXT = 'oEmbed 1.0: a frame with the rating and the newest reviews, or with one review.'
