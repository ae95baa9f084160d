/** Reads photos and sub-ratings: lists and objects in JSON, in a table one cell or several columns. What cannot be read is left out. */
import { MOST_EXTRAS, Photo, SubRatingName, type SubRatings } from '../../model/review.ts'
import { unlessItThrows } from '../../model/scalars.ts'
import type { FieldValue } from './draft.ts'
import { isName, reviewLinkOf } from './field-values.ts'
import { valueAt } from './parse-json.ts'

export function photosIn(value: unknown): Photo[] | undefined {
  const items = typeof value === 'string' ? (jsonIn(value) ?? linksIn(value.trim())) : value
  const photos = new Map(
    Object.values(items ?? [])
      .flatMap(photoIn)
      .map(photo => [photo.url, photo]),
  )
  return photos.size > 0 || statesNone(value)
    ? [...photos.values()].slice(0, MOST_EXTRAS)
    : undefined
}

const statesNone = (value: unknown) =>
  value === null || (typeof value === 'object' && Object.keys(value).length === 0)

/** A comma may be part of a link, so only what begins like one begins another. */
const linksIn = (cell: string) =>
  cell.split(/(?<=[\s,;|])(?=https?:)/i).map(link => /^\S*[^\s,;|]/.exec(link)?.[0])

/** The largest picture first. */
const URL_KEYS = [
  'url',
  'image_url',
  'googleUrl',
  'contentUrl',
  'image',
  'thumbnailUrl',
  'thumbnail',
]

function photoIn(item: unknown): Photo[] {
  const linkAt = (key: string) => reviewLinkOf(valueAt(item, [key]) as FieldValue)
  const url = typeof item === 'string' ? reviewLinkOf(item) : URL_KEYS.map(linkAt).find(Boolean)
  const { data } = Photo.safeParse({ url, source_url: linkAt('source_url') })
  return data ? [data] : []
}

/** `{ "Food": 4, "Service": "5/5" }`, or `Food 4; Service 5`. Answers without a number, such as a price, are none. */
export function subRatingsIn(value: unknown): SubRatings | undefined {
  const stated = typeof value === 'string' ? (jsonIn(value) ?? pairsIn(value)) : value
  const ratings = Object.entries(stated ?? {}).flatMap(([key, grade]) => {
    const [name = '', rating] = [SubRatingName.safeParse(key).data, numberIn(grade)]
    return name !== '' && isName(name) && rating <= 5 ? [[name, rating] as const] : []
  })
  return ratings.length > 0 || statesNone(value)
    ? Object.fromEntries(ratings.slice(0, MOST_EXTRAS))
    : undefined
}

const pairsIn = (cell: string) =>
  Object.fromEntries(cell.split(';').map(pair => pair.trim().split(/ (?=\S+$)/)))

const jsonIn = (cell: string): unknown => unlessItThrows(() => JSON.parse(cell))

/** From 1 up to less than 6; not a number for anything else. */
function numberIn(grade: unknown): number {
  const text = typeof grade === 'object' ? '' : String(grade).trim()
  return Number(/^([1-5](?:[.,]\d+)?)(?:\s*\/\s*5)?$/.exec(text)?.[1]?.replace(',', '.'))
}
