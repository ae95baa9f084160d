/** What is wrong with a file, for the person who wrote it. */

export class FileProblem extends Error {
  override name = 'FileProblem'
}

/** The file holds no reviews: among other files it is skipped. */
export class NoReviews extends FileProblem {}

/** The file was read, and there is no row in it. */
export class EmptyFile extends NoReviews {}

/** The file holds no reviews, and we know what it is instead. */
export class WrongFile extends NoReviews {}

/** The file is a table or JSON in no known format, perhaps of reviews: its columns, and what they may be. */
export class UnknownFormat extends NoReviews {
  readonly columns: string[]
  /** Without the list of known formats, which is in the rest. */
  readonly brief: string
  readonly rest: string
  /** Column names by field, guessed; null if it does not look like reviews. */
  readonly guess: Record<string, string | undefined> | null

  constructor(brief: string, columns: string[], guess: UnknownFormat['guess'], rest: string) {
    super(`${brief} ${rest}`)
    this.brief = brief
    this.rest = rest
    this.columns = columns
    this.guess = guess
  }
}
