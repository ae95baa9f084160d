/** A label in the middle of a sentence. */
import type { LocaleTag } from '../../model/locale-tag.ts'

/** `Waiting time` becomes `waiting time`; `HVAC` stays, and so does every noun in German. */
export const labelInSentence = (locale: LocaleTag, label: string) =>
  locale === 'de' ? label : label.replace(/^\p{Lu}(?!\p{Lu})/u, letter => letter.toLowerCase())
