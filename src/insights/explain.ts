/** Why a text was read as it was, sentence by sentence. */
import type { BusinessFile } from '../model/business.ts'
import type { Sentiment } from '../model/insights.ts'
import { createTextReader, type EngineParts, type Found } from './analyse.ts'
import type { Target } from './reading.ts'
import type { Sentence } from './segment.ts'
import type { SpokenAspect } from './spoken.ts'
import { resolveTaxonomy } from './taxonomy.ts'

export interface Explanation {
  /** false for a language that the engine does not know. */
  read: boolean
  sentences: ExplainedSentence[]
}

export interface ExplainedSentence {
  text: string
  aspects: {
    id: string
    label: string
    sentiment: Sentiment
    score: number
    /** What speaks of it. */
    words: string
    because: string
  }[]
  names: {
    kind: 'technicians' | 'services' | 'problems' | 'service_areas'
    key: string
    words: string
    sentiment: Sentiment | null
  }[]
}

export function createExplainer(
  parts: EngineParts,
  business: BusinessFile,
): (text: string, language: string | null) => Explanation {
  const readText = createTextReader(parts, business)
  const labels = new Map(
    resolveTaxonomy(parts.taxonomies, business).aspects.map(({ id, label }) => [id, label]),
  )
  return (text, language) => {
    const { read, sentences } = readText(text, language)
    return { read, sentences: sentences.map(one => explainSentence(text, one.sentence, one.found, labels)) }
  }
}

function explainSentence(
  text: string,
  { words }: Sentence,
  found: Found,
  labels: ReadonlyMap<string, string>,
): ExplainedSentence {
  const cut = ({ first, end }: Target) => text.slice(words[first]!.start, words[end - 1]!.end)
  return {
    text: cut({ first: 0, end: words.length }),
    aspects: found.aspects.map(aspect => ({
      id: aspect.id,
      label: labels.get(aspect.id) ?? aspect.id,
      sentiment: aspect.verdict.sentiment,
      score: Math.round(aspect.verdict.score * 100) / 100,
      words: cut(aspect.cue ?? aspect.clause),
      because: reasonOf(aspect),
    })),
    names: [...found.people.map(one => ({ ...one, kind: 'technicians' as const })), ...found.things].map(
      one => ({ kind: one.kind, key: one.key, words: cut(one), sentiment: one.sentiment }),
    ),
  }
}

function reasonOf({ cue, verdict: { sentiment } }: SpokenAspect): string {
  if (!cue) return 'no single words say so, but sentences like this one do'
  if (cue.prior === null) return `these words name it, and the sentence round them reads as ${sentiment}`
  const own = cue.prior === 'positive' ? 'praise' : 'criticise'
  const turned = cue.isTurned ? ', turned round by a negation or a wish,' : ''
  if (cue.prior === sentiment) return `these words${turned} ${own} it by themselves`
  return `these words${turned} ${own} it by themselves, but the sentence round them reads as ${sentiment}`
}
