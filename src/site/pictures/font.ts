/** What the layout of a picture must know of a TrueType font: which letters it has, and how wide they are. */

export interface Font {
  has(letter: string): boolean
  /** In ems. */
  widthOf(text: string): number
}

export function readFont(bytes: Uint8Array): Font {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const table = (tag: string) => view.getUint32(findTable(view, tag) + 8)
  const unitsPerEm = view.getUint16(table('head') + 18)
  const measured = view.getUint16(table('hhea') + 34)
  const advances = table('hmtx')
  const groups = readGroups(view, table('cmap'))

  function glyphOf(letter: string): number {
    const code = letter.codePointAt(0)!
    const group = groups.find(({ first, last }) => code >= first && code <= last)
    return group ? group.glyph + code - group.first : 0
  }

  return {
    has: letter => glyphOf(letter) !== 0,
    widthOf: text =>
      [...text].reduce((sum, letter) => {
        const glyph = Math.min(glyphOf(letter), measured - 1)
        return sum + view.getUint16(advances + 4 * glyph) / unitsPerEm
      }, 0),
  }
}

/** OpenType, table directory: 16 bytes a table, after 12 of a head. */
function findTable(view: DataView, tag: string): number {
  const wanted = [...tag].reduce((number, letter) => number * 256 + letter.charCodeAt(0), 0)
  for (let place = 0; place < view.getUint16(4); place++)
    if (view.getUint32(12 + 16 * place) === wanted) return 12 + 16 * place
  throw new Error(`The font has no table ${tag}.`)
}

interface Group {
  first: number
  last: number
  glyph: number
}

const SEGMENTED_COVERAGE = 12

/** OpenType, cmap format 12: runs of characters whose glyphs follow each other. */
function readGroups(view: DataView, cmap: number): Group[] {
  const count = view.getUint16(cmap + 2)
  const subtable = Array.from(
    { length: count },
    (_, place) => cmap + view.getUint32(cmap + 8 + 8 * place),
  ).find(start => view.getUint16(start) === SEGMENTED_COVERAGE)
  if (subtable === undefined) throw new Error('The font has no cmap of format 12.')
  return Array.from({ length: view.getUint32(subtable + 12) }, (_, place) => {
    const at = subtable + 16 + 12 * place
    return { first: view.getUint32(at), last: view.getUint32(at + 4), glyph: view.getUint32(at + 8) }
  })
}
