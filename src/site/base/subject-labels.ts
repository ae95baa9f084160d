/** What each kind of subject is called: people, services and areas by the owner's word, the others by ours. */
import type { MentionKind } from '../../model/insights.ts'
import type { SiteSettings } from '../../model/site.ts'

export function kindLabel({ labels }: SiteSettings, kind: MentionKind): { one: string; many: string } {
  return {
    technicians: labels.technician,
    services: labels.service,
    service_areas: labels.service_area,
    topics: { one: 'Topic', many: 'Topics' },
    aspects: { one: 'Aspect', many: 'Aspects' },
    problems: { one: 'Problem', many: 'Problems' },
  }[kind]
}
