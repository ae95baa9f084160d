/** Reads the sentences of a text with their neighbors: alone, "19 decibels on low" means nothing. */
import type { Network } from '../network/network.ts'
import type { Vocabulary } from '../text/vocabulary.ts'
import type { Sentence, WordRange } from '../text/words.ts'
import type { SentenceInContext } from './aspect-mentions.ts'

/** Calls `read` for each sentence while the network holds it. */
export function createContextReader(network: Network, { numberOf }: Vocabulary) {
  const valenceOf = (norm: string) => network.valenceOf(numberOf(norm))
  return <T>(
    sentences: Sentence[],
    known: Pick<SentenceInContext, 'stars' | 'isEnglish'>,
    read: (context: SentenceInContext, number: number) => T,
  ): T[] =>
    groupSentences(sentences, network).flatMap(({ first, end }) => {
      const together = sentences.slice(first, end)
      const encoded = network.read(together.flatMap(({ words }) => words.map(({ norm }) => norm)))
      let offset = 0
      return together.map((sentence, index) => {
        const at = offset
        offset += sentence.words.length
        const move = (target: WordRange): WordRange => ({ first: at + target.first, end: at + target.end })
        const context: SentenceInContext = {
          sentence,
          ...known,
          valenceOf,
          aspects: (words, hints) => encoded.aspects(move(words), hints),
          opinions: targets =>
            encoded.opinions(move({ first: 0, end: sentence.words.length }), targets.map(move)),
        }
        return read(context, first + index)
      })
    })
}

/** Groups of as many neighbors as are read together; a longer sentence is a group of its own. */
function groupSentences(sentences: Sentence[], { longest, countPieces }: Network): WordRange[] {
  const groups: WordRange[] = []
  let pieces = 0
  for (const [number, { words }] of sentences.entries()) {
    const group = groups.at(-1)
    const own = words.reduce((sum, { norm }) => sum + countPieces(norm), 0)
    pieces += own
    if (group && pieces <= longest) group.end = number + 1
    else {
      groups.push({ first: number, end: number + 1 })
      pieces = own
    }
  }
  return groups
}
