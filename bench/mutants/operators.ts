/** Makes mutants of a source file: each differs from it in one line, by one small change that a test should notice. */

export interface Mutant {
  /** Counted from 1. */
  line: number
  original: string
  mutated: string
}

/** A swap applies to each occurrence by itself. The formatter writes these operators with spaces, which tells them from types and arrows. */
const SWAPS: [from: string, to: string][] = [
  [' < ', ' <= '],
  [' <= ', ' < '],
  [' > ', ' >= '],
  [' >= ', ' > '],
  [' === ', ' !== '],
  [' !== ', ' === '],
  [' && ', ' || '],
  [' || ', ' && '],
  [' + 1', ''],
  [' - 1', ''],
  ['.every(', '.some('],
  ['.some(', '.every('],
  ['(!', '('],
  ['? ', '? !'],
  ['true', 'false'],
  ['false', 'true'],
]

const WHOLE_WORDS = new Set(['true', 'false'])

/** Statements that can go away without breaking the syntax: a guard, or a call whose result nobody uses. */
const REMOVABLE = [
  /^\s*if \(.*\) (?:return|throw|continue|break)\b.*[^{(,[]$/,
  /^\s*(?:await )?[\w.!?]+\(.*\)$/,
]

export function mutantsOf(code: string): Mutant[] {
  const lines = code.split('\n')
  return lines.flatMap((original, index) =>
    isCode(original)
      ? [
          ...swapsIn(original),
          ...withoutConditions(original),
          ...removalsOf(original, lines[index - 1] ?? ''),
        ].map(mutated => ({
          line: index + 1,
          original,
          mutated,
        }))
      : [],
  )
}

const isCode = (line: string) =>
  !/^\s*(?:\/\/|\/?\*|import\b|export (?:type|interface)\b|type\b|interface\b|$)/.test(line) &&
  !/\bfrom '/.test(line)

function swapsIn(line: string): string[] {
  return SWAPS.flatMap(([from, to]) =>
    positionsOf(line, from)
      .filter(
        at =>
          !isInString(line, at) && (!WHOLE_WORDS.has(from) || isWholeWord(line, at, from.length)),
      )
      .filter(at => from !== '? ' || isTernary(line, at))
      .map(at => line.slice(0, at) + to + line.slice(at + from.length)),
  )
}

/** A comparison that always holds is one that nobody needs. */
function withoutConditions(line: string): string[] {
  return [...line.matchAll(/[\w.]+ (?:===|!==|<=?|>=?) [\w.]+/g)]
    .filter(({ index }) => !isInString(line, index))
    .map(
      ({ 0: comparison, index }) =>
        `${line.slice(0, index)}true${line.slice(index + comparison.length)}`,
    )
}

/** The rest of a statement that began on the line before cannot be removed by itself. */
function removalsOf(line: string, before: string): string[] {
  if (
    /(?:[=(,[?:&|]|=>|\belse|\breturn)\s*$/.test(before) ||
    /^\s*(?:if|for|while) .*\)$/.test(before)
  )
    return []
  return REMOVABLE.some(pattern => pattern.test(line)) ? [''] : []
}

function positionsOf(line: string, text: string): number[] {
  const found: number[] = []
  for (let at = line.indexOf(text); at >= 0; at = line.indexOf(text, at + 1)) found.push(at)
  return found
}

const isWholeWord = (line: string, at: number, length: number) =>
  !/[\w$'"]/.test(line[at - 1] ?? ' ') && !/[\w$:'"]/.test(line[at + length] ?? ' ')

/** A condition of the form `a ? b : c`, not an optional parameter. */
const isTernary = (line: string, at: number) => line[at - 1] === ' ' && line.indexOf(' : ', at) > 0

/** Good enough for one line: an odd number of quotation marks before it. */
const isInString = (line: string, at: number) => {
  const before = line.slice(0, at)
  return ["'", '"', '`'].some(mark => before.split(mark).length % 2 === 0)
}
