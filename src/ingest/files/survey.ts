/** What must be known of a whole file before its first row is taken: the order of day and month, and the places. */
import { cleanLine } from '../../model/scalars.ts'
import type { Format } from '../formats/format.ts'
import { type DateOrder, orderEvidence } from '../values/date-value.ts'
import type { Draft } from '../values/draft.ts'
import { FileProblem } from '../values/file-problem.ts'

export interface SurveyResult {
  orderOf(format: Format): DateOrder | null
  isWanted(location: Draft['location']): boolean
}

export interface SurveyOptions {
  dateOrder?: DateOrder | undefined
  location?: string | undefined
}

/** Files of one format come from one tool: what one of them tells of dates holds for all. */
export function createSurvey({ dateOrder, location }: SurveyOptions) {
  const evidence = new Map<Format, Set<DateOrder | 'either' | null>>()
  const places = new Map<string, { name: string; count: number }>()
  return {
    see(draft: Draft, format: Format) {
      if (!evidence.has(format)) evidence.set(format, new Set())
      if (!dateOrder)
        for (const told of [draft.date, draft.updated_at, draft.reply?.date, draft.retrieved_at])
          evidence.get(format)!.add(orderEvidence(told))
      countPlace(draft.location, places)
    },
    conclude(): SurveyResult {
      const orders = new Map([...evidence].map(([format, found]) => [format, dateOrder ?? conclude(found)]))
      checkPlaces([...places.values()], location, places.has(keyOf(location)))
      return {
        orderOf: format => orders.get(format) ?? null,
        isWanted: told => location === undefined || keyOf(told) === keyOf(location),
      }
    },
  }
}

function conclude(found: Set<DateOrder | 'either' | null>): DateOrder | null {
  if (found.has('dmy') && found.has('mdy'))
    throw new FileProblem(
      'has dates with the day first and dates with the month first, so that those between cannot be told. Import them apart, or say --date-order dmy or --date-order mdy.',
    )
  if (found.has('dmy')) return 'dmy'
  if (found.has('mdy')) return 'mdy'
  if (!found.has('either')) return null
  throw new FileProblem(
    'has dates such as 05/01, and none of them tells whether the day or the month comes first. Say --date-order dmy or --date-order mdy.',
  )
}

const nameOf = (location: Draft['location']) => cleanLine(String(location ?? ''))
const keyOf = (location: Draft['location']) => nameOf(location).toLowerCase()

function countPlace(location: Draft['location'], places: Map<string, { name: string; count: number }>): void {
  const key = keyOf(location)
  if (key === '') return
  const known = places.get(key)
  if (known) known.count++
  else places.set(key, { name: nameOf(location), count: 1 })
}

const MOST = 30

function checkPlaces(
  places: { name: string; count: number }[],
  location: string | undefined,
  isKnown: boolean,
): void {
  if (location === undefined ? places.length < 2 : isKnown) return
  const listed = places
    .toSorted((one, other) => other.count - one.count)
    .slice(0, MOST)
    .map(({ name, count }) => `\n  ${name} (${count})`)
  if (places.length > MOST) listed.push(`\n  and ${places.length - MOST} more`)
  if (location === undefined)
    throw new FileProblem(
      `has reviews of ${places.length} places; pick one with --location:${listed.join('')}`,
    )
  throw new FileProblem(
    places.length === 0
      ? 'does not say which place its reviews are about: leave --location out.'
      : `has no reviews of the place that --location names, only of:${listed.join('')}`,
  )
}
