/** Every tile of a log, for whoever hands out all of it. */
import { TILE_WIDTH, type Tile, tilePath } from './tiles.ts'

/** All that a log of so many entries has at its present size: full tiles, and at the right edge of each level a partial one. */
export function* tilePaths(size: number): Generator<string> {
  yield* pathsOfLevel('entries', size)
  for (let level = 0, hashes = size; hashes > 0; level++, hashes = Math.floor(hashes / TILE_WIDTH))
    yield* pathsOfLevel(level, hashes)
}

function* pathsOfLevel(level: Tile['level'], count: number): Generator<string> {
  for (let index = 0; index * TILE_WIDTH < count; index++)
    yield tilePath(level, index, Math.min(TILE_WIDTH, count - index * TILE_WIDTH))
}
