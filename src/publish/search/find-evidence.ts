/** Finds the passages of a review that match a search. */
import type { DiscoveredAspect } from '../../insights/counts/discover-aspects.ts'
import { createDiscoveredReader, opinionsIn } from '../../insights/counts/discovered-mentions.ts'
import { createTopicFinder, type PhraseTopic } from '../../insights/counts/topics.ts'
import type { MentionPassage, Span } from '../../insights/text/analysis.ts'
import type { Passage, SearchArgs } from '../../model/search.ts'
import { unpackPassages } from '../months/passages.ts'
import { foldCase, foldWithPlaces } from '../words/case-folding.ts'
import { placesOf, stemsIn, termsIn } from '../words/stemmed-words.ts'
import type { NamedIds } from './find-hits.ts'
import type { SearchIndex } from './search-index.ts'

/** More would only weigh the response down: a letter may occur everywhere. */
const MOST_PASSAGES = 50

export function createFindEvidence(
  { passages: { bytes, starts } }: SearchIndex,
  { query, words }: Pick<SearchArgs, 'query' | 'words'>,
  ids: NamedIds,
  { topics, discovered }: { topics: PhraseTopic[]; discovered: DiscoveredAspect[] },
) {
  const topic = topics.find(({ id }) => id === ids.topics)
  const findTopic = topic && createTopicFinder(topic)
  const aspect = discovered.find(({ id }) => id === ids.aspects)
  const reader = aspect && createDiscoveredReader([aspect])
  const findQuery = (folded: string) => findAll(folded, foldCase(query!))
  const terms = words === undefined ? [] : termsIn(words)

  function findIn(field: Passage['field'], text: string): Passage[] {
    const toPassages = (kind: Passage['kind'], id: string, spans: (readonly [number, number])[]) =>
      spans.slice(0, MOST_PASSAGES).map(([from, to]) => ({ kind, id, sentiment: null, field, from, to }))
    const stems = terms.length > 0 ? stemsIn(text) : []
    return [
      ...(findTopic ? toPassages('topics', topic.id, findInFolded(text, findTopic)) : []),
      ...(query === undefined ? [] : toPassages('query', query, findInFolded(text, findQuery))),
      ...terms.flatMap(term => toPassages('words', term.text, placesOf(term, text, stems))),
    ]
  }

  /** As the insights count it: in the text, or else in the translation. */
  function findDiscovered(
    passages: MentionPassage[],
    texts: Record<Passage['field'], string | null>,
  ): MentionPassage[] {
    for (const field of ['text', 'translation'] as const) {
      const [found] = reader?.read(texts[field] ?? '', opinionsIn(passages)) ?? []
      if (found)
        return [{ kind: 'aspects', id: found.id, sentiment: found.sentiment, field, span: found.evidence }]
    }
    return []
  }

  /** The passages in a text, in its order, and then those in its translation; `position` is where the index has the review. */
  return (position: number, text: string, translation: string | null): Passage[] => {
    const packed = bytes.subarray(starts[position], starts[position + 1])
    const passages = unpackPassages(packed)
    const mentioned = [...passages, ...findDiscovered(passages, { text, translation })]
      .filter(({ kind, id }) => ids[kind] === id)
      .map(({ kind, id, sentiment, field, span: [from, to] }) => ({ kind, id, sentiment, field, from, to }))
    const found = [
      ...mentioned,
      ...findIn('text', text),
      ...(translation === null ? [] : findIn('translation', translation)),
    ]
    const inTranslation = ({ field }: Passage) => Number(field === 'translation')
    return found.sort((a, b) => inTranslation(a) - inTranslation(b) || a.from - b.from || a.to - b.to)
  }
}

/** Topics and queries are found in folded texts, whose letters may have other lengths. */
function findInFolded(text: string, find: (folded: string) => Span[]): Span[] {
  const { folded, places } = foldWithPlaces(text)
  return find(folded).map(([from, to]) => [places[from]!, places[to]!])
}

/** From left to right, never overlapping. */
function findAll(text: string, needle: string): Span[] {
  const spans: Span[] = []
  for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + needle.length)) {
    spans.push([at, at + needle.length])
    if (spans.length === MOST_PASSAGES) break
  }
  return spans
}
