/** How well praise and criticism are found: which reviews contain any, and of which aspects. */
import type { Sentiment } from '../../model/insights.ts'
import { type Opinion, type ScoredRow, scoreCounts } from './evaluation.ts'

/** A review as labeled and as read. */
export interface LabeledReading extends ScoredRow {
  /** Whether the business is criticized at all, be it for something that is no aspect. */
  isCritical: boolean
  stars: number | null
  trade: string | null
}

/** `group` is "4–5 stars" or "movers". */
export type SideScoresOf = ReturnType<typeof scoreSides>[number]

const STAR_GROUPS: [group: string, stars: number[]][] = [
  ['1–2 stars', [1, 2]],
  ['3 stars', [3]],
  ['4–5 stars', [4, 5]],
]

/** All rows together, then by stars, then by trade; groups without rows are left out. */
export function scoreSides(rows: LabeledReading[]) {
  const trades = [...new Set(rows.flatMap(({ trade }) => trade ?? []))].sort()
  return [
    { group: 'all', members: rows },
    ...STAR_GROUPS.map(([group, stars]) => ({
      group,
      members: rows.filter(row => row.stars !== null && stars.includes(row.stars)),
    })),
    ...trades.map(trade => ({ group: trade, members: rows.filter(row => row.trade === trade) })),
  ]
    .filter(({ members }) => members.length > 0)
    .map(({ group, members }) => ({
      group,
      rows: members.length,
      criticism: scoreSide(members, 'negative', ({ isCritical }) => isCritical),
      praise: scoreSide(members, 'positive', ({ wanted }) => has(wanted, 'positive')),
    }))
}

function scoreSide(rows: LabeledReading[], side: Sentiment, isWanted: (row: LabeledReading) => boolean) {
  return {
    /** Reviews that contain any praise, or any criticism. */
    reviews: scoreCounts(
      rows.map(row => {
        const [wanted, found] = [isWanted(row), has(row.found, side)]
        return { wanted: Number(wanted), found: Number(found), right: Number(wanted && found) }
      }),
    ),
    /** Aspects praised, or criticized. */
    mentions: scoreCounts(
      rows.map(row => {
        const wanted = new Set(idsOf(row.wanted, side))
        const found = idsOf(row.found, side)
        return { wanted: wanted.size, found: found.length, right: found.filter(id => wanted.has(id)).length }
      }),
    ),
  }
}

const has = (opinions: Opinion[], side: Sentiment) => opinions.some(({ sentiment }) => sentiment === side)
const idsOf = (opinions: Opinion[], side: Sentiment) =>
  opinions.filter(({ sentiment }) => sentiment === side).map(({ id }) => id)
