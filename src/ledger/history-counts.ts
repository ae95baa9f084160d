/** Describes and compares the counts of a history. */
import type { ChangeReason, HistoryCounts } from '../model/change.ts'
import { canonicalJson } from './canonical-json.ts'
import type { LoggedHistory } from './review-histories.ts'

type ByReason = HistoryCounts['withheld']

export function describeCounts({
  ever_published,
  shown,
  withheld,
  removed,
}: HistoryCounts): string {
  const { source_removed = 0, ...erased } = removed
  const parts = [
    `${figure(ever_published)} ever published`,
    `${figure(shown)} shown`,
    `${figure(source_removed)} gone at the source (says the business)`,
    `${figure(sumReasons(withheld))} withheld`,
  ]
  if (sumReasons(erased) > 0) parts.push(`${figure(sumReasons(erased))} erased on request`)
  return parts.join(', ')
}

const figure = (number: number) => number.toLocaleString('en')
export const sumReasons = (counts: ByReason) =>
  Object.values(counts).reduce((total, number) => total + number, 0)

/** What an older service does not state is not compared. */
export function sameCounts(
  served: HistoryCounts & Partial<LoggedHistory>,
  logged: LoggedHistory,
): boolean {
  const { log_began_at, shown_again, edits } = served
  return (
    spell(served) === spell(logged) &&
    (log_began_at === undefined || log_began_at === logged.log_began_at) &&
    (shown_again === undefined || shown_again === logged.shown_again) &&
    (edits === undefined || canonicalJson(edits) === canonicalJson(logged.edits))
  )
}

/** A reason without reviews can be absent or zero. */
function spell({ ever_published, shown, withheld, removed }: HistoryCounts): string {
  return canonicalJson({
    ever_published,
    shown,
    withheld: positive(withheld),
    removed: positive(removed),
  })
}

const positive = (counts: ByReason): Partial<Record<ChangeReason, number>> =>
  Object.fromEntries(Object.entries(counts ?? {}).filter(([, number]) => number !== 0))
