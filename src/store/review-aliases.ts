/** Further identifiers of stored reviews, by which other exports know them, and the search for such reviews. */
import { spellUlid } from '../model/ulid.ts'
import { saveSetting } from './base/stored-settings.ts'
import { chunks, findInChunks, type Tx } from './base/tables.ts'
import { selectKnown, toKnown } from './changes-since.ts'
import { aliasKey, type SourceKey } from './hashed-keys.ts'

type Wanted = { source: string; dates: string[]; authors: string[] }

export function createAliasWriter(tx: Tx) {
  async function readSettings(keys: string[]): Promise<Map<string, string>> {
    const rows = await findInChunks(keys, chunk =>
      tx.selectFrom('setting').selectAll().where('key', 'in', chunk).execute(),
    )
    return new Map(rows.map(({ key, value }) => [key, value]))
  }

  async function kindsOf(ids: string[]): Promise<Map<string, string[]>> {
    const found = await readSettings(ids.map(kindsKey))
    return new Map([...found].map(([key, value]) => [key.slice(KINDS.length), JSON.parse(value)]))
  }

  /**
   * The id of a review begins with its day, so the primary key finds it: one day at a time, because SQLite walks all reviews for a
   * hundred days joined by "or".
   */
  function idsOn([first, ...others]: string[]) {
    const on = (day: string) =>
      tx
        .selectFrom('review')
        .select('id')
        .where('id', '>=', firstId(day))
        .where('id', '<=', lastId(day))
    return others.reduce((all, day) => all.unionAll(on(day)), on(first!))
  }

  return {
    /** The ids of reviews that are stored under another identifier, by source and identifier, joined by a newline. */
    async findAliases(wanted: SourceKey[]): Promise<Map<string, string>> {
      const keys = new Map(wanted.map(one => [aliasKey(one), `${one.source}\n${one.sourceKey}`]))
      const found = await readSettings([...keys.keys()])
      return new Map([...found].map(([key, value]) => [keys.get(key)!, JSON.parse(value)]))
    },

    /** Notes further identifiers of stored reviews, and of which kind they are. */
    async addAliases(aliases: (SourceKey & { kind: string; id: string })[]): Promise<void> {
      const kinds = await kindsOf(aliases.map(({ id }) => id))
      for (const alias of aliases) {
        const known = kinds.get(alias.id) ?? []
        kinds.set(alias.id, [...known, alias.kind])
        await saveSetting(tx, aliasKey(alias), alias.id)
        await saveSetting(tx, kindsKey(alias.id), kinds.get(alias.id)!)
      }
    },

    /** The reviews by these authors of these days, with the kinds of their further identifiers. */
    async findLookalikes({ source, dates, authors }: Wanted) {
      const known = []
      for (const days of chunks(dates, FEW))
        for (const names of chunks(authors)) {
          const rows = await selectKnown(tx)
            .where('review.id', 'in', idsOn(days))
            .where('revision.author', 'in', names)
            .orderBy('review.id')
            .execute()
          known.push(...rows.filter(row => row.source === source).map(toKnown))
        }
      const kinds = await kindsOf(known.map(({ id }) => id))
      return known.map(review => ({ ...review, otherKinds: kinds.get(review.id) ?? [] }))
    },

    async sourceKeysOf(source: string): Promise<string[]> {
      const rows = await tx
        .selectFrom('review')
        .select('source_key')
        .where('source', '=', source)
        .execute()
      return rows.map(row => row.source_key)
    },
  }
}

/** SQLite limits how many queries can be joined. */
const FEW = 100

const KINDS = 'review_alias_kinds:'
export const kindsKey = (id: string) => KINDS + id

const timeOf = (day: string) => Math.max(0, Date.parse(`${day}T00:00:00Z`))
const firstId = (day: string) => spellUlid(timeOf(day), Buffer.alloc(10))
const lastId = (day: string) => spellUlid(timeOf(day), Buffer.alloc(10, 255))
