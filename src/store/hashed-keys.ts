/** Hashes of source keys: they recognize a review, and nothing of an erased one remains in them. */
import { createHash } from 'node:crypto'
import { type KnownReview, numberedKey, type ReviewWithoutSourceId } from '../model/record.ts'
import type { Tx } from './base/tables.ts'
import { findByIds, findBySourceKeys } from './changes-since.ts'

export type SourceKey = { source: string; sourceKey: string }

/** The name of a setting that says that a review was erased, and not which: so that an import does not bring it back. */
export const erasedKey = (source: string, sourceKey: string) => ERASED + hashOf(source, sourceKey)

export const ERASED = 'erased:'

/** Erased reviews: what is left of their keys, and which of those an id has. There are few. */
export async function readErased(tx: Tx) {
  const query = tx.selectFrom('review').select(['id', 'source_key']).where('state', '=', 'erased')
  const rows = await query.execute()
  // Written so that the primary key finds them: a semicolon follows the colon.
  const marks = tx
    .selectFrom('setting')
    .select('key')
    .where('key', '>', ERASED)
    .where('key', '<', 'erased;')
  return {
    // Earlier versions kept the hash with the review.
    marks: new Set([
      ...rows.map(row => row.source_key),
      ...(await marks.execute()).map(({ key }) => key),
    ]),
    keys: new Map(rows.map(({ id, source_key }) => [id, source_key])),
  }
}

/** The name of the setting by which a further identifier leads to its review, even to an erased one. */
export const aliasKey = ({ source, sourceKey }: SourceKey) => ALIAS + hashOf(source, sourceKey)

export const ALIAS = 'review_alias:'

const hashOf = (source: string, sourceKey: string) =>
  createHash('sha256').update(`${source}\n${sourceKey}`).digest('base64url')

/** Finds reviews without an id from their source, together with all others by the same author on the same day. */
export type KeyGroup = { source: string; group: string; ids: string[] }

type Erased = Awaited<ReturnType<typeof readErased>>

export async function findWithoutSourceId(tx: Tx, groups: KeyGroup[], erased: Erased) {
  const ids = groups.flatMap(group => group.ids)
  const byId = new Map((await findByIds(tx, ids)).map(known => [known.id, toCandidate(known)]))
  const members = await selectMembers(tx, groups)
  return groups.map(group => {
    const byIds = group.ids.flatMap(id => byId.get(id) ?? toErased(id, erased.keys.get(id)))
    const inGroup = members.get(group) ?? []
    const gone = findErased(group, inGroup.length + group.ids.length, erased)
    return [...new Map([...byIds, ...inGroup, ...gone].map(review => [review.id, review])).values()]
  })
}

const FIRST_NUMBERS = 2

/** Most groups are small: asks for the first few numbers, and for twice as many where some of those exist. */
async function selectMembers(
  tx: Tx,
  groups: KeyGroup[],
): Promise<Map<KeyGroup, ReviewWithoutSourceId[]>> {
  const members = new Map(groups.map(group => [group, [] as ReviewWithoutSourceId[]]))
  let wanted = new Set(groups)
  for (let [from, to] = [1, FIRST_NUMBERS]; wanted.size > 0; [from, to] = [to + 1, 2 * to]) {
    const owners = new Map<string, KeyGroup>()
    for (const group of wanted)
      for (let number = from; number <= to; number++)
        owners.set(`${group.source}\n${numberedKey(group.group, number)}`, group)
    wanted = new Set()
    for (const known of await selectByKeys(tx, [...owners.keys()])) {
      const group = owners.get(`${known.source}\n${known.source_key}`)!
      members.get(group)!.push(toCandidate(known))
      wanted.add(group)
    }
  }
  return members
}

/** Each key is the source and its source key, joined by a newline. */
async function selectByKeys(tx: Tx, keys: string[]): Promise<KnownReview[]> {
  const found: KnownReview[] = []
  for (const [source, ofSource] of Map.groupBy(keys, key => key.slice(0, key.indexOf('\n')))) {
    const sourceKeys = ofSource.map(key => key.slice(source.length + 1))
    found.push(...(await findBySourceKeys(tx, source, sourceKeys)))
  }
  return found
}

/** Only the hash of an erased key is left, so each number must be tried. Numbers have no gaps, so the search ends. */
function findErased(
  { source, group }: KeyGroup,
  others: number,
  { marks }: Erased,
): ReviewWithoutSourceId[] {
  const found: ReviewWithoutSourceId[] = []
  if (marks.size === 0) return found
  for (let number = 1; number <= others + found.length + 1; number++) {
    const sourceKey = numberedKey(group, number)
    const mark = erasedKey(source, sourceKey)
    if (marks.has(mark)) found.push(...toErased(mark, sourceKey))
  }
  return found
}

const toErased = (id: string, sourceKey: string | undefined): ReviewWithoutSourceId[] =>
  sourceKey === undefined ? [] : [{ id, sourceKey, isGone: false, content: null }]

const toCandidate = ({ id, source_key, state, content }: KnownReview): ReviewWithoutSourceId => ({
  id,
  sourceKey: source_key,
  isGone: state === 'gone',
  content,
})
