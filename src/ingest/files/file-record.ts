/** One record of a file, before its format is applied. */

/** A record with its number, counted from 1, or why there is none. */
export type FileRecord = { row: number; value: unknown } | { row: number; fault: string }
