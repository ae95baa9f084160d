/** Finds out whether a text has a word of an accusation: harassment, theft, injury, discrimination or fraud. */
import accusations from '../../../taxonomy/words/accusations.json' with { type: 'json' }
import { once } from '../../model/once-per.ts'
import { foldDiacritics } from './diacritics.ts'

const WORD = /\p{L}+/gu
/** Enough to leave few candidates for each word of a text. */
const FIRST_LETTERS = 2

/** A word, or its beginning where the list has an asterisk. */
type Wanted = { word: string; isWhole: boolean }

/** The words of all languages at once, by how they begin: a customer may write in another one than was recognized. */
const byBeginning = once(() => {
  const all = Object.values(accusations)
    .flat()
    .map(text =>
      Array.from(
        text.matchAll(/(\p{L}+)(\*?)/gu),
        ([, word, any]): Wanted => ({ word: word!, isWhole: !any }),
      ),
    )
  return Map.groupBy(all, ([first]) => first!.word.slice(0, FIRST_LETTERS))
})

const isMeant = ({ word, isWhole }: Wanted, written = '') =>
  isWhole ? written === word : written.startsWith(word)

/** Denials count, too: in doubt nobody is recommended. */
export function isAccusing(text: string): boolean {
  const words = foldDiacritics(text.toLowerCase()).match(WORD) ?? []
  return words.some((word, at) =>
    byBeginning()
      .get(word.slice(0, FIRST_LETTERS))
      ?.some(accusation => accusation.every((wanted, next) => isMeant(wanted, words[at + next]))),
  )
}
