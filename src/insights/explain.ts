/** Explains how a review was read, sentence by sentence and tag by tag. */
import type { BusinessFile } from '../model/business.ts'
import type { Review, Tag } from '../model/review.ts'
import { createTextReader, type InsightsEngine, type SentenceFindings } from './analyze.ts'
import type { JudgedAspect } from './aspects/aspect-mentions.ts'
import { type AspectTag, createTagReader } from './aspects/tags.ts'
import { analyzedText } from './text/analysis.ts'
import { resolveTaxonomy } from './text/resolve-taxonomy.ts'
import type { WordRange } from './text/words.ts'

type ReviewText = Pick<Review, 'text' | 'language' | 'rating'> &
  Partial<Pick<Review, 'translation'>>

export type Explanation = ReturnType<ReturnType<typeof createExplainer>>
export type ExplainedSentence = Explanation['sentences'][number]
export type ExplainedTag = Explanation['tags'][number]

export function createExplainer(parts: InsightsEngine, business: BusinessFile) {
  const readText = createTextReader(parts, business)
  const taxonomy = resolveTaxonomy(parts.taxonomies, business)
  const readTags = createTagReader(taxonomy)
  const labels = new Map(taxonomy.aspects.map(({ id, label }) => [id, label]))

  /** The language is null without a text, too; a text in an unsupported language is not read. */
  function explainText({ text, translation = null, language, rating }: ReviewText) {
    if (text === null) return { read: false, language: null, isTranslation: false, sentences: [] }
    const { sentences, ...facts } = readText(text, language, rating, translation)
    const analyzed = analyzedText(facts, { text, translation })
    return { ...facts, sentences: sentences.map(found => explainSentence(analyzed, found, labels)) }
  }

  return (review: ReviewText, tags: Tag[]) => {
    const explained = explainText(review)
    const mentioned = new Set(
      explained.sentences.flatMap(({ aspects }) => aspects.map(({ id }) => id)),
    )
    const counted = readTags(tags).filter(({ id }) => !mentioned.has(id))
    return {
      ...explained,
      tags: tags.map(tag => {
        /** null if the label matches none. */
        const aspect = readTags([tag])[0]?.id ?? null
        const own = counted.find(({ id }) => id === aspect)
        return { ...tag, aspect, because: explainTag(labels.get(aspect ?? ''), own) }
      }),
    }
  }
}

function explainTag(label: string | undefined, counted: AspectTag | undefined): string {
  if (label === undefined) return 'matches no aspect of the taxonomy'
  if (!counted) return `not counted: the text itself mentions ${label}`
  return `counts for ${label} as ${counted.sentiment}`
}

function explainSentence(
  text: string,
  found: SentenceFindings,
  labels: ReadonlyMap<string, string>,
) {
  const { words } = found.sentence
  const cut = ({ first, end }: WordRange) => text.slice(words[first]!.start, words[end - 1]!.end)
  return {
    text: cut({ first: 0, end: words.length }),
    aspects: found.aspects.map(aspect => ({
      id: aspect.id,
      label: labels.get(aspect.id) ?? aspect.id,
      sentiment: aspect.verdict.sentiment,
      score: Math.round(aspect.verdict.score * 100) / 100,
      /** The words that mention it. */
      words: cut(aspect.cue ?? aspect.clause),
      because: explainAspect(aspect) + (aspect.isSure ? '' : '; not certain enough to be counted'),
    })),
    names: found.entities.map(({ kind, key, sentiment, ...at }) => ({
      kind,
      key,
      words: cut(at),
      sentiment,
    })),
  }
}

function explainAspect({ cue, verdict: { sentiment } }: JudgedAspect): string {
  if (!cue) return 'no particular words, but the sentence as a whole implies it'
  if (cue.prior === null)
    return `these words mention it, and the sentence around them reads as ${sentiment}`
  const reversed = cue.isReversed ? ' (reversed by a negation or a wish)' : ''
  if (cue.prior === sentiment) return `these words are ${cue.prior} by themselves${reversed}`
  return `these words are ${cue.prior} by themselves${reversed}, but the sentence around them reads as ${sentiment}`
}
