/** Summarizes all reviews. The caller has already read each single one. */
import { localeOf } from '../locale/locale.ts'
import type { Business } from '../model/business.ts'
import { UNKNOWN_LANGUAGE } from '../model/filters.ts'
import type { AllInsights, Insights } from '../model/insights.ts'
import type { LocaleTag } from '../model/scalars.ts'
import { ENGINE } from './analyze.ts'
import { countInsights } from './counts/count-insights.ts'
import type { DiscoveredAspect } from './counts/discover-aspects.ts'
import type { SearchUrlOf } from './counts/evidence.ts'
import { countEntities, searchUrlsOf } from './counts/mention-counts.ts'
import type { MonthCounts } from './counts/month-counts.ts'
import { meanScore, share, type Tally } from './counts/tally.ts'
import type { PhraseTopic } from './counts/topics.ts'
import { answerQuestions } from './prose/faq.ts'
import { choosePullQuote, writeSummary } from './prose/write-summary.ts'
import type { ResolvedTaxonomy } from './text/resolve-taxonomy.ts'

const VERSION = 1

/** `months` come newest first, each counted by `countMonth`; `changedAt` is when the reviews last changed. Summary and FAQ are in the language of the site. */
export function summarizeReviews(
  business: Business & { locale: LocaleTag },
  { aspects, problems }: ResolvedTaxonomy,
  { topics, discovered }: { topics: PhraseTopic[]; discovered: DiscoveredAspect[] },
  months: MonthCounts[],
  changedAt: string,
  searchUrl: SearchUrlOf,
): AllInsights {
  const locale = localeOf(business.locale)
  const findings = countInsights({ business, aspects, problems, discovered, searchUrl }, months)
  return {
    version: VERSION,
    generated_at: changedAt,
    model: ENGINE,
    review_count: findings.all.tally.count,
    coverage: {
      ...findings.coverage,
      search_urls: {
        without_text: searchUrl({ read: 'no_text' }),
        unknown_language: searchUrl({ read: 'no' }),
      },
    },
    languages: findings.languages.map(({ language, review_count, read }) => {
      const search_url = searchUrl({ language: language ?? UNKNOWN_LANGUAGE, read })
      return { language, review_count, read, search_url }
    }),
    date_range: {
      earliest: months.at(-1)?.reviews.at(-1)?.date ?? null,
      latest: months[0]?.reviews[0]?.date ?? null,
    },
    overall_sentiment: measureSentiment(findings.all.tally, searchUrl),
    aspects: findings.aspects,
    entities: {
      technicians: findings.technicians,
      services: findings.services,
      problems: findings.problems,
      service_areas: findings.service_areas,
    },
    topics: countEntities('topics', topics, findings.mentions, searchUrl).map(topic => ({
      ...topic,
      keywords: topics.find(({ id }) => id === topic.id)!.keywords,
    })),
    temporal: { monthly: findings.monthly, trend: findings.trend },
    faq: answerQuestions(findings, locale),
    ...(writeSummary(findings, locale) ?? { summary: null, summary_claims: [] }),
    pull_quote: choosePullQuote(findings, locale),
  }
}

function measureSentiment(all: Tally, searchUrl: SearchUrlOf): Insights['overall_sentiment'] {
  return {
    score: meanScore(all),
    positive_pct: share(all.positive, all),
    neutral_pct: share(all.neutral, all),
    negative_pct: share(all.negative, all),
    search_urls: searchUrlsOf(searchUrl, {}).search_urls,
  }
}
