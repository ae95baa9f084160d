/** The chips above the list of reviews: all, praise or criticism of an aspect, critical, with a reply, and what and whom reviews mention most. */
import { localeOf } from '../../locale/locale.ts'
import { PARAMETER_OF } from '../../model/search.ts'
import type { Snapshot } from '../../publish/snapshot.ts'
import { type Filters, isAboutSomething, listPath, withoutFilter } from './filter-words.ts'
import type { View } from './filters.ts'

/** So many aspects, and so many people. */
const MOST_NAMED = 5

/** Each keeps the other filters, except that `All` drops every chip; tapping the one in effect removes it. */
export const listViews = (snapshot: Snapshot, filters: Filters): View[] => [
  ...listStandard(snapshot, filters),
  ...listMentioned(snapshot, filters, 'aspects'),
  ...listMentioned(snapshot, filters, 'technicians'),
]

function listStandard(snapshot: Snapshot, filters: Filters): View[] {
  const { all, critical, withReply, opinions } = localeOf(snapshot.locale).words.reviews
  const everything = without(filters, EVERY_CHIP)
  const isAnswered = filters.has_reply === true
  const view = (text: string, wanted: Filters, isShown: boolean, rest: Filters): View => ({
    text,
    path: listPath(isShown ? rest : wanted),
    count: snapshot.search({ ...wanted, limit: 1 })!.matched,
    isShown,
  })
  // About the business as a whole, the stars say it better.
  const sides = isAboutSomething(filters) ? (['positive', 'negative'] as const) : []
  const anySide = withoutFilter(filters, 'sentiment')
  return [
    view(all, everything, listPath(filters) === listPath(everything), everything),
    ...sides.map(sentiment =>
      view(opinions[sentiment], { ...filters, sentiment }, filters.sentiment === sentiment, anySide),
    ),
    // Until the texts are read, nobody knows which are critical.
    ...(snapshot.isReading
      ? []
      : [
          view(
            critical,
            { ...filters, critical: true },
            filters.critical === true,
            withoutFilter(filters, 'critical'),
          ),
        ]),
    view(withReply, { ...filters, has_reply: true }, isAnswered, withoutFilter(filters, 'has_reply')),
  ]
}

/** What the chips set, and the stars. */
const EVERY_CHIP = [
  ...(['rating', 'min_rating', 'max_rating'] as const),
  ...(['critical', 'has_reply', 'aspect', 'sentiment', 'mentions_technician'] as const),
]

const without = (filters: Filters, names: (keyof Filters)[]): Filters =>
  names.reduce<Filters>((rest, name) => withoutFilter(rest, name), filters)

/** Those that reviews mention most, except where none would be left. */
function listMentioned(snapshot: Snapshot, filters: Filters, kind: 'aspects' | 'technicians'): View[] {
  const { aspects, entities } = snapshot.insights
  const name = PARAMETER_OF[kind]
  const chosen = filters[name] === undefined ? null : snapshot.findName(kind, filters[name])
  const named = (kind === 'aspects' ? aspects : entities.technicians)
    .filter(({ mention_count }) => mention_count > 0)
    .toSorted((a, b) => b.mention_count - a.mention_count)
    .slice(0, MOST_NAMED)
  const counts = snapshot.countOptions(
    { ...filters, limit: 1 },
    named.map(({ id }) => ({ parameter: name, value: id })),
  )
  return named
    .map(({ id, label }, place) => {
      const isShown = chosen !== null && 'id' in chosen && chosen.id === id
      const path = listPath(isShown ? withoutFilter(filters, name) : { ...filters, [name]: id })
      return { text: label, path, count: counts[place]!, isShown }
    })
    .filter(({ count, isShown }) => count > 0 || isShown)
}
