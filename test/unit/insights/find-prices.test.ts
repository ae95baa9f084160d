import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { createEntityFinder, type FindEntities } from '../../../src/insights/find-entities.ts'
import { findPrices, parsePrice } from '../../../src/insights/find-prices.ts'
import { resolveTaxonomy } from '../../../src/insights/text/resolve-taxonomy.ts'
import { splitSentences } from '../../../src/insights/text/words.ts'
import { BusinessFile } from '../../../src/model/business.ts'
import { loadTaxonomies } from '../../../src/publish/load-engine.ts'

describe('Prices in reviews', () => {
  let findThings: FindEntities
  before(async () => {
    const business = BusinessFile.parse({
      name: 'Larkfield Heating',
      services: [
        { id: 'duct_cleaning', label: 'Duct cleaning' },
        { id: 'maintenance', label: 'Tune-up' },
      ],
      taxonomy: { trade: 'heating_cooling' },
    })
    findThings = createEntityFinder(business, resolveTaxonomy(await loadTaxonomies(), business))
  })

  const pricesIn = (text: string) => {
    const sentences = splitSentences(text)
    return findPrices(sentences, findThings(sentences)).flatMap((prices, number) =>
      prices.map(({ key, first, end }) => {
        const { words } = sentences[number]!
        return `${key} ${text.slice(words[first]!.start, words[end - 1]!.end)}`
      }),
    )
  }

  it('A price belongs to the only service of its sentence', () => {
    assert.deepEqual(pricesIn('Had our ducts cleaned Monday, $520, two stories.'), [
      'duct_cleaning $520',
    ])
    assert.deepEqual(pricesIn('The tune-up was 129 dollars.'), ['maintenance 129 dollars'])
    assert.deepEqual(pricesIn('Tune-up and duct cleaning for $600.'), [])
  })

  it('An amount alone belongs to the only service of the review', () => {
    assert.deepEqual(pricesIn('Great tune-up, very polite. $129.'), ['maintenance $129'])
    assert.deepEqual(pricesIn('Great tune-up, very polite. $129. $40 tip.'), [])
    assert.deepEqual(pricesIn('Great tune-up and duct cleaning. $129.'), [])
  })

  it('What was quoted, saved, added or paid elsewhere is not the price', () => {
    for (const text of [
      'Another company quoted $900 for duct cleaning.',
      'Got $50 off my tune-up.',
      'The tune-up had a $79 trip fee.',
      'The tune-up was $15.',
    ])
      assert.deepEqual(pricesIn(text), [], text)
  })

  it('A price is read as a number with its sign', () => {
    assert.deepEqual(parsePrice('$1,940.50'), { sign: '$', amount: 1940.5 })
    assert.deepEqual(parsePrice('129 dollars'), { sign: '', amount: 129 })
  })
})
