/** What the engine finds in one text: offsets, never the text itself, so that it can be stored next to it. */
import type { MentionKind, Sentiment } from '../../model/insights.ts'
import type { Translation } from '../../model/review.ts'

/** In UTF-16 units of the text that was analyzed. */
export type Span = readonly [start: number, end: number]

export interface AspectMention {
  id: string
  sentiment: Sentiment
  /** From -1 to 1: direction and confidence. */
  score: number
  /** Whether the words of the clause say so by themselves. */
  stated: boolean
  /** Whether it is certain enough to be counted. */
  sure: boolean
  /** Whether the words are certain enough to be about this aspect to be quoted for it. */
  apt: boolean
  /** The words that signal the aspect, if any; the clause they are in; the sentence around it. */
  cue: Span | null
  clause: Span
  sentence: Span
}

export interface EntityMention {
  /** The technician's name, or the id of a service, problem or area. */
  key: string
  /** What is said about a person or service there; null if nothing is, and for problems and areas. */
  sentiment: Sentiment | null
  span: Span
}

/** Stands for whatever a passage praises or criticizes: an aspect that another passage of the review is listed for, too. */
export const ANY_ASPECT = ''

/** A passage of a text that mentions something. */
export interface MentionPassage {
  /** What the span is in. */
  field: 'text' | 'translation'
  kind: MentionKind
  id: string
  sentiment: Sentiment | null
  span: Span
}

export interface Analysis {
  /** false for an unsupported language, in which only names from the business file are found. */
  read: boolean
  /** That of the review itself, without its region; null if unknown. */
  language: string | null
  /** Whether the source's translation was read instead of the text: then all spans are in it. */
  isTranslation: boolean
  /** At most one per aspect and side of a sentence. */
  aspects: AspectMention[]
  technicians: EntityMention[]
  services: EntityMention[]
  problems: EntityMention[]
  service_areas: EntityMention[]
  /** Amounts of money, with the id of the service that was paid for. */
  prices: { key: string; span: Span }[]
  /** The sentence that reads best on its own. */
  quote: { span: Span; worth: number } | null
}

/** The text that was analyzed, which all spans are in. */
export const analyzedText = (
  { isTranslation }: Pick<Analysis, 'isTranslation'>,
  { text, translation }: { text: string; translation?: Pick<Translation, 'text'> | null },
): string => (isTranslation ? translation!.text : text)

export const emptyAnalysis = (): Analysis => ({
  read: false,
  language: null,
  isTranslation: false,
  aspects: [],
  technicians: [],
  services: [],
  problems: [],
  service_areas: [],
  prices: [],
  quote: null,
})
