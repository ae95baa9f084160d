/** The names that a search accepts, each with its aliases. */
import { mentionKey } from '../../insights/counts/month-counts.ts'
import type { PhraseTopic } from '../../insights/counts/topics.ts'
import { partsOfName } from '../../insights/names/name-roster.ts'
import type { LocalTaxonomy } from '../../insights/text/local-taxonomy.ts'
import type { BusinessFile } from '../../model/business.ts'
import type { MentionKind } from '../../model/insights.ts'
import type { SearchIndex } from './search-index.ts'

export interface SearchableName {
  id: string
  label: string
  aliases: string[]
  /** First name and surname of a person, which count if nobody else has them. */
  parts: string[]
  /** How many reviews mention it. */
  mentions: number
}

export type SearchableNames = Record<MentionKind, SearchableName[]>

export function listNames(
  { technicians, services, service_areas }: BusinessFile,
  { aspects, problems }: Pick<LocalTaxonomy, 'aspects' | 'problems'>,
  topics: PhraseTopic[],
  { mentions }: Pick<SearchIndex, 'mentions'>,
): SearchableNames {
  const list = (kind: MentionKind, named: Named[]) =>
    named.map(({ id, label, aliases = [], parts = [] }) => ({
      id,
      label,
      aliases,
      parts,
      mentions: mentions.get(mentionKey(kind, id))?.length ?? 0,
    }))
  const people = technicians.map(({ name, aliases }) => {
    const { nicknames, given, surnames } = partsOfName(name)
    return { id: name, label: name, aliases: [...aliases, ...nicknames], parts: [...given, ...surnames] }
  })
  return {
    technicians: list('technicians', people),
    services: list('services', services),
    service_areas: list('service_areas', service_areas),
    aspects: list('aspects', aspects),
    problems: list('problems', problems),
    topics: list(
      'topics',
      topics.map(({ keywords, ...topic }) => ({ ...topic, aliases: keywords })),
    ),
  }
}

interface Named {
  id: string
  label: string
  aliases?: string[]
  parts?: string[]
}
