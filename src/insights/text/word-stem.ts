/** The stem of a word, which all its inflections share. */
import wordKinds from '../../../taxonomy/words/word-kinds.json' with { type: 'json' }

const IRREGULAR_STEMS: ReadonlyMap<string, string> = new Map(
  Object.entries(wordKinds.irregular_stems),
)

/** Removes plural, -ed and -ing endings, and the spelling changes they cause (quote, quoted; plan, planned; try, tried). */
export function stemOf(norm: string): string {
  const base = IRREGULAR_STEMS.get(norm) ?? withoutEnding(norm)
  if (base.length > 3 && base.endsWith('e') && !isShort(base.slice(0, -1))) return base.slice(0, -1)
  return base.length > 2 && base.endsWith('y') ? `${base.slice(0, -1)}i` : base
}

/** No inflected word is longer, and looking for endings takes time that grows with the square of the length. */
const MOST_LETTERS = 40

function withoutEnding(norm: string): string {
  if (norm.length < 4 || norm.length > MOST_LETTERS) return norm
  if (norm.endsWith('ies') || norm.endsWith('ied')) return `${norm.slice(0, -3)}y`
  if (/[^aious]s$|[ao]s$/.test(norm)) return norm.slice(0, -1)
  const verb = /^(.*[aeiouy].*?)(?:(?<!e)ed|ing)$/.exec(norm)?.[1]
  if (verb === undefined || verb.length < 2) return norm
  if (isShort(verb)) return `${verb}e`
  return verb.length > 3 ? verb.replace(/([^aeioulsz])\1$|(?<=[aeiouy].*el)l$/, '$1') : verb
}

/** One vowel before one consonant: a final "e" makes it another word (car, care), and without one the consonant is doubled (cared, barred). */
const isShort = (text: string) => /^[^aeiouy]*(?:qu)?[aeiouy][^aeiouywx]$/.test(text)
