/** Maps tags that customers ticked at the source to aspects of the taxonomy. */
import type { ReviewInsight, Sentiment } from '../../model/insights.ts'
import type { Tag } from '../../model/review.ts'
import type { ResolvedTaxonomy } from '../text/resolve-taxonomy.ts'
import { isWord, joinNorms, splitWords } from '../text/words.ts'

/** An aspect that tags mention, with the tags as its evidence. */
export type AspectTag = ReviewInsight['aspects'][number]

/** Returns at most one per aspect. Tags that match no aspect are skipped. */
export type ReadTags = (tags: Tag[]) => AspectTag[]

export function createTagReader({ aspects }: ResolvedTaxonomy): ReadTags {
  let names: Map<string, string> | undefined
  return tags => {
    if (tags.length === 0) return []
    // Most businesses have no tags, so the thousands of phrases are read only for the first one.
    const known = names ?? nameAspects(aspects)
    names = known
    const meant = Map.groupBy(tags, ({ label }) => known.get(nameOf(label)))
    return [...meant].flatMap(([id, same]) => (id === undefined ? [] : [toAspect(id, same)]))
  }
}

/** Tags that disagree make the aspect neutral, as sentences do. */
function toAspect(id: string, tags: Tag[]): AspectTag {
  const opinions = new Set<Sentiment>(tags.map(({ sentiment }) => sentiment))
  return {
    id,
    sentiment: opinions.size === 1 ? tags[0]!.sentiment : 'neutral',
    evidence: [...new Set(tags.map(describeTag))].join('; '),
  }
}

/** `Positive: Punctuality`. */
export const describeTag = ({ label, sentiment }: Tag) =>
  `${sentiment === 'positive' ? 'Positive' : 'Negative'}: ${label}`

/** Google's names for aspects that the taxonomies name differently. */
const GOOGLE_LABELS = { value: 'pricing', 'value for money': 'pricing', 'wait time': 'waiting' }

/** The whole label must be a name. Ids win over labels, labels over Google's, Google's over phrases: a later entry replaces an earlier one. */
function nameAspects(aspects: ResolvedTaxonomy['aspects']): Map<string, string> {
  const names = new Map<string, string>([
    ...findPhrases(aspects),
    ...Object.entries(GOOGLE_LABELS).filter(([, id]) => aspects.some(aspect => aspect.id === id)),
    ...aspects.map(({ id, label }): [string, string] => [nameOf(label), id]),
    ...aspects.map(({ id }): [string, string] => [nameOf(id), id]),
  ])
  names.delete('')
  return names
}

/** Without punctuation: `Follow-up` and `follow_up` are both `follow up`. */
const nameOf = (label: string) => joinNorms(splitWords(label).filter(isWord))

/** Cues without choices, endings and gaps that belong to a single aspect. */
function findPhrases(aspects: ResolvedTaxonomy['aspects']): [name: string, id: string][] {
  const phrases = aspects.flatMap(({ id, good, bad, about }) =>
    [...good, ...bad, ...about]
      .filter(cue => !/[*(~#]/.test(cue))
      .map((cue): [string, string] => [nameOf(cue), id]),
  )
  const owners = Map.groupBy(phrases, ([name]) => name)
  return phrases.filter(([name, id]) => owners.get(name)!.every(([, owner]) => owner === id))
}
