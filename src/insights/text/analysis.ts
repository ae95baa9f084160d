/** What the engine finds in one text. It holds places in the text, never the text itself, so that it can be kept beside it. */
import type { Sentiment } from '../../model/insights.ts'

/** In UTF-16 units of the text. */
export type Span = readonly [start: number, end: number]

export interface AspectMention {
  id: string
  sentiment: Sentiment
  /** From -1 to 1: how sure, and which way. */
  score: number
  /** The words that name the aspect, where there are such words; the clause that speaks of it; the sentence round that. */
  cue: Span | null
  clause: Span
  sentence: Span
}

export interface EntityMention {
  /** The technician's name, or the id of a service, problem or area. */
  key: string
  /** How the sentence speaks of it; null where it only names it. */
  sentiment: Sentiment | null
  span: Span
}

export interface Analysis {
  /** false for a language that the engine does not know: then nothing was looked for but the roster's names. */
  read: boolean
  /** At most one for an aspect in a sentence. */
  aspects: AspectMention[]
  technicians: EntityMention[]
  services: EntityMention[]
  problems: EntityMention[]
  service_areas: EntityMention[]
  /** The sentence that would stand best alone. */
  quote: { span: Span; worth: number } | null
}
