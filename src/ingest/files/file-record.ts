/** One record of an input file, before its format is applied. */

/** A record with its number, counted from 1, or why it could not be read. */
export type FileRecord = { row: number; value: unknown } | { row: number; fault: string }
