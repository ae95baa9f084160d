/** The endings that words change in German, French and Spanish, without accents: people leave those out when they search. */
import lists from './inflections.json' with { type: 'json' }

/** Applied one after the other. Only inflections, as in English: "freundlich" and "Freund" stay two words. */
const RULES = new Map(
  Object.entries(lists).map(([language, rules]) => [
    language,
    rules.map(({ ending, becomes }) => ({ ending: new RegExp(ending), becomes })),
  ]),
)

/** The language, if its words have stems of their own; those of all others are stemmed as English. */
export function inflectedIn(language: string | null): string | null {
  const [spoken = ''] = language?.toLowerCase().split('-') ?? []
  return RULES.has(spoken) ? spoken : null
}

/** No inflected word is longer. */
const MOST_LETTERS = 40

export const INFLECTED = [...RULES.keys()]

/** `folded` has neither capitals nor accents. */
export const stemIn = (language: string, folded: string) =>
  folded.length > MOST_LETTERS
    ? folded
    : RULES.get(language)!.reduce(
        (stem, { ending, becomes }) => stem.replace(ending, becomes),
        folded,
      )
