/** Which texts are long enough to collapse: estimated from their letters, so that nothing moves when the page is drawn. */

/** How many lines of a collapsed text stay in sight; the stylesheet has the same numbers. */
export interface FoldedLines {
  look: string
  lines: number
}

export const TEXT_LINES: FoldedLines = { look: 'fold', lines: 6 }
export const REPLY_LINES: FoldedLines = { look: 'fold brief', lines: 3 }

/** Letters in a line on a phone, and in the column of a large screen. */
const NARROW = 42
const WIDE = 84

/** Hiding a single line would not be worth a tap. */
const WORTH_LINES = 2

/** The classes of a text, each with a space before it; none where the text is shown whole. */
export function foldOf(text: string, { look, lines }: FoldedLines): string {
  const least = lines + WORTH_LINES
  if (linesOf(text, NARROW) < least) return ''
  return linesOf(text, WIDE) < least ? ` ${look}` : ` ${look} wide`
}

const linesOf = (text: string, width: number) =>
  text.split('\n').reduce((sum, line) => sum + Math.max(Math.ceil(line.length / width), 1), 0)
