/** Lists every tile of a log, for copying all of it. */
import { TILE_WIDTH, type Tile, tilePath } from './tiles.ts'

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
