/** Languages that differ from the page's: the attribute of an element, and their names. */
import type { Locale } from '../../locale/locale.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import { type Html, html } from './markup.ts'

export const langOf = (language: string | null): Html | string => (language ? html` lang="${language}"` : '')

/** The language of what the owner wrote in the business file. */
export const langOfOwner = ({ language, locale }: Pick<RenderContext, 'language' | 'locale'>) =>
  langOf(language === locale ? null : language)

/** The name as it stands in the middle of a sentence. A visitor may name the tag, so it never indexes the catalog itself. */
export const languageName = ({ words }: Locale, tag: string): string =>
  new Map(Object.entries(words.common.languages)).get(tag) ?? tag

/** The name on its own: Spanish and French write it with a capital only there. */
export const languageLabel = (locale: Locale, tag: string): string => {
  const name = languageName(locale, tag)
  return name === tag ? tag : name.charAt(0).toUpperCase() + name.slice(1)
}
