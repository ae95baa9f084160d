/** Recognizes a review that another export identifies in another way: by author, day and text, and only if the kinds of ids differ. */
import type { KnownReview } from '../../model/record.ts'
import { ANONYMOUS, type ReviewRow } from '../../model/review.ts'
import { type CompleteRow, contentOfNew, isComplete } from './row-content.ts'

export interface Lookalike extends KnownReview {
  /** The kinds of the other identifiers by which it is known. */
  otherKinds: string[]
}

export interface AliasStore {
  /** The ids of reviews known under these identifiers besides their own, by source and identifier, joined by a newline. */
  findAliases(wanted: { source: string; sourceKey: string }[]): Promise<Map<string, string>>
  /** Notes that the reviews with these ids are also known under these identifiers. */
  addAliases(
    aliases: { source: string; sourceKey: string; kind: string; id: string }[],
  ): Promise<void>
  /** Stored reviews by these authors, written on these days. */
  findLookalikes(wanted: {
    source: string
    dates: string[]
    authors: string[]
  }): Promise<Lookalike[]>
  /** The identifiers of all stored reviews of a source. */
  sourceKeysOf(source: string): Promise<string[]>
}

/** Which tool issued an identifier, as far as its shape tells. Two of the same kind are two reviews. */
export function idKind(sourceKey: string): string {
  return KINDS.find(([, shape]) => shape.test(sourceKey))?.[0] ?? 'other'
}

const KINDS: [kind: string, shape: RegExp][] = [
  ['none', /^derived:/],
  ['ulid', /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/],
  ['uuid', /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i],
  ['link', /^https?:/i],
  ['number', /^\d+$/],
  ['hex', /^[0-9a-f]{24,64}$/i],
  // Google Maps encodes a message whose first field is text; Business Profile has ids of its own.
  ['google-maps', /^C[hi][\w+/-]{14,}=*$/],
  ['google-profile', /^A[bI][\w-]{14,}$/],
]

type RowToMatch = { row: ReviewRow; sourceKey: string }

interface MatchableRow extends RowToMatch {
  row: CompleteRow & { author: string }
}

/** Rows of our own format name their review, and the anonymous could be anyone. A vague date is no day. */
const isMatchable = <T extends RowToMatch>(one: T): one is T & MatchableRow =>
  isComplete(one.row) &&
  one.row.id === null &&
  (one.row.author ?? ANONYMOUS) !== ANONYMOUS &&
  (one.row.date_precision ?? 'day') === 'day'

interface AcrossExports<T> {
  /** Rows that are a stored review, each review at most once. */
  same: Map<T, Lookalike>
  /** Rows that may be one: a person must decide. */
  likely: Map<T, Lookalike>
}

export type OtherExports = ReturnType<typeof createOtherExports>

/** Looks for reviews of other exports, unless there cannot be any: of the source, nothing or only this kind is stored. */
export function createOtherExports(store: AliasStore) {
  const kindsOf = new Map<string, Set<string>>()

  async function mayKnow({ row: { source }, sourceKey }: RowToMatch): Promise<boolean> {
    const kinds = kindsOf.get(source) ?? new Set((await store.sourceKeysOf(source)).map(idKind))
    kindsOf.set(source, kinds)
    return kinds.add(idKind(sourceKey)).size > 1
  }

  return {
    async match<T extends RowToMatch>(rows: T[]): Promise<AcrossExports<T>> {
      const candidates: (T & MatchableRow)[] = []
      for (const one of rows) if (isMatchable(one) && (await mayKnow(one))) candidates.push(one)
      const matches = await matchAcrossExports(candidates, store)
      const aliases = matches.same.entries().map(([{ row, sourceKey }, { id }]) => {
        return { source: row.source, sourceKey, kind: idKind(sourceKey), id }
      })
      await store.addAliases([...aliases])
      return matches
    },
  }
}

async function matchAcrossExports<T extends MatchableRow>(rows: T[], store: AliasStore) {
  const found: AcrossExports<T> = { same: new Map(), likely: new Map() }
  const taken = new Set<string>()
  for (const [source, ofSource] of Map.groupBy(rows, ({ row }) => row.source)) {
    const lookalikes = await store.findLookalikes({
      source,
      dates: [...new Set(ofSource.flatMap(({ row }) => daysAround(row.date)))],
      authors: [...new Set(ofSource.map(({ row }) => row.author))],
    })
    const byAuthor = Map.groupBy(lookalikes, ({ content }) => content.author)
    for (const one of ofSource) {
      const candidates = (byAuthor.get(one.row.author) ?? []).filter(
        known =>
          !taken.has(known.id) &&
          ![idKind(known.source_key), ...known.otherKinds].includes(idKind(one.sourceKey)),
      )
      const match = candidates.find(known => isSame(one.row, known))
      const near = candidates.find(known => isLikely(one.row, known))
      if (match) {
        taken.add(match.id)
        found.same.set(one, match)
      } else if (near) found.likely.set(one, near)
    }
  }
  return found
}

function isSame(row: CompleteRow, { content, particulars }: KnownReview): boolean {
  const { date, rating, text } = contentOfNew(row)
  return (
    particulars.date_precision === 'day' &&
    content.date === date &&
    content.rating === rating &&
    plainText(content.text) === plainText(text)
  )
}

/** The same words a day apart, or the same author on the same day with other words or stars: edited, or cut short. */
function isLikely(row: CompleteRow, { content }: KnownReview): boolean {
  const text = plainText(contentOfNew(row).text)
  if (plainText(content.text) === text)
    return text !== '' && daysAround(row.date).includes(content.date)
  return content.date === row.date
}

/** Exports differ in white space and in how they write the same character. */
const plainText = (text: string | null) =>
  (text ?? '').normalize('NFKC').replace(/\s+/g, ' ').trim()

const DAY_MS = 86_400_000

function daysAround(date: string): string[] {
  const ms = Date.parse(`${date}T00:00:00Z`)
  return [-1, 0, 1].map(days => new Date(ms + days * DAY_MS).toISOString().slice(0, 10))
}
