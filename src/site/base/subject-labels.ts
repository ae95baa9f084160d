/** What subjects are called. */
import { localeOf } from '../../locale/locale.ts'
import type { MentionKind } from '../../model/insights.ts'
import type { LocaleTag } from '../../model/locale-tag.ts'
import type { PageContext } from './page-context.ts'

/** People, services and areas go by the owner's word, the others by ours. */
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

/** `Waiting time` becomes `waiting time`; `HVAC` stays, and so does every noun in German. */
export const labelInSentence = (locale: LocaleTag, label: string) =>
  locale === 'de' ? label : label.replace(/^\p{Lu}(?!\p{Lu})/u, letter => letter.toLowerCase())
