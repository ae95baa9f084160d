import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { statesOpinion } from '../../../../src/insights/aspects/stated-opinion.ts'
import { splitWords } from '../../../../src/insights/text/words.ts'

const VALENCES = new Map([
  ['no', -0.4],
  ['disaster', -0.8],
  ['love', 0.8],
  ['table', 0.1],
])
const states = (text: string) =>
  (['positive', 'negative'] as const).filter(side =>
    statesOpinion(splitWords(text), side, norm => VALENCES.get(norm) ?? 0),
  )

describe('Words that state an opinion', () => {
  it('Opinion words state their side', () => {
    assert.deepEqual(states('Paige was friendly'), ['positive'])
    assert.deepEqual(states('Paige was rude'), ['negative'])
    assert.deepEqual(states('It was a disaster'), ['negative'])
    assert.deepEqual(states('I love the table'), ['positive'])
  })

  it('A negation turns an opinion around, as far as it reaches', () => {
    assert.deepEqual(states('They were not friendly'), ['negative'])
    assert.deepEqual(states('Nobody called us back'), ['negative'])
    assert.deepEqual(states('They left no mess'), ['positive'])
    assert.ok(states('Not a place we had known before but Paige was friendly').includes('positive'))
  })

  it('Facts state no opinion', () => {
    assert.deepEqual(states('Nadia handled my divorce'), [])
    assert.deepEqual(states('Grace came on Tuesday'), [])
    assert.ok(!states('No heat in the hall on Sunday morning').includes('positive'))
    assert.deepEqual(states('I gave them the papers with three weeks to spare'), [])
  })
})
