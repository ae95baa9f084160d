/** Finds the stored review of a row without a source id by its content, whatever the order of the file. */
import { numberedKey, type ReviewWithoutSourceId } from '../../model/record.ts'
import {
  type Deduplicated,
  hashesOf,
  type Identity,
  type RowWithoutSourceId,
  ulidOf,
} from './identity.ts'

export interface CandidatesWithoutSourceId {
  /** The reviews of each group: those with its key, with any number after it, or with one of the ids. */
  findWithoutSourceId(
    groups: { source: string; group: string; ids: string[] }[],
  ): Promise<ReviewWithoutSourceId[][]>
}

type Chosen = Deduplicated['chosen']
type Settle = (row: RowWithoutSourceId, identity: Identity) => void

const BATCH = 500

/** Identities by the index of their row. They take precedence over those that the file alone gave. */
export async function matchWithoutSourceId(
  { withoutSourceId, chosen }: Deduplicated,
  store: CandidatesWithoutSourceId,
): Promise<Chosen> {
  const settled: Chosen = new Map()
  const groups = [...Map.groupBy(withoutSourceId, row => `${row.source}\n${row.group}`).values()]
  for (let start = 0; start < groups.length; start += BATCH) {
    const batch = groups.slice(start, start + BATCH)
    const known = await store.findWithoutSourceId(
      batch.map(rows => {
        const { source, group } = rows[0]!
        return { source, group, ids: rows.map(({ index }) => chosen.get(index)!.id) }
      }),
    )
    for (const [number, rows] of batch.entries())
      if (known[number]!.length > 0) settleGroup(rows, known[number]!, chosen, settled)
  }
  return settled
}

function settleGroup(
  rows: RowWithoutSourceId[],
  known: ReviewWithoutSourceId[],
  chosen: Chosen,
  settled: Chosen,
): void {
  const settle: Settle = ({ index }, { id, sourceKey }) => settled.set(index, { id, sourceKey })
  const erased = known.find(({ content }) => content === null)
  const same = pairBy('contentHashWithReply', rows, candidatesOf(known), settle)
  const { rowsLeft, knownLeft } = pairBy('contentHash', same.rowsLeft, same.knownLeft, settle)
  const [row] = rowsLeft
  const [review] = knownLeft
  // The content of an erased review is not kept, so any row with unknown content may be it, and it must not come back.
  if (erased) for (const one of rowsLeft) settle(one, erased)
  else if (row?.canBeEdited && review && rowsLeft.length === 1 && knownLeft.length === 1)
    settle(row, review)
  else settleNew(rowsLeft, known, chosen, settle)
}

type Hashes = ReturnType<typeof hashesOf>
type Candidate = Identity & Hashes

/** Of two with the same content, one that is shown is a better match than one that is gone. */
const candidatesOf = (known: ReviewWithoutSourceId[]): Candidate[] =>
  known
    .toSorted((one, other) => Number(one.isGone) - Number(other.isGone))
    .flatMap(({ id, sourceKey, content }) =>
      content ? { id, sourceKey, ...hashesOf(content) } : [],
    )

/** Pairs each row with a stored review of the same content, each review once. */
function pairBy(
  hash: keyof Hashes,
  rows: RowWithoutSourceId[],
  known: Candidate[],
  settle: Settle,
) {
  const free = Map.groupBy(known.toReversed(), review => review[hash])
  const rowsLeft = rows.filter(row => {
    const review = free.get(row[hash])?.pop()
    if (review) settle(row, review)
    return !review
  })
  const unpaired = new Set([...free.values()].flat())
  return { rowsLeft, knownLeft: known.filter(review => unpaired.has(review)) }
}

/** New reviews keep the number that the file gave them, or get the next free one. */
function settleNew(
  rows: RowWithoutSourceId[],
  known: ReviewWithoutSourceId[],
  chosen: Chosen,
  settle: Settle,
): void {
  const used = new Set(known.flatMap(({ id, sourceKey }) => [id, sourceKey]))
  let number = 0
  for (const row of rows) {
    let identity = chosen.get(row.index)!
    while (used.has(identity.id) || used.has(identity.sourceKey)) {
      const sourceKey = numberedKey(row.group, ++number)
      identity = { sourceKey, id: ulidOf(row.date, row.source, sourceKey) }
    }
    used.add(identity.sourceKey)
    settle(row, identity)
  }
}
