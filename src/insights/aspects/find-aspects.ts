/** Which aspects a sentence speaks of, and which words say so. */
import type { Sentiment } from '../../model/insights.ts'
import { createCueFinder, type Match, NEGATIONS, type Phrase, parseCue } from '../text/cues.ts'
import type { ResolvedTaxonomy } from '../text/resolve-taxonomy.ts'
import type { Clause, Sentence } from '../text/sentences.ts'
import type { Word } from '../text/words.ts'

export interface FoundAspect {
  id: string
  /** What the words say by themselves, turned round where they are negated or wished for; null where they only name the aspect. */
  prior: Exclude<Sentiment, 'neutral'> | null
  /** Whether a negation or a wish turned it. */
  isTurned: boolean
  first: number
  end: number
  clause: Clause
}

interface Cue {
  id: string
  prior: FoundAspect['prior']
}

export type FindAspects = (sentence: Sentence) => FoundAspect[]

export function createAspectFinder({ aspects }: ResolvedTaxonomy): FindAspects {
  const find = createCueFinder<Cue>(
    aspects.flatMap(({ id, good, bad, about }) => [
      ...readCues(good, { id, prior: 'positive' }),
      ...readCues(bad, { id, prior: 'negative' }),
      ...readCues(about, { id, prior: null }),
    ]),
  )
  return ({ words, clauses }) => {
    const matches = find(words)
    if (matches.length === 0) return []
    const rivals = findRivals(words)
    return matches.flatMap(match => {
      const clause = clauses.find(({ end }) => match.first < end)!
      return isOfRival(rivals, clause, words) ? [] : [toFound(match, clause, words)]
    })
  }
}

const readCues = (cues: string[], cue: Cue) => cues.map((one): [Phrase, Cue] => [parseCue(one), cue])

function toFound(
  { value: { id, prior }, first, end }: Match<Cue>,
  clause: Clause,
  words: Word[],
): FoundAspect {
  const negated = prior !== null && isNegated(words, Math.max(clause.first, first - REACH), first)
  const said = negated ? OPPOSITE[prior] : prior
  const missing = said === 'positive' && isWished(words.slice(clause.first, first))
  return { id, first, end, clause, isTurned: negated !== missing, prior: missing ? 'negative' : said }
}

const OPPOSITE = { positive: 'negative', negative: 'positive' } as const
/** A negation turns what follows within so many words. */
const REACH = 3
/** "not only on time", "no doubt honest", "don't hesitate to call": nothing is turned. */
const NOT_TURNING = new Set('only just doubt question problem wonder matter to hesitate'.split(' '))

function isNegated(words: Word[], from: number, to: number): boolean {
  let negated = false
  for (let place = from; place < to; place++) {
    const { norm } = words[place]!
    const next = words[place + 1]?.norm ?? ''
    if (norm === 'far' ? next === 'from' : NEGATIONS.has(norm) && !NOT_TURNING.has(next)) negated = !negated
  }
  return negated
}

/** "would have been nice if they came on time": what is wished for was missing. "I wish I had called before" wishes nothing of them. */
const WISH =
  /\b(?:would have been|would be nice|could have been|should have|i wish(?! i\b)|wish they|if only|supposed to|hoping for|expected them)\b/

const isWished = (before: Word[]) => WISH.test(before.map(({ norm }) => norm).join(' '))

const findRivalWords = createCueFinder<true>(
  [
    '(last|previous|other|another|old|first|former|prior|different|big|bigger) (company|companies|plumber*|electrician*|contractor*|guy|guys|firm|outfit|place|shop|tech|techs|technician*|people|crew|companie*|dentist|lawyer|attorney|mechanic|mover*|salon|stylist)',
    '(competitor*|rival*)',
    '(everyone|everybody|anyone|anybody|nobody|no one) else',
    'others (quoted|wanted|charged|said|told|had|never|would)',
    'two other',
    'three other',
    'other (quotes|bids|estimates|companies)',
    'the chain',
    'national chain',
  ].map((cue): [Phrase, true] => [parseCue(cue), true]),
)

const findRivals = (words: Word[]) => findRivalWords(words).map(({ first }) => first)

/** "than", "unlike": a comparison speaks of both. */
const COMPARING = new Set([
  'than',
  'unlike',
  'compared',
  'beat',
  'beats',
  'half',
  'cheaper',
  'better',
  'lower',
  'less',
])

/** What a clause tells of another company is no aspect of this one, unless the two are compared. */
function isOfRival(rivals: number[], clause: Clause, words: Word[]): boolean {
  const named = rivals.some(first => first >= clause.first && first < clause.end)
  return named && !words.slice(clause.first, clause.end).some(({ norm }) => COMPARING.has(norm))
}
