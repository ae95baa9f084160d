/** The words that the network knows, as numbers. */

/** The first words of every vocabulary stand for everything without a word of its own. */
export const SPECIAL = ['<pad>', '<unknown>', '<number>', '<joy>', '<anger>']
const UNKNOWN = 1
const NUMBER = 2
const JOY = 3
const ANGER = 4

const GLAD = /[😀😁😃😄😆😉😊😋😎😍😘🥰🤩👍👏🙌🙏💪💯❤🧡💛💚💙💜♥✨🌟⭐🎉🔥👌🤗☺🥳💖🏆🤝]/u
const CROSS = /[😠😡🤬😤😞😔😟🙁☹😢😭👎💩🤮🤢😒🙄😑😩😫😱💔🤦🚩]/u

export type Vocabulary = ReturnType<typeof createVocabulary>

export function createVocabulary(words: string[]) {
  const numbers: ReadonlyMap<string, number> = new Map(words.map((word, number) => [word, number]))
  return {
    numbers,
    /** Works for any word, known or not. */
    numberOf: (norm: string) =>
      numbers.get(norm) ?? numbers.get(squeeze(norm, 2)) ?? numbers.get(squeeze(norm, 1)) ?? kindOf(norm),
  }
}

/** "sooo" is "so", "!!!" is "!". */
function squeeze(norm: string, keep: number): string {
  return norm.replace(/(.)\1{2,}|([!?.])\2+/gu, (_, letter, sign) => (letter ?? sign).repeat(sign ? 1 : keep))
}

function kindOf(norm: string): number {
  if (/^\d/.test(norm)) return NUMBER
  if (GLAD.test(norm)) return JOY
  return CROSS.test(norm) ? ANGER : UNKNOWN
}
