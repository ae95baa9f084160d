import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isBareAmount } from '../../../../src/insights/aspects/stated-opinion.ts'
import { splitWords } from '../../../../src/insights/text/words.ts'
import { engine } from '../../../kit/snapshot-builder.ts'

const { network, vocabulary } = engine
const isBare = (text: string) =>
  isBareAmount(splitWords(text), norm => network.valenceOf(vocabulary.numberOf(norm)))

describe('A bare amount of money', () => {
  for (const text of [
    'Paid $240.',
    'we paid 900 to have the fence stained',
    'The total was £1,150.',
    'Rent is 5,200 a month.',
    'July 6 I paid $489 flat rate for a refrigerant leak repair.',
  ])
    it(`The sentence only says what something cost: ${text}`, () => assert.ok(isBare(text)))

  for (const text of [
    'Only paid $240.',
    'Paid $240, which is fair.',
    'Charged me 740 instead of 300.',
    'They wanted $900 for that!',
    'For $240 frames?',
    'Paid $240 and it still leaks.',
    'And then they charge a $145 fee because it is Sunday.',
    'He came at 9.',
  ])
    it(`The sentence says more than what something cost: ${text}`, () => assert.ok(!isBare(text)))
})
