/** Why a review was read as it was, sentence by sentence and tag by tag. */
import type { BusinessFile } from '../model/business.ts'
import type { Sentiment } from '../model/insights.ts'
import type { Tag } from '../model/review.ts'
import { createTextReader, type InsightsEngine, type SentenceFindings } from './analyze.ts'
import type { JudgedAspect } from './aspects/aspect-mentions.ts'
import { type AspectTag, createTagReader } from './aspects/tags.ts'
import type { Target } from './network/network-reading.ts'
import { resolveTaxonomy } from './text/resolve-taxonomy.ts'
import type { Sentence } from './text/sentences.ts'

export interface Explanation {
  /** false for a language that the engine does not know. */
  read: boolean
  sentences: ExplainedSentence[]
  tags: ExplainedTag[]
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

export interface ExplainedTag extends Tag {
  /** The aspect's id; null where the label means none. */
  aspect: string | null
  because: string
}

interface Words {
  text: string | null
  language: string | null
}

export function createExplainer(
  parts: InsightsEngine,
  business: BusinessFile,
): (words: Words, tags: Tag[]) => Explanation {
  const readText = createTextReader(parts, business)
  const subject = resolveTaxonomy(parts.taxonomies, business)
  const readTags = createTagReader(subject)
  const labels = new Map(subject.aspects.map(({ id, label }) => [id, label]))

  function explainText({ text, language }: Words): Omit<Explanation, 'tags'> {
    if (text === null) return { read: false, sentences: [] }
    const { read, sentences } = readText(text, language)
    return { read, sentences: sentences.map(one => explainSentence(text, one.sentence, one.found, labels)) }
  }

  return (words, tags) => {
    const explained = explainText(words)
    const spoken = new Set(explained.sentences.flatMap(({ aspects }) => aspects.map(({ id }) => id)))
    const counted = readTags(tags).filter(({ id }) => !spoken.has(id))
    return {
      ...explained,
      tags: tags.map(tag => {
        const aspect = readTags([tag])[0]?.id ?? null
        return { ...tag, aspect, because: reasonOfTag(aspect, counted, labels) }
      }),
    }
  }
}

function reasonOfTag(
  aspect: string | null,
  counted: AspectTag[],
  labels: ReadonlyMap<string, string>,
): string {
  if (aspect === null) return 'this names no aspect that is looked for'
  const own = counted.find(({ id }) => id === aspect)
  if (!own) return `the text itself speaks of ${labels.get(aspect)}, and its words go first`
  return `counts for ${labels.get(aspect)} as ${own.sentiment}`
}

function explainSentence(
  text: string,
  { words }: Sentence,
  found: SentenceFindings,
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

function reasonOf({ cue, verdict: { sentiment } }: JudgedAspect): string {
  if (!cue) return 'no single words say so, but sentences like this one do'
  if (cue.prior === null) return `these words name it, and the sentence round them reads as ${sentiment}`
  const own = cue.prior === 'positive' ? 'praise' : 'criticise'
  const turned = cue.isTurned ? ', turned round by a negation or a wish,' : ''
  if (cue.prior === sentiment) return `these words${turned} ${own} it by themselves`
  return `these words${turned} ${own} it by themselves, but the sentence round them reads as ${sentiment}`
}
