/** Which aspects a sentence mentions, and with what sentiment: the cues and the network together. */
import type { Encoded, Network } from '../network/network.ts'
import type { Reading, Target } from '../network/network-reading.ts'
import type { ResolvedTaxonomy } from '../text/resolve-taxonomy.ts'
import type { Sentence } from '../text/sentences.ts'
import { createAspectFinder, type FoundAspect } from './find-aspects.ts'
import { judge, type Verdict, verdictOf } from './polarity.ts'

export interface JudgedAspect {
  id: string
  verdict: Verdict
  /** null if the sentence as a whole implies the aspect. */
  cue: FoundAspect | null
  /** Quoted as evidence. */
  clause: Target
}

export interface ReadAspects {
  findCues(sentence: Sentence): FoundAspect[]
  judge(sentence: Sentence, cues: FoundAspect[], encoded: Encoded): JudgedAspect[]
}

export function createAspectReader(network: Network, taxonomy: ResolvedTaxonomy): ReadAspects {
  const known = taxonomy.isHome ? network.aspects : []
  const numbers = new Map(known.map((id, number) => [id, number]))
  const wanted = new Set(taxonomy.aspects.map(({ id }) => id))

  /** Aspects that the network finds by itself. Cues do not adjust its verdict, because it was trained with them. */
  function findLearned(sentence: Sentence, cues: FoundAspect[], encoded: Encoded): JudgedAspect[] {
    if (known.length === 0) return []
    const whole = { first: 0, end: sentence.words.length }
    const flags = flagsOf(cues, numbers)
    return encoded.aspects(whole, flags).flatMap(({ chance, reading }, number) => {
      const id = known[number]!
      if (chance < network.threshold || !wanted.has(id)) return []
      const own = cues.filter(cue => cue.id === id)
      const cue = own.find(({ prior }) => prior !== null) ?? own[0] ?? null
      const clause = cue?.clause ?? likeliestClause(sentence, encoded, number, flags)
      return [{ id, verdict: verdictOf(reading), cue, clause }]
    })
  }

  /** Aspects that only cues find. */
  function findByCue(cues: FoundAspect[], encoded: Encoded): JudgedAspect[] {
    const readings = encoded.opinions(cues)
    const judged = cues.map((cue, index) => ({ cue, reading: judge(readings[index]!, cue) }))
    return Array.from(
      Map.groupBy(judged, ({ cue }) => cue.id),
      ([id, same]) => {
        const { cue, reading } = strongestOf(same)
        return { id, verdict: verdictOf(reading), cue, clause: cue.clause }
      },
    )
  }

  return {
    findCues: createAspectFinder(taxonomy),
    judge(sentence, cues, encoded) {
      const others = cues.filter(({ id }) => !numbers.has(id))
      return [...findLearned(sentence, cues, encoded), ...findByCue(others, encoded)]
    },
  }
}

interface JudgedCue {
  cue: FoundAspect
  reading: Reading
}

/** Three flags per aspect: whether it has a positive cue, a negative one, one that is neither. */
function flagsOf(cues: FoundAspect[], numbers: ReadonlyMap<string, number>): Float32Array {
  const flags = new Float32Array(3 * numbers.size)
  for (const cue of cues) {
    const number = numbers.get(cue.id)
    if (number !== undefined)
      flags[3 * number + (cue.prior === null ? 2 : cue.prior === 'positive' ? 0 : 1)] = 1
  }
  return flags
}

/** A cue with a sentiment of its own wins over one without, then the more confident reading. */
function strongestOf(cues: JudgedCue[]): JudgedCue {
  const strength = ({ cue, reading }: JudgedCue) =>
    (cue.prior === null ? 0 : 1) + Math.abs(reading.positive - reading.negative)
  return cues.reduce((best, one) => (strength(one) > strength(best) ? one : best))
}

function likeliestClause(
  { clauses }: Sentence,
  encoded: Encoded,
  number: number,
  flags: Float32Array,
): Target {
  if (clauses.length === 1) return clauses[0]!
  const chances = clauses.map(clause => encoded.aspects(clause, flags)[number]!.chance)
  return clauses[chances.indexOf(Math.max(...chances))]!
}
