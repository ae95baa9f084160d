/** Tags that customers ticked at the source, as aspects of the business's taxonomy. */
import type { ReviewInsight, Sentiment } from '../../model/insights.ts'
import type { Tag } from '../../model/review.ts'
import type { ResolvedTaxonomy } from '../text/resolve-taxonomy.ts'
import { isWord, splitWords } from '../text/words.ts'

/** An aspect that tags speak of; its evidence is the tags in words. */
export type AspectTag = ReviewInsight['aspects'][number]

/** At most one for an aspect. A tag whose label means none of them is passed over. */
export type ReadTags = (tags: Tag[]) => AspectTag[]

/** A source shows the same few labels again and again: so many are remembered. */
const REMEMBERED = 1000

export function createTagReader({ aspects }: ResolvedTaxonomy): ReadTags {
  const aspectOf = createLabelReader(aspects)
  const known = new Map<string, string | null>()

  function meaningOf(label: string): string | null {
    const remembered = known.get(label)
    if (remembered !== undefined) return remembered
    const id = aspectOf(label)
    if (known.size === REMEMBERED) known.clear()
    known.set(label, id)
    return id
  }

  return tags => {
    const meant = Map.groupBy(tags, ({ label }) => meaningOf(label))
    return Array.from(meant, ([id, same]) => (id === null ? [] : [toAspect(id, same)])).flat()
  }
}

/** As sentences do, tags that disagree make the aspect neutral. */
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

/** What Google calls otherwise than the taxonomies do. */
const GOOGLE: [name: string, id: string][] = [
  ['value', 'pricing'],
  ['value for money', 'pricing'],
  ['wait time', 'waiting'],
]

/** null where no name is the whole label. */
function createLabelReader(aspects: ResolvedTaxonomy['aspects']): (label: string) => string | null {
  let names: Map<string, string> | undefined
  return label => {
    // Most businesses have no tags: the thousands of phrases are read with the first.
    names ??= nameAspects(aspects)
    return names.get(nameOf(label)) ?? null
  }
}

/** By ids, then labels, then Google's names, then phrases: what comes later here goes first. */
function nameAspects(aspects: ResolvedTaxonomy['aspects']): Map<string, string> {
  const names = new Map<string, string>([
    ...findPhrases(aspects),
    ...GOOGLE.filter(([, id]) => aspects.some(aspect => aspect.id === id)),
    ...aspects.map(({ id, label }): [string, string] => [nameOf(label), id]),
    ...aspects.map(({ id }): [string, string] => [nameOf(id), id]),
  ])
  names.delete('')
  return names
}

/** Without signs: `Follow-up` is `follow up`, and so is `follow_up`. */
const nameOf = (label: string) =>
  splitWords(label)
    .filter(isWord)
    .map(({ norm }) => norm)
    .join(' ')

/** Those without choices, endings and gaps, where they are of one aspect alone. */
function findPhrases(aspects: ResolvedTaxonomy['aspects']): [name: string, id: string][] {
  const phrases = aspects.flatMap(({ id, good, bad, about }) =>
    [...good, ...bad, ...about]
      .filter(cue => !/[*(~#]/.test(cue))
      .map((cue): [string, string] => [nameOf(cue), id]),
  )
  const owners = Map.groupBy(phrases, ([name]) => name)
  return phrases.filter(([name, id]) => owners.get(name)!.every(([, owner]) => owner === id))
}
