/** What the owner's desk remembers between visits; never published. */

export interface DeskNotes {
  /** When the desk was last opened; null if never. */
  visited_at: string | null
  /** Names that reviews mention and that are not suggested as people. */
  ignored_names: string[]
  /** Which column is which in the owner's tables, by the names of their columns. */
  mappings: Record<string, unknown>
}

export const NO_NOTES: DeskNotes = { visited_at: null, ignored_names: [], mappings: {} }
