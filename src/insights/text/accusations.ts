/** Finds out whether a text has a word of an accusation: harassment, theft, injury, discrimination or fraud. */
import accusations from '../../../taxonomy/words/accusations.json' with { type: 'json' }
import { foldDiacritics } from './diacritics.ts'

/** An asterisk stands for any ending. */
const toPattern = (words: string) => words.replace(/\*$/, '\\p{L}*').replaceAll(' ', '\\s+')

/** The words of all languages at once: a customer may write in another one than was recognized. */
const ACCUSATION = new RegExp(
  `(?<!\\p{L})(?:${Object.values(accusations).flat().map(toPattern).join('|')})(?!\\p{L})`,
  'u',
)

/** Denials count, too: in doubt nobody is recommended. */
export const isAccusing = (text: string) => ACCUSATION.test(foldDiacritics(text.toLowerCase()))
