/** Prepares a stored review for publication, once per revision: its bytes, its words and what the engine read in it. */
import type { ReadTags } from '../../insights/aspects/tags.ts'
import type { ReadReview } from '../../insights/counts/tally.ts'
import { readReview } from '../../insights/read-review.ts'
import type { Analysis, MentionPassage } from '../../insights/text/analysis.ts'
import type { BusinessFile } from '../../model/business.ts'
import { foldCase } from '../../model/case-folding.ts'
import type { Opening } from '../../model/change.ts'
import type { Correction } from '../../model/correction.ts'
import { MentionKind, Sentiment } from '../../model/insights.ts'
import type { KnownReview, ReviewRecord } from '../../model/record.ts'
import { type Mentions, Review, type Verification } from '../../model/review.ts'
import { Passage } from '../../model/search.ts'
import { verificationOf } from '../../model/verification.ts'
import { asBuffer } from '../base/bytes.ts'
import { dateNumber, ulidDay } from '../base/day-number.ts'
import { reviewUrl } from '../base/public-paths.ts'
import type { FoldedText, WordNumbers } from '../words/word-numbers.ts'
import { valuesOf } from './columns.ts'

/** What counting and listing need to know about a review. */
export type ListedReview = ReadReview & ReturnType<typeof listReview>

export interface PreparedReview {
  review: ListedReview
  /** What is joined with the same of other reviews. */
  pieces: {
    json: Uint8Array
    /** Text and translation, case-folded for searches; their words and those of the reply, as numbers. */
    text: Uint8Array
    tokens: Uint32Array
    /** Where the text mentions what. */
    passages: Uint8Array
    /** What it takes, beside the review, to verify its commitment. */
    opening: Uint8Array
  }
}

export function prepareReview(
  record: KnownReview,
  business: BusinessFile,
  analysis: Analysis | null,
  corrections: Correction[] | undefined,
  {
    vocabulary,
    readTags,
    baseUrl,
  }: { vocabulary: WordNumbers; readTags: ReadTags; baseUrl: string },
): PreparedReview {
  const { id, content, particulars } = record
  const verification = verificationOf(record, business.verification)
  const { translation } = particulars
  const { passages, ...read } = readReview(
    { ...content, translation },
    analysis,
    readTags(particulars.tags),
    corrections,
  )
  const { technicians, services, service_areas } = read.insight
  const mentions = { technicians, services, service_areas }
  const texts = foldTexts(record)
  const foldedText = texts.map(({ text }) => text).join(BETWEEN_TEXTS)
  return {
    review: { ...listReview(record, verification), ...read },
    pieces: {
      json: Buffer.from(
        JSON.stringify(toReview(record, verification, mentions, reviewUrl(baseUrl, id))),
      ),
      text: Buffer.from(foldedText),
      tokens: vocabulary.tokensOf([...texts, ...foldReply(record)]),
      passages: packPassages(passages),
      opening: Buffer.from(renderOpening(record)),
    },
  }
}

function listReview(record: KnownReview, { level }: Verification) {
  const { id, source, content, particulars } = record
  const { date, rating } = content
  const day = dateNumber(date)
  return {
    id,
    source,
    language: particulars.language,
    hasReply: content.owner_reply !== null,
    incentive: content.incentive,
    level,
    /** How many days the reply took; null without a reply, or if the dates cannot say. */
    replyDays: replyDaysOf(record),
    updatedAt: record.updated_at,
    date,
    isDateExact: particulars.date_precision === 'day',
    /** 20261115 for 2026-11-15. */
    day,
    /** Its date differs from the one in its id. */
    isRedated: day !== ulidDay(id),
    /** The last version that changed it without a ledger entry. */
    reannouncedVersion: record.renewed,
    rating,
    /** What filters decide by. */
    values: valuesOf({ ...record, level }),
  }
}

/** A date that is exact to the week says nothing about days, nor does a reply that is older than its review. */
function replyDaysOf({ content: { date, owner_reply }, particulars }: ReviewRecord): number | null {
  if (!owner_reply || particulars.date_precision !== 'day') return null
  const days = Math.round((Date.parse(owner_reply.date) - Date.parse(date)) / 86_400_000)
  return days < 0 ? null : days
}

/** No text contains it, so nothing is found across it. */
const BETWEEN_TEXTS = '\u0000'

function foldTexts({
  content,
  particulars: { language, translation },
}: ReviewRecord): FoldedText[] {
  const text = { text: foldCase(content.text ?? ''), language }
  return translation ? [text, { ...translation, text: foldCase(translation.text) }] : [text]
}

/** Most owners reply in the language of the review. */
const foldReply = ({
  content: { owner_reply },
  particulars: { language },
}: ReviewRecord): FoldedText[] =>
  owner_reply ? [{ text: foldCase(owner_reply.text), language, isReply: true }] : []

/** The text, and the translation if there is one. */
export const splitSearchedTexts = (joined: string): string[] => joined.split(BETWEEN_TEXTS)

const NAMES = [...new Set(['id', ...Object.keys(Review.shape)])] as (keyof Review)[]

/** The order of the schema is the order on the wire; the Snapshot relies on the id coming first. */
function toReview(
  record: ReviewRecord,
  verification: Verification,
  mentions: Mentions,
  url: string,
): Review {
  const { id, source, revision, updated_at, content, particulars } = record
  const added = { id, source, revision, updated_at, verified: true, verification, mentions, url }
  const all: Review = { ...content, ...particulars, ...added }
  return Object.fromEntries(NAMES.map(name => [name, all[name]])) as Review
}

/** One member of a JSON object keyed by review id. */
function renderOpening({ id, seq, source_key, salt, committed_level: level }: KnownReview): string {
  const opening: Opening = { seq: seq!, source_key, salt, ...(level && { v: 2, level }) }
  return `${JSON.stringify(id)}:${JSON.stringify(opening)}`
}

export const parseReview = (json: Uint8Array): Review => JSON.parse(asBuffer(json).toString())

/** Kind, sentiment and field by their number; no sentiment is -1. */
type Packed = [kind: number, id: string, sentiment: number, from: number, to: number, field: number]

const FIELDS = Passage.shape.field.exclude(['reply']).options

const NOTHING = new Uint8Array()

/** A review without passages takes no bytes. */
function packPassages(passages: MentionPassage[]): Uint8Array {
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
