/** Which discovered aspects a text mentions, and what it says about them. */
import type { Sentiment } from '../../model/insights.ts'
import type { MentionPassage, Span } from '../text/analysis.ts'
import { splitSentences } from '../text/words.ts'
import type { DiscoveredAspect } from './discover-aspects.ts'

/** A passage with praise or criticism, whatever it is about. */
export type OpinionPassage = { sentiment: Sentiment; span: Span }

/** All praise and criticism among the passages of a review. */
export const opinionsIn = (passages: MentionPassage[]): OpinionPassage[] =>
  passages.flatMap(({ kind, sentiment, span }) =>
    kind === 'aspects' && sentiment !== null && sentiment !== 'neutral' ? { sentiment, span } : [],
  )

export type DiscoveredMention = ReturnType<
  ReturnType<typeof createDiscoveredReader>['read']
>[number]

const LETTER = /[\p{L}\p{N}]/u
const LETTER_BEFORE = /[\p{L}\p{N}]$/u

/** Where a text mentions an aspect, from left to right. */
function createTermFinder({ keywords }: DiscoveredAspect): (text: string) => Span[] {
  const spellings = keywords
    .toSorted((a, b) => b.length - a.length)
    .map(keyword => keyword.split(' ').map(RegExp.escape).join('[\\s-]+'))
  const term = new RegExp(`(?:${spellings.join('|')})(?!${LETTER.source})`, 'giu')
  return text =>
    Array.from(
      text.matchAll(term),
      ({ 0: found, index }): Span => [index, index + found.length],
    ).filter(([start]) => !LETTER_BEFORE.test(text.slice(Math.max(0, start - 2), start)))
}

export function createDiscoveredReader(aspects: DiscoveredAspect[]) {
  const finders = aspects.map(aspect => ({ id: aspect.id, find: createTermFinder(aspect) }))
  return {
    /** Whether reading it is worth the while; the text may be case-folded. */
    isMentioning: (text: string) => finders.some(({ find }) => find(text).length > 0),
    /** One for each aspect: what most of its mentions say, and criticism rather than praise of equal weight. */
    read: (text: string, opinions: OpinionPassage[]) =>
      finders.flatMap(({ id, find }) => {
        const judged = find(text).map(span => ({ span, ...judgeTerm(span, opinions) }))
        const ofSide = (side: Sentiment) => judged.filter(({ sentiment }) => sentiment === side)
        const [negative, positive] = [ofSide('negative'), ofSide('positive')]
        const [cited] =
          negative.length >= Math.max(1, positive.length) ? negative : [...positive, ...judged]
        if (!cited) return []
        const { span, sentiment, evidence } = cited
        return {
          id,
          sentiment,
          /** The words that mention it, in lower case. */
          phrase: text.slice(...span).toLowerCase(),
          /** What it says about that. */
          evidence: evidence ?? clauseAround(text, span),
        }
      }),
  }
}

/** The narrowest opinion around a term counts. Where two of the same width disagree, none does. */
function judgeTerm([start, end]: Span, opinions: OpinionPassage[]) {
  const around = opinions.filter(({ span: [from, to] }) => from <= start && end <= to)
  const width = ({ span: [from, to] }: OpinionPassage) => to - from
  const narrowest = Math.min(...around.map(width))
  const [first, ...others] = around.filter(one => width(one) === narrowest)
  if (!first || others.some(({ sentiment }) => sentiment !== first.sentiment))
    return { sentiment: 'neutral', evidence: null } as const
  return { sentiment: first.sentiment, evidence: first.span }
}

function clauseAround(text: string, [start, end]: Span): Span {
  for (const { words, clauses } of splitSentences(text)) {
    const clause = clauses.find(one => words[one.end - 1]!.end >= end)
    if (clause) return [Math.min(start, words[clause.first]!.start), words[clause.end - 1]!.end]
  }
  return [start, end]
}
