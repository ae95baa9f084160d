/** The names of languages. */
import type { Locale } from '../../locale/locale.ts'

/** In the middle of a sentence. A visitor may name the tag, so it never indexes the catalog itself. */
export const languageName = ({ words }: Locale, tag: string): string =>
  new Map(Object.entries(words.common.languages)).get(tag) ?? tag

/** On its own: Spanish and French write it with a capital only there. */
export const languageLabel = (locale: Locale, tag: string): string => {
  const name = languageName(locale, tag)
  return name === tag ? tag : name.charAt(0).toUpperCase() + name.slice(1)
}
