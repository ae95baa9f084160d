/** The passages of a review that mention something, as a few bytes that are only read when somebody asks for them. */
import type { MentionPassage } from '../../insights/text/analysis.ts'
import { MentionKind, Sentiment } from '../../model/insights.ts'
import { Passage } from '../../model/search.ts'
import { asBuffer } from '../base/bytes.ts'

/** Kind, sentiment and field by their number; no sentiment is -1. */
type Packed = [kind: number, id: string, sentiment: number, from: number, to: number, field: number]

const FIELDS = Passage.shape.field.exclude(['reply']).options

const NOTHING = new Uint8Array()

/** A review without passages takes no bytes. */
export function packPassages(passages: MentionPassage[]): Uint8Array {
  if (passages.length === 0) return NOTHING
  const packed = passages.map(
    ({ kind, id, sentiment, field, span: [from, to] }): Packed => [
      MentionKind.options.indexOf(kind),
      id,
      sentiment === null ? -1 : Sentiment.options.indexOf(sentiment),
      from,
      to,
      FIELDS.indexOf(field),
    ],
  )
  return Buffer.from(JSON.stringify(packed))
}

export function unpackPassages(bytes: Uint8Array): MentionPassage[] {
  if (bytes.length === 0) return []
  return (JSON.parse(asBuffer(bytes).toString()) as Packed[]).map(
    ([kind, id, sentiment, from, to, field]) => ({
      kind: MentionKind.options[kind]!,
      id,
      sentiment: Sentiment.options[sentiment] ?? null,
      field: FIELDS[field]!,
      span: [from, to],
    }),
  )
}
