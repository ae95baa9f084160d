/** Which aspects a sentence mentions, and with what sentiment: the cues and the network together. */
import type { Network } from '../network/network.ts'
import type { AspectHints, AspectReading, Reading, Target } from '../network/network-reading.ts'
import type { ResolvedTaxonomy } from '../text/resolve-taxonomy.ts'
import type { Sentence } from '../text/sentences.ts'
import { isBareAmount } from './bare-amount.ts'
import { createAspectFinder, type FoundAspect } from './find-aspects.ts'
import { judge, judgeSentence, reconcile, type Verdict } from './polarity.ts'
import { statesOpinion } from './stated-opinion.ts'

export interface JudgedAspect {
  id: string
  verdict: Verdict
  /** null if the sentence as a whole implies the aspect. */
  cue: FoundAspect | null
  /** Quoted as evidence. */
  clause: Target
  /** Whether the words of the clause say so by themselves. */
  isStated: boolean
}

/** A sentence in its surroundings, as the network read it. Positions are those of the sentence's words. */
export interface SentenceInContext {
  sentence: Sentence
  /** Of the review; null if unknown. */
  stars: number | null
  aspects(words: Target, hints: AspectHints): AspectReading[]
  opinions(targets: Target[]): Reading[]
  /** How good or bad a word is by itself, from -1 to 1. */
  valenceOf(norm: string): number
}

export function createAspectReader(
  network: Network,
  taxonomy: ResolvedTaxonomy,
): (context: SentenceInContext) => JudgedAspect[] {
  const findCues = createAspectFinder(taxonomy)
  const trade = network.trades.indexOf(taxonomy.trade)
  const numbers = new Map(network.aspects.map((id, number) => [id, number]))
  const learned = taxonomy.aspects.map(({ id }) => id).filter(id => numbers.has(id))
  const wanted = learned.map(id => numbers.get(id)!)
  const thresholds = wanted.map(number => network.thresholds[number]!)

  /** Aspects that the network finds by itself. Cues do not adjust its verdict, because it was trained with them. */
  function findLearned(cues: FoundAspect[], context: SentenceInContext): JudgedAspect[] {
    const { sentence, stars, aspects } = context
    const hints = { wanted, cues: numberCues(cues, numbers), trade, stars }
    let clauses: AspectReading[][] | undefined
    const readClauses = () => {
      clauses ??= sentence.clauses.map(clause => aspects(clause, hints))
      return clauses
    }
    const readings = aspects({ first: 0, end: sentence.words.length }, hints)
    return judgeSentence(readings, thresholds, stars).flatMap((judged, index) => {
      if (!judged) return []
      const id = learned[index]!
      const own = cues.filter(cue => cue.id === id)
      const priors = own.flatMap(({ prior }) => prior ?? [])
      const isBare = id === PRICING && priors.length === 0 && isBareAmount(sentence.words, context.valenceOf)
      const verdict = isBare ? NEUTRAL : reconcile(judged, priors)
      const cue = own.find(({ prior }) => prior === verdict.sentiment) ?? own[0] ?? null
      const clause = cue?.clause ?? likeliestOf(sentence, index, readClauses)
      return [{ id, verdict, cue, clause, isStated: isStated(verdict, clause, context) }]
    })
  }

  /** Aspects that only cues find. */
  function findByCue(cues: FoundAspect[], context: SentenceInContext): JudgedAspect[] {
    const { stars, opinions } = context
    const readings = opinions(cues)
    const odds = network.starOdds(stars)
    const judged = cues.map((cue, index) => ({ cue, verdict: judge(readings[index]!, cue, odds) }))
    return Array.from(
      Map.groupBy(judged, ({ cue }) => cue.id),
      ([id, same]) => {
        const { cue, verdict } = strongestOf(same)
        return { id, verdict, cue, clause: cue.clause, isStated: isStated(verdict, cue.clause, context) }
      },
    )
  }

  return context => {
    const cues = findCues(context.sentence)
    const others = cues.filter(({ id }) => !numbers.has(id))
    return [...findLearned(cues, context), ...findByCue(others, context)]
  }
}

const isStated = (
  { sentiment }: Verdict,
  { first, end }: Target,
  { sentence, valenceOf }: SentenceInContext,
) => statesOpinion(sentence.words.slice(first, end), sentiment, valenceOf)

const PRICING = 'pricing'
const NEUTRAL: Verdict = { sentiment: 'neutral', score: 0 }

interface JudgedCue {
  cue: FoundAspect
  verdict: Verdict
}

function numberCues(cues: FoundAspect[], numbers: ReadonlyMap<string, number>): Set<number> {
  return new Set(
    cues.flatMap(({ id, prior }) => {
      const number = numbers.get(id)
      return number === undefined ? [] : [3 * number + (prior === null ? 2 : prior === 'positive' ? 0 : 1)]
    }),
  )
}

/** A cue with a sentiment of its own wins over one without, then the more confident verdict. */
function strongestOf(cues: JudgedCue[]): JudgedCue {
  const strength = ({ cue, verdict }: JudgedCue) => (cue.prior === null ? 0 : 1) + Math.abs(verdict.score)
  return cues.reduce((best, one) => (strength(one) > strength(best) ? one : best))
}

function likeliestOf({ clauses }: Sentence, index: number, read: () => AspectReading[][]): Target {
  if (clauses.length === 1) return clauses[0]!
  const chances = read().map(readings => readings[index]!.chance)
  return clauses[chances.indexOf(Math.max(...chances))]!
}
