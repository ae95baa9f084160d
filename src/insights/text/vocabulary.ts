/** Common English words, as numbers: for recognizing the language, and for what a word says by itself. */

/** The first words of every vocabulary stand for everything without a word of its own. */
const SPECIAL = ['<pad>', '<unknown>', '<number>', '<joy>', '<anger>'] as const

const GLAD = /[😀😁😃😄😆😉😊😋😎😍😘🥰🤩👍👏🙌🙏💪💯❤🧡💛💚💙💜♥✨🌟⭐🎉🔥👌🤗☺🥳💖🏆🤝]/u
const CROSS = /[😠😡🤬😤😞😔😟🙁☹😢😭👎💩🤮🤢😒🙄😑😩😫😱💔🤦🚩]/u

export type Vocabulary = ReturnType<typeof createVocabulary>

export function createVocabulary(words: string[]) {
  const numbers: ReadonlyMap<string, number> = new Map(words.map((word, number) => [word, number]))
  return {
    numbers,
    /** Works for any word, known or not. */
    numberOf: (norm: string) =>
      numbers.get(norm) ??
      numbers.get(squeeze(norm, 2)) ??
      numbers.get(squeeze(norm, 1)) ??
      SPECIAL.indexOf(kindOf(norm) ?? '<unknown>'),
  }
}

/** "sooo" is "so", "!!!" is "!". */
export function squeeze(norm: string, keep: number): string {
  return norm.replace(/(.)\1{2,}|([!?.])\2+/gu, (_, letter, sign) =>
    (letter ?? sign).repeat(sign ? 1 : keep),
  )
}

/** What stands for a number or an emoji; undefined for all else. */
export function kindOf(norm: string): (typeof SPECIAL)[number] | undefined {
  if (/^\d/.test(norm)) return '<number>'
  if (GLAD.test(norm)) return '<joy>'
  return CROSS.test(norm) ? '<anger>' : undefined
}
