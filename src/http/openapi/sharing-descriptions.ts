/** Describes what other sites embed: the rating alone, the badge, oEmbed. */
import { RatingSummary } from '../../model/dataset.ts'
import type { Json } from '../../model/json-schema.ts'
import { OEmbed, OEmbedArgs } from '../../model/oembed.ts'
import { BADGE_PATH, OEMBED_PATH } from '../../publish/base/public-paths.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import { RATING_PATH, summarizeRating } from '../../publish/documents/rating-summary.ts'
import { describeOEmbed, embeddedSite, NO_PAGE, ONLY_JSON } from '../oembed-endpoint.ts'
import { errorResponses, parametersOf, route, textRoute, validationError } from './building-blocks.ts'

const BADGE_EXAMPLE = '<svg xmlns="http://www.w3.org/2000/svg">…</svg>'

export function describeSharingRoutes(context: RenderContext): Json {
  const examples = { url: `${context.baseUrl}/`, format: 'json', maxwidth: 480, maxheight: 400 }
  return {
    [RATING_PATH]: route('getRating', RatingSummary, summarizeRating(context)),
    [BADGE_PATH]: textRoute('getBadge', 'image/svg+xml', BADGE_EXAMPLE),
    [OEMBED_PATH]: route('getOEmbed', OEmbed, describeOEmbed(context, embeddedSite(context), examples), {
      parameters: parametersOf(OEmbedArgs, 'query', examples),
      errors: {
        ...validationError('url', 'invalid_type', 'must be given'),
        ...errorResponses({ not_found: NO_PAGE, not_implemented: ONLY_JSON }),
      },
    }),
  }
}
