/** Counts, lists, months and quotes as text: the building blocks of summary and FAQ. */
import type { AspectInsight, EntityInsight } from '../../model/insights.ts'

const FIGURES = new Intl.NumberFormat('en-US')

/** `1,204`. */
export const spellNumber = (value: number) => FIGURES.format(value)

/** `1 review`, `12 reviews`. */
export const counted = (count: number, noun: string) =>
  `${spellNumber(count)} ${count === 1 ? noun : `${noun}s`}`

/** `5 are negative`, `1 is negative`, `none is negative`. */
export const being = (count: number, what: string) =>
  `${count === 0 ? 'none' : spellNumber(count)} ${count < 2 ? 'is' : 'are'} ${what}`

/** `a, b and c`; `a, b, and c and d` if an item has an "and" of its own. */
export function listed(items: string[]): string {
  if (items.length < 2) return items.join()
  const comma = items.length > 2 && items.some(item => item.includes(' and ')) ? ',' : ''
  return `${items.slice(0, -1).join(', ')}${comma} and ${items.at(-1)}`
}

/** For the middle of a sentence: `Waiting time` becomes `waiting time`, `HVAC` stays. */
export const inSentence = (label: string) =>
  label.replace(/^\p{Lu}(?!\p{Lu})/u, letter => letter.toLowerCase())

/** Adds a period unless the quote ends a sentence itself. */
export const asQuote = (text: string) => `“${text}”${/[.!?…]$/u.test(text) ? '' : '.'}`

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** `2025-03` or `2025-03-14` becomes `March 2025`. */
export const monthName = (date: string) => `${MONTHS[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}`

/** `31 of the 34 that mention it`, later in a list `31 of 34`, or `all 34`. */
export function shareOf(part: number, whole: number, those?: string): string {
  const all = those ? `${spellNumber(whole)} ${those}` : spellNumber(whole)
  if (part === whole) return `all ${all}`
  return `${spellNumber(part)} of ${those ? 'the ' : ''}${all}`
}

/** `pricing (41 of the 48 reviews that mention it) and punctuality (all 30)`. */
export function listAspects(aspects: AspectInsight[], side: 'positive_count' | 'negative_count'): string {
  return listed(
    aspects.map(({ label, mention_count, [side]: part }, rank) => {
      const those = rank === 0 ? 'reviews that mention it' : undefined
      const share = mention_count === 1 ? '1 review' : shareOf(part, mention_count, those)
      return `${inSentence(label)} (${share})`
    }),
  )
}

/** `Mike Alvarez (32 of the 34 that mention the name are positive) and Danielle Cho (all 21)`. */
export const listPeople = (people: EntityInsight[]) =>
  listed(
    people.map(({ label, mention_count, positive_count }, rank) =>
      rank === 0
        ? `${label} (${shareOf(positive_count, mention_count, 'that mention the name')} are positive)`
        : `${label} (${shareOf(positive_count, mention_count)})`,
    ),
  )

/** Picks one of several wordings by name, so that businesses read differently but each one stays the same. */
export function oneOf<T>(name: string, ways: T[]): T {
  let hash = 0
  for (const character of name) hash = (hash * 31 + character.codePointAt(0)!) % 65_521
  return ways[hash % ways.length]!
}
