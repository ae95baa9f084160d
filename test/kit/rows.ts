/** Rows in our own file format, for tests. */

export type Row = Record<string, unknown>

/** A valid row; `change` sets what the test is about. */
export function row(change: Row = {}): Row {
  const { source = 'google', source_id, verification, verified } = change
  const isOnPlatform = typeof source === 'string' && source !== 'direct'
  // Without an identifier nothing shows where a review was posted, so the owner says how the customer is known.
  const needsWord =
    (source_id ?? null) === null && verification === undefined && verified === undefined
  return {
    source: 'google',
    author: 'Ada Moreno',
    rating: 5,
    date: '2026-03-14',
    text: 'Warm again within the hour.',
    ...(isOnPlatform && {
      source_url: `https://www.${source.replaceAll(/[^a-z0-9]/gi, '')}.com/reviews`,
    }),
    ...(isOnPlatform && needsWord && { verification: { level: 'invited' } }),
    ...change,
  }
}

/** Valid rows, each its own review, one per day. */
export function rows(count: number, change: (number: number) => Row = () => ({})): Row[] {
  return Array.from({ length: count }, (_, number) =>
    row({
      source_id: `r${number}`,
      date: day(number),
      rating: 1 + (number % 5),
      text: `Review number ${number}.`,
      ...change(number),
    }),
  )
}

/** In a language that the insights engine does not read: to analyze many texts would take most of the time of a test. */
export const unreadRows = (count: number): Row[] =>
  rows(count, number => ({ text: `Отзыв номер ${number}.`, language: 'ru' }))

/** Starts again before it gets to the future, which imports reject. */
export function day(number: number): string {
  return new Date(Date.UTC(2020, 0, 1 + (number % 2300))).toISOString().slice(0, 10)
}

export const business = {
  name: 'Test & Sons Plumbing',
  technicians: [
    { name: 'Rosa Méndez', aliases: ['Rosa'] },
    { name: 'Bob Stone', aliases: ['Bobby'] },
  ],
  services: [
    { id: 'drain_cleaning', label: 'Drain cleaning', aliases: ['unclogged'] },
    { id: 'water_heater', label: 'Water heater' },
  ],
  service_areas: [{ id: 'old_town', label: 'Old Town' }],
  updated_at: '2026-01-01T00:00:00Z',
}
