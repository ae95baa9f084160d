/** Guesses which columns of an unknown table hold which fields, by their names and the first values. A person confirms it. */
import { type Fields, fieldValue, type Sample } from '../formats/format.ts'
import type { Mapping } from '../formats/mapping.ts'
import { isPlainName } from '../values/column-names.ts'
import { readDate } from '../values/date-value.ts'
import { isIdentifier, readRating, reviewLinkOf } from '../values/field-values.ts'
import columnWords from './column-words.json' with { type: 'json' }

export type MappedColumns = Mapping['columns']
type Field = keyof MappedColumns

/** Words of column names in the languages of the site, the surest first. Fields are matched in this order, each column once. */
const WORDS: Partial<Record<Field, string[]>> = columnWords

/** Returns null without a rating or a date: then the table is probably something else. `rows` are the first few. */
export function guessMapping(
  { fields, first }: Sample,
  rows: Fields[] = [first],
): MappedColumns | null {
  const free = new Set([...fields].filter(isPlainName))
  const columns: Partial<Record<Field, string>> = {}
  for (const [field, lines] of Object.entries(WORDS) as [Field, string[]][]) {
    const words = lines.flatMap(line => line.split(', '))
    const found = bestColumn([...free], words, column =>
      isPlausible(field, column, fieldValue(first, column)),
    )
    if (found === null) continue
    columns[field] = found
    free.delete(found)
  }
  // What the first review says tells the stars from the date where the heading does not.
  const missing = (['rating', 'date'] as const).filter(field => !columns[field])
  if (missing.length === 1 && columns.text) {
    const fitting = [...free].filter(column => {
      const value = fieldValue(first, column)
      return value !== undefined && isPlausible(missing[0]!, column, value)
    })
    if (fitting.length === 1) columns[missing[0]!] = fitting[0]!
  }
  if (!columns.rating || !columns.date) return null
  const prose = columns.text ? undefined : findProse([...free, columns.author ?? []].flat(), rows)
  // "What the customer writes" only sounds like a name.
  if (prose !== undefined && prose === columns.author) delete columns.author
  if (prose !== undefined) columns.text = prose
  return columns as MappedColumns
}

const SHORTEST_PROSE = 25
const CLEARLY_LONGER = 1.5
const SEVERAL_WORDS = /\S\s+\S+\s+\S/
/** An e-mail address, a link, a number before or after a street, or a postal code. */
const ADDRESS = /@|:\/\/|^\d+ |\d\p{L}?(?:,|$)|\b\d{4,6} \p{Lu}/mu

/** The column whose filled cells are clearly the longest texts. */
function findProse(names: string[], rows: Fields[]): string | undefined {
  const lengthOf = (name: string) => {
    const cells = rows.flatMap(row => String(fieldValue(row, name) ?? '').trim() || [])
    const prose = cells.filter(cell => SEVERAL_WORDS.test(cell) && !ADDRESS.test(cell))
    const lengths = cells.map(cell => cell.length).sort((one, other) => one - other)
    return 2 * prose.length > cells.length ? lengths[lengths.length >> 1]! : 0
  }
  const lengths = new Map(names.map(name => [name, lengthOf(name)]))
  const [next = 0, longest = 0] = [0, ...lengths.values()]
    .sort((one, other) => one - other)
    .slice(-2)
  const isClear = longest >= Math.max(SHORTEST_PROSE, CLEARLY_LONGER * next)
  return isClear ? names.find(name => lengths.get(name) === longest) : undefined
}

/** The whole name is surer than a part of it, and an earlier word than a later one. */
function bestColumn(
  names: string[],
  words: string[],
  fits: (name: string) => boolean,
): string | null {
  const ways: ((name: string, word: string) => boolean)[] = [
    (name, word) => name === word,
    (name, word) => ` ${name} `.includes(` ${word} `),
  ]
  for (const isMatch of ways)
    for (const word of words) {
      const found = names.find(name => isMatch(plain(name), word) && fits(name))
      if (found !== undefined) return found
    }
  return null
}

/** `ReviewDate` and `review_date` are the same two words, and ⭐ is the word for it. */
const plain = (name: string) =>
  name
    .replace(/[⭐★☆🌟]/gu, ' stars ')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** An empty value proves nothing. */
function isPlausible(field: Field, column: string, value: ReturnType<typeof fieldValue>): boolean {
  if (field === 'source_url' && OF_A_PERSON.test(plain(column))) return false
  if (value === undefined) return true
  if (field === 'source_url') return reviewLinkOf(value) !== null
  if (field === 'source') return isIdentifier(String(value))
  // On a scale from 0 to 10, every number of stars is a rating, too.
  if (field === 'rating') return typeof readRating(value, 10, 0) === 'number'
  if (field === 'date' || field === 'reply_date' || field === 'updated_at') return isDate(value)
  return true
}

/** A link in such a column leads to the reviewer, not to the review. */
const OF_A_PERSON =
  /\b(?:profile|author|reviewer|user|customer|client|contributor|avatar|photo|image|picture|profil|perfil|autor|auteur|kunde|cliente)s?\b/

/** A date may be in either order of day and month, and relative to any day. */
const isDate = (value: ReturnType<typeof fieldValue>) =>
  (['dmy', 'mdy'] as const).some(
    order => 'date' in readDate(value, { order, retrievedAt: '2026-01-01' }),
  )

/** What to add to the command: `--map rating=Score --map 'text=What they said' --source direct`. */
export function mapFlags(columns: MappedColumns, source?: string): string {
  const pairs = Object.entries(columns).map(
    ([field, column]) => `--map ${quote(`${field}=${column}`)}`,
  )
  if (columns.source === undefined) pairs.push(`--source ${quote(source ?? 'direct')}`)
  return pairs.join(' ')
}

const quote = (text: string) =>
  /^[\w./=:@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
