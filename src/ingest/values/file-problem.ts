/** What is wrong with a file, for the person who wrote it. */

export class FileProblem extends Error {
  override name = 'FileProblem'
}

/** The file holds no reviews: among other files it is skipped. */
export class NoReviews extends FileProblem {}

/** The file holds no reviews, and we know what it is instead. */
export class WrongFile extends NoReviews {}

export interface RowProblem {
  row: number
  field: string
  message: string
}

export function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}
