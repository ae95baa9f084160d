/** The path of a tile, as C2SP tlog-tiles defines it. */

export const TILE_HEIGHT = 8
export const TILE_WIDTH = 2 ** TILE_HEIGHT

/** Below the log's prefix: `tile/0/x001/x234/067`, with `.p/<width>` appended if partial. */
export function tilePath(
  level: number | 'entries',
  index: number,
  width: number = TILE_WIDTH,
): string {
  const thousands = String(index)
    .padStart(Math.ceil(String(index).length / 3) * 3, '0')
    .match(/\d{3}/g)!
  const last = thousands.pop()!
  const path = ['tile', level, ...thousands.map(part => `x${part}`), last].join('/')
  return width === TILE_WIDTH ? path : `${path}.p/${width}`
}
