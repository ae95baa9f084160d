/** What a column of an unknown table can hold, as the owner calls it. */

export const COLUMN_FIELDS = [
  ['rating', 'Stars'],
  ['date', 'Date'],
  ['author', 'Name of the customer'],
  ['text', 'Text'],
  ['title', 'Headline'],
  ['owner_reply', 'Your reply'],
  ['reply_date', 'Date of your reply'],
  ['source', 'Site where it was posted'],
  ['source_url', 'Link to the review'],
  ['source_id', 'Number of the review'],
  ['language', 'Language'],
  ['location', 'Location'],
  ['updated_at', 'Last edited'],
] as const

export type ColumnField = (typeof COLUMN_FIELDS)[number][0]
export type ColumnChoice = Partial<Record<ColumnField, string>>
