import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createAnalyzer } from '../../../src/insights/analyze.ts'
import { BusinessFile, type Trade } from '../../../src/model/business.ts'
import { engine } from '../../kit/snapshot-builder.ts'

const read = (trade: Trade, text: string, stars: number) =>
  createAnalyzer(engine, BusinessFile.parse({ name: 'Any', taxonomy: { trade } }))(
    text,
    null,
    stars,
  ).aspects
const found = (...asked: Parameters<typeof read>) =>
  read(...asked)
    .map(({ id, sentiment }) => `${id} ${sentiment}`)
    .toSorted()

describe('German, French and Spanish', () => {
  it('The sides of a contrast are judged apart, whatever the stars', () => {
    for (const stars of [1, 5]) {
      assert.deepEqual(
        found(
          'restaurant',
          'Das Essen war super lecker, aber wir mussten 50 Minuten warten.',
          stars,
        ),
        ['food positive', 'wait negative'],
      )
      assert.deepEqual(
        found(
          'gym',
          'La mitad de las máquinas no funciona y nadie las arregla, pero los monitores son muy majos.',
          stars,
        ),
        ['facility negative', 'friendliness positive'],
      )
      assert.deepEqual(
        found('hotel', 'La chambre était très sale, mais le petit déjeuner excellent.', stars),
        ['cleanliness negative', 'food positive', 'rooms negative'],
      )
    }
  })

  it('A clear opinion can be quoted', () => {
    assert.deepEqual(
      read('hotel', 'Das Frühstück war hervorragend.', 5).map(({ stated, sure }) => [stated, sure]),
      [[true, true]],
    )
  })

  it('An English cue is none in another language: a German "Bad" is a bathroom', () => {
    for (const { cue } of read('hotel', 'Das Bad war neu und sehr schön, die Lage gut.', 5))
      assert.equal(cue, null)
  })
})
