/** What is wrong with a file, in words for the person who wrote it. */

export class FileProblem extends Error {
  override name = 'FileProblem'
}

export interface RowProblem {
  row: number
  field: string
  message: string
}

export function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}
