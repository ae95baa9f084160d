/** The lists of `taxonomy/words/` that say how words are used, as sets; and common names, with the words and places that look like names. All are lower case, without diacritics. */
import cueWords from '../../../taxonomy/words/cues.json' with { type: 'json' }
import names from '../../../taxonomy/words/names.json' with { type: 'json' }
import opinionWords from '../../../taxonomy/words/opinions.json' with { type: 'json' }
import personSigns from '../../../taxonomy/words/person-signs.json' with { type: 'json' }
import sentenceWords from '../../../taxonomy/words/sentences.json' with { type: 'json' }

/** Other words can ask for a missing one: that beside the last word of a sentence. */
interface WordSet extends Iterable<string> {
  has(word: string | undefined): boolean
}

type WordSets<T> = { readonly [K in keyof T as T[K] extends string[] ? K : never]: WordSet }

const toSets = <T extends object>(lists: T) =>
  Object.fromEntries(
    Object.entries(lists).flatMap(([name, words]) =>
      Array.isArray(words) ? [[name, new Set(words)]] : [],
    ),
  ) as unknown as WordSets<T>

export const CUE_WORDS = toSets(cueWords)
export const OPINION_WORDS = toSets(opinionWords)
export const PERSON_SIGNS = toSets(personSigns)
export const SENTENCE_WORDS = toSets(sentenceWords)

/** First names given in the United States and Britain, whatever language they come from. */
export const FIRST_NAMES: ReadonlySet<string> = new Set(names.first_names)

/** Groups of one full name and its short forms, full name first. */
export const NAME_GROUPS: readonly (readonly string[])[] = names.nicknames

/** Common surnames: after a first name they complete it, even those that are ordinary words. */
export const SURNAMES: ReadonlySet<string> = new Set(names.surnames)

export const WORD_NAMES: ReadonlySet<string> = new Set(names.names_that_are_words)

/** Names that now and then are something else ("in the nick of time"): in lower case they need another sign of a person. */
export const OTHER_MEANINGS: ReadonlySet<string> = new Set(names.names_with_another_meaning)

/** Makers of what the trades install, and franchises: "the Bryant is ten years old", "Mr. Rooter". */
export const BRANDS: ReadonlySet<string> = new Set(names.brands)

export const PLACE_NAMES: ReadonlySet<string> = new Set(names.names_that_are_places)

/** Common words: a capital letter marks the start of a sentence or a heading, and they are no misspelled names. */
export const WORDS: ReadonlySet<string> = new Set(names.common_words)
