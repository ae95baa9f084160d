/** Guesses which column of an unknown table is which; the owner has the last word. */
import { findInputs } from '../../ingest/files/find-inputs.ts'
import { openRecords } from '../../ingest/files/records.ts'
import { FileProblem } from '../../ingest/values/file-problem.ts'

/** The fields that a column can be, in the order in which they take their pick. */
export const COLUMN_FIELDS = [
  ['rating', 'Stars', /rating|stars?\b|score|grade|bewertung|note\b|puntuaci|calificaci/i],
  [
    'reply_date',
    'Date of your reply',
    /(?:repl|respon|answer).*(?:date|time)|(?:date|time).*(?:repl|respon|answer)/i,
  ],
  ['owner_reply', 'Your reply', /repl|respon|answer|antwort/i],
  ['date', 'Date', /date|\bwhen\b|created|posted|published|time|datum|fecha/i],
  ['source_url', 'Link to the review', /url|link/i],
  ['source_id', 'Number of the review', /\bid$|_id$|identifier|\bnumber\b/i],
  ['title', 'Headline', /title|headline|subject|titel/i],
  ['author', 'Name of the customer', /author|reviewer|customer|client|\bname\b|user|kunde|autor/i],
  [
    'text',
    'Text',
    /text|comment|review|body|content|message|feedback|opinion|\bsaid\b|wrote|kommentar|comentario/i,
  ],
  ['source', 'Site where it was posted', /source|platform|\bsite\b|channel/i],
  ['language', 'Language', /lang/i],
] as const

export type ColumnField = (typeof COLUMN_FIELDS)[number][0]
export type ColumnChoice = Partial<Record<ColumnField, string>>

/** The columns of the first table in a file; none if it is no table. */
export async function readColumns(path: string): Promise<string[]> {
  try {
    const { inputs } = await findInputs(path)
    const [first] = inputs
    const [sample] = first ? (await openRecords(first)).samples : []
    return [...(sample?.fields ?? [])]
  } catch (error) {
    if (error instanceof FileProblem) return []
    throw error
  }
}

export function guessColumns(columns: string[]): ColumnChoice {
  const free = new Set(columns)
  const choice: ColumnChoice = {}
  for (const [field, , pattern] of COLUMN_FIELDS) {
    const found = [...free].find(column => pattern.test(column.replaceAll('_', ' ')))
    if (found === undefined) continue
    choice[field] = found
    free.delete(found)
  }
  return choice
}
