/** Words of ours that an owner does not know, for tests of what owners read. */
import assert from 'node:assert/strict'

const UNKNOWN_WORDS =
  /\b(?:identifiers?|ledger|salt|direct|[A-Z]+_(?:URL|FILE|KEY|PORT))\b|verification\.\w|\b(?:services|technicians)\.\d/

export function assertOwnersWords(text: string, place = ''): void {
  const found = UNKNOWN_WORDS.exec(text)
  assert.equal(
    found,
    null,
    `${place} ${found?.[0]}: …${text.slice((found?.index ?? 0) - 60, (found?.index ?? 0) + 60)}…`,
  )
}
