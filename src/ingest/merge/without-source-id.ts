/** Which known review a row is, where its source names neither: told by the content, whatever the order of the file. */
import { numberedKey, type ReviewWithoutSourceId } from '../../model/record.ts'
import { type Choice, type Identity, saysOf, saysWithReplyOf, type UnnamedRow, ulidOf } from './identity.ts'

export interface CandidatesWithoutSourceId {
  /** The reviews of each group: those whose key is the group's, with any number after it, or that have one of the ids. */
  findWithoutSourceId(
    groups: { source: string; group: string; ids: string[] }[],
  ): Promise<ReviewWithoutSourceId[][]>
}

type Chosen = Choice['chosen']

const BATCH = 500

/** The identities of rows, by their place, that stand before those that the file alone gave them. */
export async function matchWithoutSourceId(
  { unnamed, chosen }: Choice,
  shelf: CandidatesWithoutSourceId,
): Promise<Chosen> {
  const settled: Chosen = new Map()
  const groups = [...Map.groupBy(unnamed, row => `${row.source}\n${row.group}`).values()]
  for (let start = 0; start < groups.length; start += BATCH) {
    const batch = groups.slice(start, start + BATCH)
    const known = await shelf.findWithoutSourceId(
      batch.map(rows => {
        const { source, group } = rows[0]!
        return { source, group, ids: rows.map(({ place }) => chosen.get(place)!.id) }
      }),
    )
    for (const [number, rows] of batch.entries())
      if (known[number]!.length > 0) settleGroup(rows, known[number]!, chosen, settled)
  }
  return settled
}

function settleGroup(
  rows: UnnamedRow[],
  known: ReviewWithoutSourceId[],
  chosen: Chosen,
  settled: Chosen,
): void {
  const settle = ({ place }: UnnamedRow, { id, sourceKey }: Identity) => settled.set(place, { id, sourceKey })
  const erased = known.find(({ content }) => content === null)
  // Of two that say the same, the one that is there is meant sooner than the one that is gone.
  const candidates = known
    .filter(isReadable)
    .toSorted((one, other) => Number(one.isGone) - Number(other.isGone))
    .map(review => ({
      ...review,
      says: saysOf(review.content),
      saysWithReply: saysWithReplyOf(review.content),
    }))
  const same = pairBy('saysWithReply', rows, candidates, settle)
  const { rowsLeft, knownLeft } = pairBy('says', same.rowsLeft, same.knownLeft, settle)
  const [row] = rowsLeft
  const [review] = knownLeft
  // What an erased review said is not kept, so that any row that says nothing known may be it: it must not come back.
  if (erased) for (const one of rowsLeft) settle(one, erased)
  else if (row?.canBeEdited && review && rowsLeft.length === 1 && knownLeft.length === 1) settle(row, review)
  else settleNew(rowsLeft, known, chosen, settle)
}

const isReadable = (review: ReviewWithoutSourceId): review is Readable => review.content !== null
type Readable = ReviewWithoutSourceId & { content: NonNullable<ReviewWithoutSourceId['content']> }

/** Pairs each row with a known review that says the same; each is taken once. */
function pairBy<Known extends Identity & { says: string; saysWithReply: string }>(
  trait: 'says' | 'saysWithReply',
  rows: UnnamedRow[],
  known: Known[],
  settle: (row: UnnamedRow, review: Identity) => void,
) {
  const free = Map.groupBy(known.toReversed(), review => review[trait])
  const rowsLeft = rows.filter(row => {
    const review = free.get(row[trait])?.pop()
    if (review) settle(row, review)
    return !review
  })
  const untaken = new Set([...free.values()].flat())
  return { rowsLeft, knownLeft: known.filter(review => untaken.has(review)) }
}

/** New reviews keep the number that the file gave them where it is free, and get the next free one where it is not. */
function settleNew(
  rows: UnnamedRow[],
  known: ReviewWithoutSourceId[],
  chosen: Chosen,
  settle: (row: UnnamedRow, identity: Identity) => void,
): void {
  const taken = new Set(known.flatMap(({ id, sourceKey }) => [id, sourceKey]))
  let number = 0
  for (const row of rows) {
    let identity = chosen.get(row.place)!
    while (taken.has(identity.id) || taken.has(identity.sourceKey)) {
      const sourceKey = numberedKey(row.group, ++number)
      identity = { sourceKey, id: ulidOf(row.date, row.source, sourceKey) }
    }
    taken.add(identity.sourceKey)
    settle(row, identity)
  }
}
