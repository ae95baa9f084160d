/** The reviews as a table for spreadsheets (RFC 4180). */
import type { Review } from '../../model/review.ts'

/** RFC 7111 names the parameter: the first line has the names of the columns. */
export const CSV_TYPE = 'text/csv; charset=utf-8; header=present'

type Cell = string | number | boolean | null | undefined

/** The review record, flattened in its own order. Where our import reads a table, the columns have the names that it knows. */
const COLUMNS: [name: string, value: (review: Review) => Cell][] = [
  ...asTheyAre('id', 'author', 'author_avatar_url', 'rating', 'date', 'text', 'source', 'source_url'),
  ['owner_reply', review => review.owner_reply?.text],
  ['owner_reply_date', review => review.owner_reply?.date],
  ...asTheyAre('verified', 'updated_at', 'revision', 'language'),
  ['verification', review => review.verification.level],
  ['verification_method', review => review.verification.method],
  ['verification_basis', review => review.verification.basis],
  ...asTheyAre('incentive'),
  ['technicians', review => joinNames(review.mentions.technicians)],
  ['services', review => joinNames(review.mentions.services)],
  ['service_areas', review => joinNames(review.mentions.service_areas)],
  ...asTheyAre('date_precision'),
  ['translation', review => review.translation?.text],
  ['translation_language', review => review.translation?.language],
  ['tags_positive', review => joinNames(tagsOf(review, 'positive'))],
  ['tags_negative', review => joinNames(tagsOf(review, 'negative'))],
  ['photos', review => review.photos.map(({ url }) => url).join(' ')],
  ['sub_ratings', review => joinNames(Object.entries(review.sub_ratings).map(pair => pair.join(' ')))],
  ...asTheyAre('url'),
]

function asTheyAre<Name extends keyof Review>(...names: (Review[Name] extends Cell ? Name : never)[]) {
  return names.map((name): (typeof COLUMNS)[number] => [name, review => review[name] as Cell])
}

export const CSV_COLUMNS = COLUMNS.map(([name]) => name)
export const CSV_HEAD = `${CSV_COLUMNS.join(',')}\r\n`

export const csvRow = (review: Review) =>
  `${COLUMNS.map(([, value]) => csvCell(value(review))).join(',')}\r\n`

const tagsOf = ({ tags }: Review, sentiment: string) =>
  tags.filter(tag => tag.sentiment === sentiment).map(({ label }) => label)

const joinNames = (names: string[]) => names.join('; ')

/** A cell that begins like this is a formula to some spreadsheet, full-width signs and spaces before it included. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/

/** An apostrophe tells spreadsheets that the rest is text. */
function csvCell(value: Cell): string {
  if (typeof value !== 'string') return value === null || value === undefined ? '' : String(value)
  const text = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
