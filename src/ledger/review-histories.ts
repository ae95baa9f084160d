/** Follows the history of every review, entry by entry: whether it is valid, what is shown in the end, and the counts. */
import type {
  ByMonth,
  ChangeReason,
  History,
  HistoryCounts,
  KeyEntry,
  LedgerEntry,
  LogEntry,
  RuleEntry,
} from '../model/change.ts'

export interface ShownReview {
  /** The entry with the commitment to the shown content. */
  seq: number
  commitment: string
  v: 1 | 2
}

/** What the log alone says. */
export type LoggedHistory = HistoryCounts & Pick<History, 'log_began_at' | 'shown_again' | 'edits'>

export type ReviewHistories = ReturnType<typeof createReviewHistories>

type State = 'unknown' | 'shown' | 'withheld' | 'gone' | 'erased'

type HiddenState = Exclude<State, 'unknown' | 'shown'>

type Hidden = { state: HiddenState; reason: ChangeReason }

/** The states an operation can start from, and the one it leads to. A review is added once, and erased for good. */
export const TRANSITIONS: Record<LedgerEntry['op'], { from: State[]; to: 'shown' | HiddenState }> =
  {
    add: { from: ['unknown'], to: 'shown' },
    edit: { from: ['shown'], to: 'shown' },
    reply: { from: ['shown'], to: 'shown' },
    withhold: { from: ['shown', 'withheld'], to: 'withheld' },
    restore: { from: ['withheld', 'gone'], to: 'shown' },
    gone_at_source: { from: ['shown', 'withheld'], to: 'gone' },
    erase: { from: ['shown', 'withheld', 'gone'], to: 'erased' },
  }

const DESCRIPTIONS: Record<State, string> = {
  unknown: 'had not been added',
  shown: 'was shown',
  withheld: 'was withheld',
  gone: 'was gone',
  erased: 'was erased',
}

export function createReviewHistories() {
  const shown = new Map<string, ShownReview>()
  const hidden = new Map<string, Hidden>()
  const withheld = createTally()
  const removed = createTally()
  const edits = new Map<string, number>()
  const shownAgain = new Set<string>()
  let beganAt: string | null = null
  const tallyOf = ({ state }: Hidden) => (state === 'withheld' ? withheld : removed)
  const stateOf = (id: string): State =>
    shown.has(id) ? 'shown' : (hidden.get(id)?.state ?? 'unknown')
  const rules: RuleEntry[] = []
  const keys: KeyEntry[] = []
  let last: Pick<LogEntry, 'seq' | 'at' | 'v'> = { seq: 0, at: '' }

  /** Version 1 trusted the clock, and covered less: nothing falls back to it. */
  function follow({ seq, at, v }: LogEntry): void {
    if (seq !== last.seq + 1)
      throw new Error(`Its sequence number is ${seq} and should be ${last.seq + 1}.`)
    if (v !== 2 && last.v === 2)
      throw new Error('It is of version 1, but the entry before it is not.')
    if (v === 2 && Date.parse(at) < Date.parse(last.at))
      throw new Error(`It is dated ${at}, before the entry that it follows (${last.at}).`)
  }

  function leave(id: string): void {
    shown.delete(id)
    const before = hidden.get(id)
    if (before) tallyOf(before).add(before.reason, -1)
    hidden.delete(id)
  }

  function applyToReview({ seq, op, at, review_id, reason, commitment, v }: LedgerEntry): void {
    const state = stateOf(review_id)
    const { from, to } = TRANSITIONS[op]
    if (!from.includes(state))
      throw new Error(
        `It is "${op}" for review ${review_id}, which ${DESCRIPTIONS[state]} before it.`,
      )
    if (to === 'shown') {
      if (commitment === null || reason !== null)
        throw new Error(`It is "${op}" and must have a commitment and no reason.`)
      // An edit keeps its position in the map.
      if (state !== 'shown' && state !== 'unknown') {
        leave(review_id)
        shownAgain.add(review_id)
      }
      shown.set(review_id, { seq, commitment, v: v ?? 1 })
    } else {
      if (commitment !== null || reason === null)
        throw new Error(`It is "${op}" and must have a reason and no commitment.`)
      leave(review_id)
      shownAgain.delete(review_id)
      const after: Hidden = { state: to, reason }
      hidden.set(review_id, after)
      tallyOf(after).add(reason, 1)
    }
    beganAt ??= at
    if (op === 'edit') edits.set(monthOf(at), (edits.get(monthOf(at)) ?? 0) + 1)
  }

  return {
    /** By review id. */
    shown,
    /** What the business said about its sources, oldest first. */
    rules,
    /** Which log it continues, and how its key changed, oldest first. */
    keys,

    /** Throws when the entry does not follow from those before it. */
    apply(entry: LogEntry): void {
      follow(entry)
      if (entry.op === 'rule') rules.push(entry)
      else if ('key' in entry) keys.push(entry)
      else applyToReview(entry)
      last = entry
    },

    counts: (): LoggedHistory => ({
      ever_published: shown.size + hidden.size,
      shown: shown.size,
      withheld: withheld.counts(),
      removed: removed.counts(),
      log_began_at: beganAt,
      shown_again: shownAgain.size,
      edits: byMonth(edits),
    }),
  }
}

const monthOf = (at: string) => at.slice(0, 'YYYY-MM'.length)

function byMonth(counts: Map<string, number>): ByMonth {
  const by_month = [...counts].sort().map(([month, count]) => ({ month, count }))
  return { count: by_month.reduce((sum, { count }) => sum + count, 0), by_month }
}

/** Counts by reason, sorted and without zeros, so that the same history gives the same bytes. */
function createTally() {
  const numbers = new Map<ChangeReason, number>()
  return {
    add(reason: ChangeReason, number: number) {
      numbers.set(reason, (numbers.get(reason) ?? 0) + number)
    },
    counts(): Partial<Record<ChangeReason, number>> {
      return Object.fromEntries([...numbers].filter(([, number]) => number > 0).sort())
    },
  }
}
