/** Finds the cues of aspects in a sentence. */
import cueWords from '../../../taxonomy/words/cues.json' with { type: 'json' }
import type { Aspect } from '../../model/business.ts'
import type { Sentiment } from '../../model/insights.ts'
import { oncePer } from '../../model/once-per.ts'
import { createCueFinder, type Match, type Phrase, readCues } from '../text/cues.ts'
import { CUE_WORDS } from '../text/word-lists.ts'
import { joinNorms, type Sentence, type Word, type WordRange } from '../text/words.ts'

export interface FoundAspect extends WordRange {
  id: string
  /** The sentiment of the words themselves, reversed if negated or wished for; null if they only name the aspect. */
  prior: Exclude<Sentiment, 'neutral'> | null
  /** Whether a negation or a wish reversed the sentiment. */
  isReversed: boolean
  clause: WordRange
}

type Cue = Pick<FoundAspect, 'id' | 'prior'>

export function createAspectFinder(aspects: Aspect[]): (sentence: Sentence) => FoundAspect[] {
  const find = finderOf(aspects)
  return ({ words, clauses }) => {
    const matches = find(words)
    if (matches.length === 0) return []
    return matches.flatMap(match => {
      const clause = clauses.find(({ end }) => match.first < end)!
      return isAboutRival(words, clause) ? [] : [toFound(match, clause, words)]
    })
  }
}

/** Reading the cues of a trade takes longer than reading a hundred reviews, and they stay the same. */
const finderOf = oncePer((aspects: Aspect[]) => createCueFinder<Cue>(aspects.flatMap(cuesOf)))
const cuesOf = oncePer(({ id, good, bad, about }: Aspect): [Phrase, Cue][] => [
  ...readCues<Cue>(good, { id, prior: 'positive' }),
  ...readCues<Cue>(bad, { id, prior: 'negative' }),
  ...readCues<Cue>(about, { id, prior: null }),
])

function toFound({ value, first, end }: Match<Cue>, clause: WordRange, words: Word[]): FoundAspect {
  const { id, prior } = value
  const negated = prior !== null && isNegated(words, clause, first)
  const stated = negated ? OPPOSITE[prior] : prior
  const isMissing = stated === 'positive' && isWished(words.slice(clause.first, first))
  return {
    id,
    first,
    end,
    clause,
    isReversed: negated !== isMissing,
    prior: isMissing ? 'negative' : stated,
  }
}

const OPPOSITE = { positive: 'negative', negative: 'positive' } as const
/** A negation affects this many words after it. */
const REACH = 3

/** Whether the word at `at` is negated, counting how many negations it is in the scope of. */
function isNegated(words: Word[], clause: WordRange, at: number): boolean {
  let negated = false
  for (let position = clause.first; position < at; position++)
    if (isNegation(words, position) && at - position <= reachOf(words, position)) negated = !negated
  return negated
}

/** "not only on time", "no doubt honest" and "don't hesitate to call" negate nothing. */
function isNegation(words: Word[], position: number): boolean {
  const { norm } = words[position]!
  const next = words[position + 1]?.norm ?? ''
  return norm === 'far'
    ? next === 'from'
    : CUE_WORDS.negations.has(norm) && !CUE_WORDS.not_negating_before.has(next)
}

/** "Nobody came or explained a thing", "I didn't feel she was fighting for me": these negate the whole clause. */
function reachOf(words: Word[], position: number): number {
  const [norm, next, second] = words.slice(position, position + 3).map(word => word.norm)
  const isWide =
    CUE_WORDS.negating_subjects.has(norm!) ||
    (norm === 'no' && next === 'one') ||
    [next, second].some(word => CUE_WORDS.opinion_verbs.has(word!))
  return isWide ? Number.POSITIVE_INFINITY : REACH
}

/** "would have been nice if they came on time": the wished-for thing was missing. "I wish I had called before" is not about them. */
const WISH =
  /\b(?:would have been|would be nice|could have been|should have|i wish(?! i\b)|wish they|if only|supposed to|hoping for|expected them)\b/

const isWished = (before: Word[]) => WISH.test(joinNorms(before))

const findRivals = createCueFinder(readCues(cueWords.rivals, true))

/** A clause about another company says nothing about this one, unless it compares the two. */
export function isAboutRival(words: Word[], { first, end }: WordRange): boolean {
  const own = words.slice(first, end)
  return findRivals(own).length > 0 && !own.some(({ norm }) => CUE_WORDS.comparisons.has(norm))
}
