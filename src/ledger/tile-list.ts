/** All tiles of a log, and which of them a path means. Browsers do without. */
import { TILE_WIDTH, tilePath } from './tiles.ts'

const MAX_LEVEL = 63

export type Tile = NonNullable<ReturnType<typeof parseTilePath>>

const PATH = /^tile\/(entries|\d{1,2})\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/(\d{1,3}))?$/

/** null for any spelling but the one that `tilePath` returns. The width is 1 to 256; a tile with fewer than 256 is partial. */
export function parseTilePath(path: string) {
  const [, levelPart, indexPart, widthPart] = PATH.exec(path) ?? []
  if (levelPart === undefined || indexPart === undefined) return null
  const level: number | 'entries' = levelPart === 'entries' ? levelPart : Number(levelPart)
  const index = Number(indexPart.replaceAll(/\D/g, ''))
  const width = Number(widthPart ?? TILE_WIDTH)
  if (level !== 'entries' && level > MAX_LEVEL) return null
  if (width < 1 || width > TILE_WIDTH || tilePath(level, index, width) !== path) return null
  return { level, index, width }
}

/** The tiles of a log with `size` entries: full ones, and a partial one at the right edge of each level. */
export function* tilePaths(size: number): Generator<string> {
  yield* pathsOfLevel('entries', size)
  for (let level = 0, hashes = size; hashes > 0; level++, hashes = Math.floor(hashes / TILE_WIDTH))
    yield* pathsOfLevel(level, hashes)
}

function* pathsOfLevel(level: Tile['level'], count: number): Generator<string> {
  for (let index = 0; index * TILE_WIDTH < count; index++)
    yield tilePath(level, index, Math.min(TILE_WIDTH, count - index * TILE_WIDTH))
}
