/** Numbers the distinct words of all texts. */

export const WORD = /[\p{L}\p{M}\p{N}]+/gu

/** Words get their numbers in order of appearance and keep them, so a changed review costs only itself. */
export interface WordNumbers {
  numbersOf(foldedText: string): Uint32Array
  words(): string[]
}

export function createWordNumbers(): WordNumbers {
  const numbers = new Map<string, number>()
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
      return Uint32Array.from(found)
    },
    words: () => [...numbers.keys()],
  }
}
