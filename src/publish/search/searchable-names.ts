/** The names that a search accepts, each with its aliases. */
import everydayNames from '../../../taxonomy/words/aspect-names.json' with { type: 'json' }
import type { DiscoveredAspect } from '../../insights/counts/discover-aspects.ts'
import { mentionKey } from '../../insights/counts/month-counts.ts'
import type { PhraseTopic } from '../../insights/counts/topics.ts'
import { partsOfName } from '../../insights/names/name-roster.ts'
import type { LocalTaxonomy } from '../../insights/text/resolve-taxonomy.ts'
import { type BusinessFile, WHOLE } from '../../model/business.ts'
import type { MentionKind } from '../../model/insights.ts'
import type { SearchIndex } from './search-index.ts'

export interface SearchableName {
  id: string
  label: string
  aliases: string[]
  /** First name and surname of a person, and everyday words for an aspect: they count if nothing else is called that. */
  parts: string[]
  /** How many reviews mention it. */
  mentions: number
}

export type SearchableNames = Record<MentionKind, SearchableName[]>

export function listNames(
  { technicians, services, service_areas }: BusinessFile,
  { aspects, problems }: Pick<LocalTaxonomy, 'aspects' | 'problems'>,
  { topics, discovered }: { topics: PhraseTopic[]; discovered: DiscoveredAspect[] },
  { mentions }: Pick<SearchIndex, 'mentions'>,
): SearchableNames {
  const people = technicians.map(({ name, aliases }) => {
    const { nicknames, given, surnames } = partsOfName(name)
    return {
      id: name,
      label: name,
      aliases: [...aliases, ...nicknames],
      parts: [...given, ...surnames],
    }
  })
  const named: Record<MentionKind, Named[]> = {
    technicians: people,
    services,
    service_areas,
    aspects: [...aspects.map(withEverydayNames), ...discovered.map(withKeywords)],
    problems,
    topics: topics.map(withKeywords),
  }
  const listed = Object.entries(named).map(([kind, list]) => [
    kind,
    list.map(({ id, label, aliases = [], parts = [] }) => {
      // An opinion on the business as a whole mentions no aspect: whoever looks for one is not sent there first.
      const isAspect = kind !== 'aspects' || id !== WHOLE
      const reviews = isAspect ? mentions.get(mentionKey(kind as MentionKind, id)) : undefined
      return { id, label, aliases, parts, mentions: reviews?.length ?? 0 }
    }),
  ])
  return Object.fromEntries(listed)
}

const EVERYDAY_NAMES = new Map(Object.entries(everydayNames))

const withEverydayNames = (aspect: Named): Named => ({
  ...aspect,
  parts: EVERYDAY_NAMES.get(aspect.id) ?? [],
})

const withKeywords = ({ keywords, ...named }: PhraseTopic | DiscoveredAspect): Named => ({
  ...named,
  aliases: keywords,
})

type Named = Pick<SearchableName, 'id' | 'label'> &
  Partial<Pick<SearchableName, 'aliases' | 'parts'>>
