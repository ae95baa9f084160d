/** Common names, and the words and places that look like names. All are lower case, without diacritics. */
import names from '../../../taxonomy/words/names.json' with { type: 'json' }

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
