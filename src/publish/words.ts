/** The words of the texts. */

export const WORD = /[\p{L}\p{M}\p{N}]+/gu
/** Numbers the words as they come. Numbers stay, so a changed review costs only itself. */
export interface Vocabulary {
  numbersOf(foldedText: string): Uint32Array
  words(): string[]
}

export function createVocabulary(): Vocabulary {
  const numbers = new Map<string, number>()
  const keep = createSlab()
  return {
    numbersOf(foldedText) {
      const found = new Set<number>()
      for (const [word] of foldedText.matchAll(WORD)) {
        let number = numbers.get(word)
        if (number === undefined) {
          number = numbers.size
          numbers.set(word, number)
        }
        found.add(number)
      }
      return keep(found)
    },
    words: () => [...numbers.keys()],
  }
}

const SLAB_SIZE = 1 << 16

/** Keeps short lists one after the other in long arrays: a hundred thousand small ones would keep the garbage collector busy. */
function createSlab(): (list: Set<number>) => Uint32Array {
  let slab = new Uint32Array(SLAB_SIZE)
  let used = 0
  return list => {
    if (used + list.size > slab.length) {
      slab = new Uint32Array(Math.max(SLAB_SIZE, list.size))
      used = 0
    }
    const start = used
    for (const number of list) slab[used++] = number
    return slab.subarray(start, used)
  }
}
