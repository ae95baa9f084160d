import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { joinNumbers } from '../../../src/publish/months/month.ts'
import {
  adjacencyTest,
  bigramSignature,
  bigramTest,
  SIGNATURE_SIZE,
} from '../../../src/publish/words/bigram-signatures.ts'

const anyText = fc.string({
  unit: fc.constantFrom('a', 'b', 'é', '中', '👍', ' ', '!', '1', '\n'),
  maxLength: 30,
})

/** Which of the texts may contain the needle, by their signatures. */
function candidates(texts: string[], needle: string): number[] {
  const mayContain = bigramTest(joinNumbers(texts.map(bigramSignature)), needle)
  return [...texts.keys()].filter(mayContain)
}

const bitsOf = (text: string) =>
  [...bigramSignature(text)].reduce((sum, number) => sum + number.toString(2).replaceAll('0', '').length, 0)

describe('Bigram signatures', () => {
  it('A signature never rules out a text that contains the needle', () => {
    fc.assert(
      fc.property(
        fc.array(anyText, { minLength: 1, maxLength: 4 }),
        fc.nat(),
        fc.nat(9),
        (texts, at, count) => {
          const position = at % texts.length
          const text = texts[position]!
          const start = at % (text.length + 1)
          const needle = text.slice(start, start + count)
          assert.ok(candidates(texts, needle).includes(position), JSON.stringify(needle))
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('A signature rules out a text whose words meet in another order', () => {
    assert.deepEqual(candidates(['on time', 'time is on', 'not on time', 'on a time'], 'on time'), [0, 2])
  })

  it('A signature has a bit for each window that fits around the end of a word', () => {
    assert.equal(bigramSignature('').length, SIGNATURE_SIZE)
    assert.equal(bitsOf('on'), 0)
    assert.equal(bitsOf('on t'), 0)
    assert.equal(bitsOf('on ti'), 1)
    assert.equal(bitsOf('on tim'), 3)
    assert.equal(bitsOf('was late'), 4)
    assert.equal(bitsOf('o tim'), 2)
    assert.equal(bitsOf(', time'), 0)
  })

  it('Words that meet are found whatever is between them', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '1'), minLength: 1, maxLength: 5 })
    const gap = fc.constantFrom(' ', '-', ' – ', "'", '\n', '. ')
    fc.assert(
      fc.property(fc.array(word, { minLength: 2, maxLength: 8 }), gap, fc.nat(), (words, between, at) => {
        const first = at % (words.length - 1)
        const signature = bigramSignature(words.join(between))
        assert.ok(adjacencyTest(signature, ['xyz', words[first]!], [words[first + 1]!, 'xyz'])(0))
      }),
    )
    const mayMeet = adjacencyTest(bigramSignature('no show today'), ['show', 'shows'], ['time', 'no'])
    assert.equal(mayMeet(0), false)
  })

  it('A needle too short for any window rules out nothing', () => {
    assert.deepEqual(candidates(['on time', 'late'], 'n t'), [0, 1])
  })
})
