/** The entries of feeds: a review, or a change to one. */
import { hash } from 'node:crypto'
import { encodeEntry } from '../../ledger/ledger-entry.ts'
import { type Locale, localeOf, shorten } from '../../locale/locale.ts'
import { type ChangeOp, type LedgerEntry, REMOVALS } from '../../model/change.ts'
import { oncePerValue } from '../../model/once-per.ts'
import type { Review } from '../../model/review.ts'
import type { RenderContext } from '../context/render-context.ts'
import type { LogReader } from '../log/published-log.ts'

/** What every feed says about itself. */
export type FeedContext = Pick<RenderContext, 'baseUrl' | 'business' | 'locale'>

export interface FeedEntry {
  /** Its id in the JSON Feed, and in Atom. */
  ids: { json: string; atom: string }
  reviewId: string
  title: string
  published: string
  updated: string
  /** Tells entries of the same second apart. */
  number: number
  /** null where the entry shows nothing of it. */
  review: Review | null
  /** The review with the owner's reply, or what became of it. */
  text: string
  /** In the feed of all changes. */
  change: LedgerEntry | null
}

/** The log, and the reviews that are shown. */
export interface ChangeList {
  log: Pick<LogReader, 'size' | 'anyEntry' | 'entriesAfter' | 'entriesAbout'>
  reviewOf(id: string): Review | null
}

export function reviewEntry(context: FeedContext, review: Review): FeedEntry {
  const locale = localeOf(context.locale)
  return {
    ids: reviewEntryIds(review.id),
    reviewId: review.id,
    title: reviewTitle(locale, review),
    published: publishedAt(review),
    updated: review.updated_at,
    number: Number(ulidNumber(review.id) % 1_000_000n),
    review,
    text: textWithReply(locale, context, review),
    change: null,
  }
}

export const reviewEntryIds = (id: string): FeedEntry['ids'] => ({
  json: id,
  atom: uuidUrn(ulidNumber(id).toString(16).padStart(32, '0')),
})

/**
 * Noon in UTC is on the same day from UTC−12 to UTC+11; midnight is on the day before in the Americas. A review of this morning was
 * published when it came: nothing is updated before it is published.
 */
function publishedAt({ date, updated_at }: Review): string {
  const noon = `${date}T12:00:00Z`
  const arrived = `${updated_at.slice(0, 19)}Z`
  return arrived < noon ? arrived : noon
}

/** The entries of a page, in the order given. */
export function changeEntries(
  context: FeedContext,
  { log, reviewOf }: ChangeList,
  changes: LedgerEntry[],
) {
  if (changes.length === 0) return []
  const logHash = hash('sha256', encodeEntry(log.anyEntry(1)))
  const historyOf = oncePerValue(log.entriesAbout)
  return changes.map(change => {
    const review = isRemoval(change.op) ? null : reviewOf(change.review_id)
    return changeEntry(context, change, historyOf(change.review_id), review, logHash)
  })
}

/** Earlier entries about a removed review say what became of it, and nothing else. */
function changeEntry(
  context: FeedContext,
  change: LedgerEntry,
  history: LedgerEntry[],
  review: Review | null,
  logHash: string,
): FeedEntry {
  const locale = localeOf(context.locale)
  const id = entryUrn(logHash, change.seq)
  const removal = isRemoval(change.op) ? change : history.at(-1)!
  return {
    ids: { json: id, atom: id },
    reviewId: change.review_id,
    title: changeTitle(locale, change.op, review),
    published: change.at,
    updated: lastShownOrHidden(change, history),
    number: change.seq % 1_000_000,
    review,
    text: review ? textWithReply(locale, context, review) : removalText(locale, removal),
    change,
  }
}

const isRemoval = (op: ChangeOp) => REMOVALS.some(removal => removal === op)

/** When the text was taken out of the entry or came back. An edit has an entry of its own, so it dates no other. */
function lastShownOrHidden(change: LedgerEntry, history: LedgerEntry[]): string {
  const isLater = ({ seq, op }: LedgerEntry) =>
    seq > change.seq && (isRemoval(op) || op === 'restore')
  return history.findLast(isLater)?.at ?? change.at
}

/** Enough to tell what the review is about in a list of titles. */
const TITLE_LETTERS = 80

/** The stars, who wrote it and the first words: ★★★★☆ Abdi Warsame: Came on time and … */
function reviewTitle({ words, say }: Locale, { rating, author, text }: Review): string {
  if (text === null) return say(words.feeds.itemWithoutText, { stars: writeStars(rating), author })
  const first = shorten(text.replaceAll(/\s+/g, ' ').trim(), TITLE_LETTERS + 1)
  return say(words.feeds.item, { stars: writeStars(rating), author, words: first })
}

export const writeStars = (rating: number) => '★'.repeat(rating) + '☆'.repeat(5 - rating)

function changeTitle(locale: Locale, op: ChangeOp, review: Review | null): string {
  const { feeds } = locale.words
  const change = feeds.changes[op]
  if (review) return locale.say(feeds.change, { change, item: reviewTitle(locale, review) })
  return isRemoval(op) ? change : locale.say(feeds.sinceRemoved, { change })
}

/** A rating without text says so: a feed reader would show an empty entry. A reward is told wherever the text is read. */
export function textForReaders({ words }: Locale, { text, incentive }: Review): string {
  const shown = text ?? words.feeds.noText
  return incentive ? `${shown}\n\n${words.review.incentive}` : shown
}

function textWithReply(locale: Locale, { business }: FeedContext, review: Review): string {
  const { owner_reply } = review
  const text = textForReaders(locale, review)
  if (!owner_reply) return text
  const date = locale.date(owner_reply.date)
  return locale.say(locale.words.feeds.textWithReply, {
    text,
    business: business.name,
    date,
    reply: owner_reply.text,
  })
}

function removalText({ words, say, date }: Locale, { op, at, reason }: LedgerEntry): string {
  const event = say(words.review.events[op], { date: date(at) })
  return reason
    ? `${event} ${say(words.review.reason, { reason: words.trust.reasons[reason] })}`
    : event
}

/** A ULID has 128 bits, like a UUID: the entry's id depends on the review alone, not on the host. */
function ulidNumber(ulid: string): bigint {
  const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
  let value = 0n
  for (const character of ulid) value = (value << 5n) | BigInt(digits.indexOf(character))
  return value
}

export const uuidUrn = (hex: string) =>
  `urn:uuid:${hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')}`

/** A UUID of our own making (RFC 9562, version 8): the log's first entry tells logs apart, and the last digits are the number. */
const entryUrn = (logHash: string, seq: number) =>
  uuidUrn(
    `${logHash.slice(0, 12)}8${logHash.slice(13, 16)}8${logHash.slice(17, 20)}${String(seq).padStart(12, '0')}`,
  )
