import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createBackground } from '../../../../src/insights/network/background.ts'
import { createPieces } from '../../../../src/insights/network/pieces.ts'
import { createVocabulary } from '../../../../src/insights/text/vocabulary.ts'
import { makeWeights, PIECES, WORDS } from './random-weights.ts'

const { idsOf } = createPieces(PIECES)
const cut = (norm: string) => idsOf(norm).map(id => PIECES[id])

describe('The pieces of words', () => {
  for (const [norm, wanted] of [
    ['work', ['work']],
    ['unfriendly', ['un', '##friend', '##ly']],
    ['works', ['work', '##s']],
    ["l'attente", ["l'", 'att', '##ente']],
    ["n't", ["n't"]],
    ["'s", ["'s"]],
    ['gooood', ['good']],
    ['sooooo', ['s', '##o', '##o']],
    ['!!!', ['!', '##!']],
    ['...', ['.', '##.']],
    ['?!', ['?', '##!']],
    ['20', ['<number>']],
    ['1,500', ['<number>']],
    ['👍', ['<joy>']],
    ['😡', ['<anger>']],
    ['🪠', ['[UNK]']],
    ['работа', ['[UNK]']],
    ["l'работа", ["l'", '[UNK]']],
    ['woрk', ['[UNK]']],
    ['xy'.concat('ab'.repeat(19)), ['x', '##y', ...new Array(19).fill(['##a', '##b']).flat()]],
    ['ab'.repeat(20).concat('a'), ['[UNK]']],
    ["a'".repeat(100).concat('a'), ['[UNK]']],
  ] as const)
    it(`${norm.slice(0, 20)} is ${wanted.slice(0, 3).join(' ')}`, () =>
      assert.deepEqual(cut(norm), wanted))

  it('Are the same the second time, and when the cache was full', () => {
    const first = cut('unfriendly')
    for (let number = 0; number < 20_001; number++) idsOf(`x${number}`)
    assert.deepEqual(cut('unfriendly'), first)
    assert.deepEqual(cut('unfriendly'), first)
  })
})

describe('The background', () => {
  const weights = makeWeights({ layers: 1, width: 32, inner: 64 })
  const background = createBackground(weights, createVocabulary(WORDS), createPieces(PIECES))
  const rowOf = (piece: string) => {
    const id = PIECES.indexOf(piece)
    const row = weights.bytes('table').slice(32 * id, 32 * id + 32)
    return Float32Array.from(row, value => value * weights.floats('table.scale')[id]!)
  }

  it('The vector of a word is the mean of its pieces', () => {
    assert.deepEqual(background.vector('work'), rowOf('work'))
    const [one, other] = [rowOf('work'), rowOf('##s')]
    for (const [at, value] of background.vector('works')!.entries())
      assert.ok(Math.abs(value - (one[at]! + other[at]!) / 2) < 1e-6)
  })

  it('A word of unknown pieces has no vector', () => {
    assert.equal(background.vector('работа'), null)
  })

  it('Knows the common English words', () => {
    assert.ok(background.isKnown('good'))
    assert.ok(!background.isKnown('works'))
  })
})
