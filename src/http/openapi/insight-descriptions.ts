/** Describes the route that returns what the reviews say, counted. */
import { Insights } from '../../model/insights.ts'
import type { Json } from '../../model/json-schema.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import { operation, readResponses } from './building-blocks.ts'
import { insightsExample } from './examples.ts'

export const describeInsightRoutes = (context: RenderContext): Json => ({
  '/insights.json': {
    get: operation('getInsights', 'insights', 'Insights', 'Sentiment, entities, topics and trend.', {
      responses: readResponses(Insights, insightsExample(context)),
    }),
  },
})
