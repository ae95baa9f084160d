/** What a word can do in a key phrase, and its stem, which all its inflections share. */
import wordKinds from '../../../taxonomy/words/word-kinds.json' with { type: 'json' }

/**
 * `full`: can be a phrase by itself; `light`: only next to another word; `link`: only between two others;
 * `tail`: only right after another; `apart`: never part of a phrase.
 */
export type WordKind = 'full' | 'light' | 'link' | 'tail' | 'apart'

export interface KnownWord {
  norm: string
  stem: string
  kind: WordKind
}

/** A noun follows them, and hardly ever precedes them. */
export const DETERMINERS: ReadonlySet<string> = new Set(wordKinds.determiners)

/** A noun follows them, with or without a determiner. */
export const PREPOSITIONS: ReadonlySet<string> = new Set(wordKinds.prepositions)

/** Objects of a verb: the word before them is not a noun. */
export const OBJECTS: ReadonlySet<string> = new Set(wordKinds.objects)

export const BE_AND_HAVE: ReadonlySet<string> = new Set(wordKinds.forms_of_be_and_have)

export const ACRONYMS: ReadonlySet<string> = new Set(wordKinds.acronyms)

const LINKS: ReadonlySet<string> = new Set(wordKinds.links)
const APART: ReadonlySet<string> = new Set([
  ...wordKinds.function_words,
  ...wordKinds.adverbs,
  ...wordKinds.opinions,
  ...wordKinds.light_verbs,
])
/** Words with little content of their own, and people, who are not topics. */
const LIGHT: ReadonlySet<string> = new Set([...wordKinds.light_nouns, ...wordKinds.light_adjectives])
/** They end like adverbs but are not. */
const NOUNS_IN_LY: ReadonlySet<string> = new Set(wordKinds.nouns_in_ly)

export const knowWord = (norm: string): KnownWord => ({ norm, stem: stemOf(norm), kind: kindOf(norm) })

export function kindOf(norm: string): WordKind {
  if (LINKS.has(norm)) return 'link'
  if (norm === 'up' || norm === 'ups') return 'tail'
  if (APART.has(norm) || !/^\p{L}{2}/u.test(norm)) return 'apart'
  if (LIGHT.has(norm)) return 'light'
  return norm.endsWith('ly') && norm.length > 4 && !NOUNS_IN_LY.has(norm) ? 'apart' : 'full'
}

const IRREGULAR_STEMS: ReadonlyMap<string, string> = new Map(Object.entries(wordKinds.irregular_stems))

/** Removes plural, -ed and -ing endings, and the spelling changes they cause (quote, quoted; plan, planned; try, tried). */
export function stemOf(norm: string): string {
  const base = IRREGULAR_STEMS.get(norm) ?? withoutEnding(norm)
  if (base.length > 3 && base.endsWith('e')) return base.slice(0, -1)
  return base.length > 2 && base.endsWith('y') ? `${base.slice(0, -1)}i` : base
}

function withoutEnding(norm: string): string {
  if (norm.length < 4) return norm
  if (norm.endsWith('ies') || norm.endsWith('ied')) return `${norm.slice(0, -3)}y`
  if (/[^aious]s$|[ao]s$/.test(norm)) return norm.slice(0, -1)
  const verb = /^(.*[aeiouy].*?)(?:(?<!e)ed|ing)$/.exec(norm)?.[1]
  if (verb === undefined || verb.length < 2) return norm
  return verb.replace(/([^aeioulsz])\1$/, '$1')
}

/** "cleaned", not "bed" or "shed". */
export const isPastForm = (norm: string) => norm.endsWith('ed') && withoutEnding(norm) !== norm
