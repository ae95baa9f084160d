/** FNV-1a, mixed once more at the end because only the last bits are used: fast, and no secret unless its seed is. */
export function hashText(text: string, from = 0, to = text.length, seed = 0x811c9dc5): number {
  let hash = seed
  for (let index = from; index < to; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return (hash ^ (hash >>> 15)) >>> 0
}
