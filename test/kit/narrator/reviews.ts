/** Reviews of a plumber, enough of them to be summed up. */
import { day, type Row, row } from '../rows.ts'

const texts: [rating: number, text: string][] = [
  [5, 'Rosa was friendly and fixed our water heater quickly.'],
  [5, 'Fair price, clean work and a very polite technician.'],
  [2, 'They came two hours late and the price was too high.'],
  [4, 'Good work on the drain, and they explained everything.'],
  [5, 'Bob arrived on time and left the kitchen spotless.'],
  [1, 'Rude on the phone, and nobody called back.'],
  [5, 'Great service from start to finish, highly recommended.'],
  [4, 'Honest advice about the old boiler, no pressure at all.'],
]

export const reviewRows = (): Row[] =>
  texts.map(([rating, text], number) => numbered(number, rating, text))

export const numbered = (number: number, rating: number, text: string): Row =>
  row({ source_id: `n${number}`, date: day(number), rating, text })
