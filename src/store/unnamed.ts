/** Finds reviews that their source does not name, with all that share their author and day. */
import { sql } from 'kysely'
import { numberedKey, type UnnamedReview } from '../model/record.ts'
import { erasedKey } from './erased.ts'
import type { Tx } from './schema.ts'
import type { Writer } from './store.ts'

interface Found {
  id: string
  source_key: string
  state: string
  rating: number | null
  text: string | null
  reply_text: string | null
  reply_date: string | null
}

export function createUnnamedFinder(tx: Tx): Writer['findUnnamed'] {
  /** The ids of those that are erased, by the hash that is left of their key: few, and asked for often. */
  let erased: Map<string, string> | undefined

  return async groups => {
    erased ??= await selectErased(tx)
    const ids = groups.flatMap(one => one.ids)
    const byId = new Map((await selectByIds(tx, ids)).map(row => [row.id, toUnnamed(row)]))
    const inGroup = new Map<string, UnnamedReview[]>()
    for (const [source, ones] of Map.groupBy(groups, one => one.source)) {
      const rows = await selectInGroups(
        tx,
        source,
        ones.map(one => one.group),
      )
      for (const [group, members] of Map.groupBy(rows, row => row.source_key.split('#')[0]!))
        inGroup.set(`${source}\n${group}`, members.map(toUnnamed))
    }
    return groups.map(({ source, group, ids }) => {
      const named = ids.flatMap(id => byId.get(id) ?? [])
      const members = inGroup.get(`${source}\n${group}`) ?? []
      const gone = findErased(source, group, members.length + ids.length, erased!)
      return [...new Map([...named, ...members, ...gone].map(review => [review.id, review])).values()]
    })
  }
}

/** The next character after the `#` that stands before a number ends the range. */
async function selectInGroups(tx: Tx, source: string, groups: string[]): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select review.id, source_key, state, rating, text, reply_text, reply_date
    from json_each(${JSON.stringify(groups)}) as one
    cross join review on review.source = ${source}
      and review.source_key >= one.value and review.source_key < one.value || '$'
    join revision on revision.review_id = review.id and revision.revision = review.revision
    order by length(source_key), source_key`.execute(tx)
  return rows
}

async function selectByIds(tx: Tx, ids: string[]): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select review.id, source_key, state, rating, text, reply_text, reply_date
    from json_each(${JSON.stringify(ids)}) as one
    cross join review on review.id = one.value
    left join revision on revision.review_id = review.id and revision.revision = review.revision`.execute(tx)
  return rows
}

async function selectErased(tx: Tx): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('review')
    .select(['id', 'source_key'])
    .where('state', '=', 'erased')
    .execute()
  return new Map(rows.map(({ id, source_key }) => [source_key, id]))
}

/** Only trying tells which numbers of a group are erased. Numbers are given without gaps, so there is an end. */
function findErased(source: string, group: string, others: number, erased: Map<string, string>) {
  const found: UnnamedReview[] = []
  if (erased.size === 0) return found
  for (let number = 1; number <= others + found.length + 1; number++) {
    const sourceKey = numberedKey(group, number)
    const id = erased.get(erasedKey(source, sourceKey))
    if (id) found.push({ id, sourceKey, isGone: false, content: null })
  }
  return found
}

function toUnnamed({ id, source_key, state, rating, text, reply_text, reply_date }: Found): UnnamedReview {
  const owner_reply = reply_text === null ? null : { text: reply_text, date: reply_date! }
  const content = rating === null ? null : { rating, text, owner_reply }
  return { id, sourceKey: source_key, isGone: state === 'gone', content }
}
