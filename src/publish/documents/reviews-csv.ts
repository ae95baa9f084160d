/** The reviews as a table for spreadsheets (RFC 4180). */
import { Review } from '../../model/review.ts'

/** RFC 7111 names the parameter: the first line has the names of the columns. */
export const CSV_TYPE = 'text/csv; charset=utf-8; header=present'

type Cell = string | number | boolean | null | undefined
type Column = [name: string, value: (review: Review) => Cell]

/** Fields that are more than a cell. Where our import reads a table, the columns have the names that it knows. */
const IN_CELLS: Partial<Record<keyof Review, Column[]>> = {
  owner_reply: [
    ['owner_reply', review => review.owner_reply?.text],
    ['owner_reply_date', review => review.owner_reply?.date],
  ],
  verification: [
    ['verification', review => review.verification.level],
    ['verification_method', review => review.verification.method],
    ['verification_basis', review => review.verification.basis],
  ],
  mentions: [
    ['technicians', review => joinNames(review.mentions.technicians)],
    ['services', review => joinNames(review.mentions.services)],
    ['service_areas', review => joinNames(review.mentions.service_areas)],
  ],
  translation: [
    ['translation', review => review.translation?.text],
    ['translation_language', review => review.translation?.language],
  ],
  tags: [
    ['tags_positive', review => joinNames(tagsOf(review, 'positive'))],
    ['tags_negative', review => joinNames(tagsOf(review, 'negative'))],
  ],
  photos: [['photos', review => review.photos.map(({ url }) => url).join(' ')]],
  sub_ratings: [
    [
      'sub_ratings',
      review => joinNames(Object.entries(review.sub_ratings).map(pair => pair.join(' '))),
    ],
  ],
}

/** The review record, flattened in its own order. */
const COLUMNS = (Object.keys(Review.shape) as (keyof Review)[]).flatMap(
  (name): Column[] => IN_CELLS[name] ?? [[name, review => review[name] as Cell]],
)

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
