/** What each kind of subject is called: people, services and areas by the owner's word, the others by ours. */
import { localeOf } from '../../locale/locale.ts'
import type { MentionKind } from '../../model/insights.ts'
import type { PageContext } from './page-context.ts'

export function kindLabel(
  { site: { labels }, locale }: Pick<PageContext, 'site' | 'locale'>,
  kind: MentionKind,
): { one: string; many: string } {
  const { topic, aspect, problem } = localeOf(locale).words.common.kinds
  return {
    technicians: labels.technician,
    services: labels.service,
    service_areas: labels.service_area,
    topics: topic,
    aspects: aspect,
    problems: problem,
  }[kind]
}
