/** What each kind of subject is called: people, services and areas by the owner's word, the others by ours. */
import type { SiteSettings } from '../../model/site.ts'
import type { SubjectKind } from '../../publish/context/subjects.ts'

export function kindLabel({ labels }: SiteSettings, kind: SubjectKind): { one: string; many: string } {
  return {
    technicians: labels.technician,
    services: labels.service,
    service_areas: labels.service_area,
    topics: { one: 'Topic', many: 'Topics' },
    aspects: { one: 'Aspect', many: 'Aspects' },
  }[kind]
}
