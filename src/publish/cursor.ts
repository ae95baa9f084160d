/** Where a page of reviews ended. It names the last review, not a place, so it holds while reviews come and go. */
import { Ulid } from '../model/scalars.ts'

export interface Cursor {
  date: number
  id: string
}

export function encodeCursor({ date, id }: Cursor): string {
  return Buffer.from(`${date}${id}`).toString('base64url')
}

export function decodeCursor(text: string): Cursor | null {
  const [, date, id] = /^(\d{8})(.{26})$/.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? []
  if (!date || !Ulid.safeParse(id).success) return null
  const cursor = { date: Number(date), id: id! }
  // Base64 decoding skips signs that it does not know.
  return encodeCursor(cursor) === text ? cursor : null
}
