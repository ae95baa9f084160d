/** The owner's corrections of what was read in one text: they can only remove a mention, or make criticism neutral. */
import type { Correction, CorrectionMark } from '../model/correction.ts'
import type { CorrectedMention, Sentiment } from '../model/insights.ts'
import type { AspectTag } from './aspects/tags.ts'
import { mentionKey } from './counts/month-counts.ts'
import type { AspectMention, EntityMention } from './text/analysis.ts'

/** As it was read. */
interface ReadMentions {
  /** One per aspect. */
  aspects: AspectMention[]
  technicians: EntityMention[]
  /** On people and services, by `mentionKey`. */
  verdicts: ReadonlyMap<string, Sentiment>
}

/** Which mentions are corrected, and what that changes. */
export function correctMentions(corrections: Correction[], text: string, read: ReadMentions) {
  const corrected = corrections.length === 0 ? NONE : findCorrected(corrections, text, read)
  const markOf = (kind: CorrectedMention['kind'], id: string): CorrectionMark | undefined =>
    corrected.find(one => one.kind === kind && one.id === id)?.mark
  return {
    corrected,
    markOf,
    /** All aspects, the corrected ones as neutral: that is how they count in the score of the review, even if they are not mentioned. */
    neutralized: read.aspects.map(
      (one): AspectMention =>
        markOf('aspects', one.id) ? { ...one, sentiment: 'neutral', score: 0, cue: null } : one,
    ),
  }
}

/** Most reviews have no corrections, so they share one empty list. */
const NONE: CorrectedMention[] = []

/** A correction of something that is not read in the text, or of criticism that is not read as such, has no effect. */
function findCorrected(
  corrections: Correction[],
  text: string,
  read: ReadMentions,
): CorrectedMention[] {
  const mentions = [
    ...read.aspects.map(({ id, sentiment, clause: span }) => ({
      kind: 'aspects',
      id,
      sentiment,
      span,
    })),
    ...read.technicians.map(({ key: id, span }) => ({
      kind: 'technicians',
      id,
      sentiment: read.verdicts.get(mentionKey('technicians', id))!,
      span,
    })),
  ]
  return corrections.flatMap(({ kind, id, mark, corrected_at }) => {
    const mention = mentions.find(one => one.kind === kind && one.id === id)
    if (!mention || (mark === 'not_criticism' && mention.sentiment !== 'negative')) return []
    const evidence = text.slice(...mention.span)
    return [{ kind, id, mark, sentiment: mention.sentiment, evidence, corrected_at }]
  })
}

/** Only the customer can take back a tag. So where a tag criticizes, the owner cannot say that the text does not. */
export const withoutTagged = (corrections: Correction[], tags: AspectTag[]) =>
  corrections.filter(
    ({ kind, id, mark }) =>
      kind !== 'aspects' ||
      mark !== 'not_criticism' ||
      !tags.some(tag => tag.id === id && tag.sentiment === 'negative'),
  )
