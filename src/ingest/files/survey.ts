/** What must be known about all records before the first row is made: the order of day and month, and the locations. */
import { cleanLine } from '../../model/scalars.ts'
import type { Format, StatedTotal } from '../formats/format.ts'
import { type DateOrder, orderEvidence } from '../values/date-value.ts'
import type { Draft } from '../values/draft.ts'
import { FileProblem } from '../values/file-problem.ts'

export type SurveyOptions = { dateOrder?: DateOrder | undefined; location?: string | undefined }

/** Input files of one format come from one tool, so the date order of one holds for all. */
export function createSurvey({ dateOrder, location }: SurveyOptions) {
  const evidence = new Map<Format, Set<DateOrder | 'either' | null>>()
  const locations = new Map<string, CountedLocation>()
  const totals = new Map<string, SeenTotal>()
  return {
    seeTotal(source: string, total: StatedTotal, about: Draft['location']) {
      totals.set(JSON.stringify([source, total, keyOf(about)]), { source, total, about })
    },
    see(draft: Draft, format: Format) {
      if (!evidence.has(format)) evidence.set(format, new Set())
      if (!dateOrder)
        for (const value of [draft.date, draft.updated_at, draft.reply?.date, draft.retrieved_at])
          evidence.get(format)!.add(orderEvidence(value))
      countLocation(draft.location, locations)
    },
    conclude() {
      const orders = new Map(
        [...evidence].map(([format, found]) => [format, dateOrder ?? conclude(found)]),
      )
      checkLocations([...locations.values()], location, locations.has(keyOf(location)))
      const isWanted = (about: Draft['location']) =>
        location === undefined || keyOf(about) === keyOf(location)
      return {
        /** What the files say about all reviews of each source; a source about which they disagree is in `contradicted`. */
        totals: settleTotals([...totals.values()].filter(({ about }) => !about || isWanted(about))),
        orderOf: (format: Format) => orders.get(format) ?? null,
        isWanted,
      }
    },
  }
}

type SeenTotal = { source: string; total: StatedTotal; about: Draft['location'] }

export type FileTotals = { stated: (StatedTotal & { source: string })[]; contradicted: string[] }

export const NO_TOTALS: FileTotals = { stated: [], contradicted: [] }

function settleTotals(seen: SeenTotal[]): FileTotals {
  const bySource = [...Map.groupBy(seen, ({ source }) => source)]
  return {
    stated: bySource.flatMap(([source, [one, other]]) =>
      other ? [] : [{ source, ...one!.total }],
    ),
    contradicted: bySource.flatMap(([source, { length }]) => (length > 1 ? [source] : [])),
  }
}

function conclude(found: Set<DateOrder | 'either' | null>): DateOrder | null {
  if (found.has('dmy') && found.has('mdy'))
    throw new FileProblem(
      'has dates with the day first and dates with the month first, so the others are ambiguous. Split the file, or pass --date-order dmy or --date-order mdy.',
    )
  if (found.has('dmy')) return 'dmy'
  if (found.has('mdy')) return 'mdy'
  if (!found.has('either')) return null
  throw new FileProblem(
    'has dates such as 05/01, and none of them shows whether the day or the month comes first. Pass --date-order dmy or --date-order mdy.',
  )
}

const nameOf = (location: Draft['location']) => cleanLine(String(location ?? ''))
const keyOf = (location: Draft['location']) => nameOf(location).toLowerCase()

type CountedLocation = { name: string; count: number }

function countLocation(location: Draft['location'], locations: Map<string, CountedLocation>): void {
  const key = keyOf(location)
  if (key === '') return
  const known = locations.get(key)
  if (known) known.count++
  else locations.set(key, { name: nameOf(location), count: 1 })
}

const MOST = 30

function checkLocations(
  locations: CountedLocation[],
  location: string | undefined,
  isKnown: boolean,
): void {
  if (location === undefined ? locations.length < 2 : isKnown) return
  const listed = locations
    .toSorted((one, other) => other.count - one.count)
    .slice(0, MOST)
    .map(({ name, count }) => `\n  ${name} (${count})`)
  if (locations.length > MOST) listed.push(`\n  and ${locations.length - MOST} more`)
  if (location === undefined)
    throw new FileProblem(
      `has reviews of ${locations.length} locations. Pick one with --location:${listed.join('')}`,
    )
  throw new FileProblem(
    locations.length === 0
      ? 'does not say which location its reviews are about. Leave out --location.'
      : `has no reviews of the location that --location names, only of:${listed.join('')}`,
  )
}
