/** What the engine finds in one text: offsets, never the text itself, so that it can be stored next to it. */
import type { MentionKind, Sentiment } from '../../model/insights.ts'

/** In UTF-16 units of the text. */
export type Span = readonly [start: number, end: number]

export interface AspectMention {
  id: string
  sentiment: Sentiment
  /** From -1 to 1: direction and confidence. */
  score: number
  /** Whether the words of the clause say so by themselves. */
  stated: boolean
  /** The words that signal the aspect, if any; the clause they are in; the sentence around it. */
  cue: Span | null
  clause: Span
  sentence: Span
}

export interface EntityMention {
  /** The technician's name, or the id of a service, problem or area. */
  key: string
  /** null if the sentence names it without an opinion. */
  sentiment: Sentiment | null
  span: Span
}

/** A passage of a text that mentions something. */
export interface MentionPassage {
  kind: MentionKind
  id: string
  sentiment: Sentiment | null
  span: Span
}

export interface Analysis {
  /** false for an unsupported language, in which only names from the business file are found. */
  read: boolean
  /** At most one per aspect and sentence. */
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

export const emptyAnalysis = (): Analysis => ({
  read: false,
  aspects: [],
  technicians: [],
  services: [],
  problems: [],
  service_areas: [],
  prices: [],
  quote: null,
})
