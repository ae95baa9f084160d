/** The second half of an audit: exactly the reviews shown according to the log are shown, each as it was recorded. */
import type { HistoryCounts, Opening } from '../model/change.ts'
import type { ReviewContent } from '../model/record.ts'
import type { Level, Review } from '../model/review.ts'
import { AuditFailure, type AuditSource, failingAs, readSource } from './audit-failure.ts'
import { commitmentBytes } from './commitment.ts'
import { fromBase64Url, type Sha256, toBase64Url } from './encoding.ts'
import { describeCounts, sameCounts } from './history-counts.ts'
import { elementsOf, memberOf, membersOf, type Piece, parsePiece } from './json-slices.ts'
import { isReviewId } from './ledger-entry.ts'
import type { LoggedHistory, ReviewHistories, ShownReview } from './review-histories.ts'

const DATASET = '/reviews.json'
const OPENINGS = '/log/openings.json'
/** Commitments computed at once. */
const BATCH = 256

/** 1 at the sequence number of each entry whose review was seen. */
type Seen = Uint8Array

/** A review as it is shown, and what the log recorded. */
interface ShownAndRecorded {
  review: Pick<Review, Exclude<keyof ReviewContent, 'incentive'> | 'id' | 'source'> &
    Partial<Pick<Review, 'incentive' | 'verification'>>
  recorded: ShownReview
  opening: Opening | null
  /** The level that a later rule of the business gives to the review; null without such a rule. */
  levelByRule: Level | null
}

export async function checkReviews(
  source: AuditSource,
  histories: ReviewHistories,
  entries: number,
) {
  const openingOf = await readOpenings(source)
  const levelByRule = levelsByRule(histories)
  const bytes = await readSource(source, DATASET)
  const members = readable(DATASET, () => membersOf(bytes))
  const seen: Seen = new Uint8Array(entries + 1)
  let batch: ShownAndRecorded[] = []
  for (const review of reviewsIn(bytes, members)) {
    const recorded = findRecorded(review.id, seen, histories)
    const opening = openingOf(review.id)
    batch.push({ review, recorded, opening, levelByRule: levelByRule(review.source, recorded.seq) })
    if (batch.length < BATCH) continue
    await checkContents(batch, source.hash)
    batch = []
  }
  await checkContents(batch, source.hash)
  checkComplete(seen, histories)
  checkCounts(bytes, members, histories.counts())
}

async function readOpenings(source: AuditSource) {
  const bytes = await readSource(source, OPENINGS)
  const openings = readable(OPENINGS, () =>
    membersOf(bytes, memberOf(membersOf(bytes), 'openings').start),
  )
  return (id: string) => {
    const piece = openings.get(id)
    return piece ? (readable(OPENINGS, () => parsePiece(bytes, piece)) as Opening | null) : null
  }
}

function* reviewsIn(bytes: Uint8Array, members: Map<string, Piece>): Generator<Review> {
  try {
    for (const piece of elementsOf(bytes, memberOf(members, 'reviews').start)) {
      const review = parsePiece(bytes, piece) as Review | null
      if (!isReviewId(review?.id)) throw new Error('A review has no valid id.')
      yield review!
    }
  } catch (error) {
    throw new AuditFailure('unreadable', `${DATASET}: ${(error as Error).message}`)
  }
}

const readable = <T>(path: string, run: () => T): T => failingAs('unreadable', path, run)

function findRecorded(id: string, seen: Seen, histories: ReviewHistories): ShownReview {
  const recorded = histories.shown.get(id)
  if (!recorded)
    throw new AuditFailure(
      'extra',
      `Review ${id} is shown, but in the log it is not, or no longer, shown.`,
    )
  if (seen[recorded.seq]) throw new AuditFailure('extra', `Review ${id} is shown twice.`)
  seen[recorded.seq] = 1
  return recorded
}

export async function checkContents(batch: ShownAndRecorded[], hash: Sha256): Promise<void> {
  const hashes = await Promise.all(batch.map(pair => hash(committedBytes(pair))))
  for (const [index, pair] of batch.entries())
    if (toBase64Url(hashes[index]!) !== pair.recorded.commitment) throw changed(pair)
  for (const pair of batch) checkLevel(pair)
}

function levelsByRule({ rules }: ReviewHistories) {
  const newest = new Map(rules.map(entry => [entry.rule.source, entry]))
  return (source: string, seq: number): Level | null => {
    const entry = newest.get(source)
    // Without a rule, a review from a platform is only known to be from there.
    return entry && entry.seq > seq ? (entry.rule.level ?? 'platform') : null
  }
}

/** A level comes from the entry about the review, or from a rule that was logged after it. */
function checkLevel({ review, recorded, opening, levelByRule }: ShownAndRecorded): void {
  if (recorded.v === 1) return
  const shown = review.verification?.level
  if (shown === opening!.level || shown === levelByRule) return
  throw new AuditFailure(
    'content',
    `Review ${review.id} is shown as verified in another way ("${shown}") than entry ${recorded.seq} and the rules in the log say.`,
  )
}

function committedBytes(pair: ShownAndRecorded): Uint8Array {
  const { review, recorded, opening } = pair
  if (opening?.seq !== recorded.seq)
    throw new AuditFailure(
      'content',
      `${OPENINGS} has no opening of entry ${recorded.seq} for review ${review.id}, so its content cannot be checked.`,
    )
  const { source_key, salt, level } = opening
  if ((level === undefined) !== (recorded.v === 1)) throw changed(pair)
  const content = { ...review, incentive: review.incentive ?? null }
  const committed = { source: review.source, source_key, content, level: level ?? null }
  try {
    return commitmentBytes(committed, fromBase64Url(salt))
  } catch {
    // The salt may be malformed, for example.
    throw changed(pair)
  }
}

const changed = ({ review, recorded }: ShownAndRecorded) =>
  new AuditFailure(
    'content',
    `Review ${review.id} does not say what entry ${recorded.seq} of the log recorded: its author, rating, date, text, reply, source, incentive or level was changed.`,
  )

function checkComplete(seen: Seen, histories: ReviewHistories): void {
  for (const [id, { seq }] of histories.shown)
    if (!seen[seq])
      throw new AuditFailure(
        'missing',
        `Review ${id} is not in ${DATASET}, and no entry of the log removes it: it was dropped.`,
      )
}

function checkCounts(bytes: Uint8Array, members: Map<string, Piece>, counts: LoggedHistory): void {
  const served = readable(DATASET, () =>
    parsePiece(bytes, memberOf(members, 'history')),
  ) as HistoryCounts | null
  if (!served || !sameCounts(served, counts))
    throw new AuditFailure(
      'counts',
      `The history counts in ${DATASET} are not those of the log: ${describeCounts(counts)}.`,
    )
}
