import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createContextReader } from '../../../../src/insights/aspects/aspect-mentions.ts'
import type { Network } from '../../../../src/insights/network/network.ts'
import { createVocabulary } from '../../../../src/insights/text/vocabulary.ts'
import { splitSentences } from '../../../../src/insights/text/words.ts'

/** The groups that are read together, by a network that reads 13 pieces of a letter each. */
function readGroups(text: string): string[] {
  const groups: string[] = []
  const network: Network = {
    aspects: [],
    trades: [],
    valenceOf: () => 0,
    longest: 13,
    countPieces: norm => norm.length,
    read(norms) {
      groups.push(norms.join(' '))
      return { opinions: () => [], aspects: () => ({ aspects: [], critical: 0, praising: 0 }) }
    },
  }
  const read = createContextReader(network, createVocabulary([]))
  const sentences = splitSentences(text)
  assert.deepEqual(
    read(sentences, { stars: null, isEnglish: true }, (_, number) => number),
    sentences.map((_, number) => number),
  )
  return groups
}

describe('Sentences in context', () => {
  it('Are read together as long as their pieces fit', () => {
    assert.deepEqual(readGroups('He came. It ran. Ok.'), ['he came . it ran .', 'ok .'])
  })

  it('A sentence that does not fit is read alone', () => {
    assert.deepEqual(readGroups('Ok. All of it was unbelievable. Ok. Yes.'), [
      'ok .',
      'all of it was unbelievable .',
      'ok . yes .',
    ])
  })
})
