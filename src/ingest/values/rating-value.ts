/** Reads stars in any notation: `FIVE`, `4/5`, `★★★★☆`, `8` of 10. */
import type { FieldValue } from './draft.ts'
import { cleanedText, type ValueProblem } from './field-values.ts'

const WORDS = ['one', 'two', 'three', 'four', 'five']
const RECOMMENDATION = /recommend|positive|negative/i
const NUMBER = /^-?\d+(?:[.,]\d+)?$/
/** A number, perhaps with a maximum, perhaps with one word or sign for stars in any language. */
const NUMBER_OF_STARS =
  /^(-?\d+(?:[.,]\d+)?)\s*(?:(?:\/|(?:out )?of)\s*(\d+(?:[.,]\d+)?))?[\s-]?(?:[\p{L}\p{M}()]+|[★⭐🌟])?$/iu
const SIGNS = /^([★⭐🌟]*)([☆✩]*)$/u
const LONGEST = 40

export function readRating(value: FieldValue, best?: FieldValue, worst?: FieldValue): number | ValueProblem {
  const text = cleanedText(value)
  if (text === '' || text === 'STAR_RATING_UNSPECIFIED') return { problem: 'has no rating' }
  if (RECOMMENDATION.test(text))
    return { problem: 'is a recommendation, which has no stars, and none are invented' }
  const grade =
    text.length > LONGEST ? null : (gradeInWords(text) ?? gradeInSigns(text) ?? gradeInNumbers(text))
  if (!grade) return { problem: 'must be stars from 1 to 5, such as 4, 4/5 or ★★★★☆' }
  return starsOf(grade.value, grade.best ?? endOfScale(best, 5), endOfScale(worst, 1))
}

type Grade = { value: number; best?: number | undefined }

function gradeInWords(text: string): Grade | null {
  const index = WORDS.indexOf(text.toLowerCase())
  return index < 0 ? null : { value: index + 1 }
}

function gradeInSigns(text: string): Grade | null {
  const [, full, empty] = SIGNS.exec(text.replace(/\s|\ufe0f/g, '')) ?? []
  if (full === undefined || empty === undefined) return null
  const value = [...full].length
  return { value, best: empty === '' ? undefined : value + empty.length }
}

function gradeInNumbers(text: string): Grade | null {
  const [, value, best] = NUMBER_OF_STARS.exec(text) ?? []
  if (value === undefined) return null
  return { value: numberOf(value), best: best === undefined ? undefined : numberOf(best) }
}

const numberOf = (text: string) => Number(text.replace(',', '.'))

function endOfScale(value: FieldValue, usual: number): number {
  const text = cleanedText(value)
  if (text === '') return usual
  return text.length <= LONGEST && NUMBER.test(text) ? numberOf(text) : Number.NaN
}

/** On a scale up to 5 the value is the stars; any other scale is stretched over 1 to 5 and rounded. */
function starsOf(value: number, best: number, worst: number): number | ValueProblem {
  if (best === 5) return wholeStars(value)
  if (!(best > worst)) return { problem: 'has a scale whose best rating is not above its worst' }
  if (value < worst || value > best) return { problem: 'lies outside its own scale' }
  return Math.round(1 + (4 * (value - worst)) / (best - worst))
}

function wholeStars(value: number): number | ValueProblem {
  if (value < 1 || value > 5) return { problem: 'must be from 1 to 5 stars' }
  return Number.isInteger(value)
    ? value
    : {
        problem:
          'is not a whole number of stars, and is not rounded: correct it at the source or in the file',
      }
}
