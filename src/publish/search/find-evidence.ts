/** Finds the passages of a review that match a search. */
import type { DiscoveredAspect } from '../../insights/counts/discover-aspects.ts'
import { createDiscoveredReader, opinionsIn } from '../../insights/counts/discovered-mentions.ts'
import { createTopicFinder, type PhraseTopic } from '../../insights/counts/topics.ts'
import type { MentionPassage, Span } from '../../insights/text/analysis.ts'
import { foldCase, foldWithPlaces } from '../../model/case-folding.ts'
import type { Review } from '../../model/review.ts'
import { Passage, type SearchArgs } from '../../model/search.ts'
import { unpackPassages } from '../months/prepare-review.ts'
import { placesOf, stemsIn } from '../words/stemmed-words.ts'
import type { NamedIds } from './find-reviews.ts'
import type { FoundWords } from './find-words.ts'
import type { SearchIndex } from './search-index.ts'

/** More would only weigh the response down: a letter may occur everywhere. */
const MOST_PASSAGES = 50

export function createFindEvidence(
  { passages: { bytes, starts } }: SearchIndex,
  { query, search_replies }: Pick<SearchArgs, 'query' | 'search_replies'>,
  ids: NamedIds,
  words: FoundWords | null,
  { topics, discovered }: { topics: PhraseTopic[]; discovered: DiscoveredAspect[] },
) {
  const topic = topics.find(({ id }) => id === ids.topics)
  const findTopic = topic && createTopicFinder(topic)
  const aspect = discovered.find(({ id }) => id === ids.aspects)
  const reader = aspect && createDiscoveredReader([aspect])
  const findQuery = (folded: string) => findAll(folded, foldCase(query!))
  const terms = words?.terms.map(({ term }) => term) ?? []

  type Field = Passage['field']
  const toPassages = (
    field: Field,
    kind: Passage['kind'],
    id: string,
    spans: (readonly [number, number])[],
  ) =>
    spans
      .slice(0, MOST_PASSAGES)
      .map(([from, to]) => ({ kind, id, sentiment: null, field, from, to }))

  function findWordsIn(field: Field, text: string, language: string | null): Passage[] {
    const stems = terms.length > 0 ? stemsIn(text, language) : []
    return terms.flatMap(term => toPassages(field, 'words', term.text, placesOf(term, text, stems)))
  }

  const findIn = (field: Field, text: string, language: string | null): Passage[] => [
    ...(findTopic ? toPassages(field, 'topics', topic.id, findInFolded(text, findTopic)) : []),
    ...(query === undefined
      ? []
      : toPassages(field, 'query', query, findInFolded(text, findQuery))),
    ...findWordsIn(field, text, language),
  ]

  /** As the insights count it: in the text, or else in the translation. */
  function findDiscovered(
    passages: MentionPassage[],
    texts: Record<'text' | 'translation', string | null>,
  ): MentionPassage[] {
    for (const field of ['text', 'translation'] as const) {
      const [found] = reader?.read(texts[field] ?? '', opinionsIn(passages)) ?? []
      if (found)
        return [
          {
            kind: 'aspects',
            id: found.id,
            sentiment: found.sentiment,
            field,
            span: found.evidence,
          },
        ]
    }
    return []
  }

  /** The passages in a text, in its order, then those in its translation and in the reply; `position` is where the index has the review. */
  return (position: number, { text, translation, language, owner_reply }: Review): Passage[] => {
    const packed = bytes.subarray(starts[position], starts[position + 1])
    const passages = unpackPassages(packed)
    const texts = { text, translation: translation?.text ?? null }
    const mentioned = [...passages, ...findDiscovered(passages, texts)]
      .filter(({ kind, id }) => ids[kind] === id)
      .map(({ kind, id, sentiment, field, span: [from, to] }) => ({
        kind,
        id,
        sentiment,
        field,
        from,
        to,
      }))
    const found = [
      ...mentioned,
      ...(text === null ? [] : findIn('text', text, language)),
      ...(translation ? findIn('translation', translation.text, translation.language) : []),
      ...(search_replies && owner_reply ? findWordsIn('reply', owner_reply.text, language) : []),
    ]
    const fieldOf = ({ field }: Passage) => FIELDS.indexOf(field)
    return found.sort((a, b) => fieldOf(a) - fieldOf(b) || a.from - b.from || a.to - b.to)
  }
}

const FIELDS = Passage.shape.field.options

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
