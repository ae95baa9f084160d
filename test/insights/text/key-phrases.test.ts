import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { countPhrases, mergePhrases, phraseKey } from '../../../src/insights/text/key-phrases.ts'

const find = (texts: string[], phrase: string) => countPhrases(texts).get(phraseKey(phrase))
const count = (texts: string[], phrase: string) => find(texts, phrase)?.count ?? 0

describe('counting phrases', () => {
  it('counts in how many texts a phrase is, not how often', () => {
    assert.equal(count(['the furnace, the old furnace.', 'a furnace', 'no boiler'], 'furnace'), 2)
  })

  it('counts texts repeated word for word once', () => {
    assert.equal(count(['new thermostat', 'new thermostat', 'new thermostat!'], 'new thermostat'), 2)
  })

  it('takes inflections and the order of the words for one phrase', () => {
    const texts = ['fixed my furnace', 'they fix the furnace', 'got our furnaces fixed', 'fixing a furnace']
    assert.equal(count(texts, 'fixed the furnace'), 4)
  })

  it('joins what English spells differently before an ending', () => {
    const pairs = [
      'quote quoted',
      'plan planning',
      'try tried',
      'company companies',
      'box boxes',
      'install installing',
    ]
    for (const pair of pairs) {
      const [one, other] = pair.split(' ') as [string, string]
      assert.equal(phraseKey(`gas ${one}`), phraseKey(`gas ${other}`), pair)
    }
  })

  it('keeps words apart that only look like inflections', () => {
    for (const pair of [
      'bed b',
      'speed spe',
      'thing th',
      'glass glas',
      'evening even',
      'parking park',
      'gas ga',
    ]) {
      const [one, other] = pair.split(' ') as [string, string]
      assert.notEqual(phraseKey(`boiler ${one}`), phraseKey(`boiler ${other}`), pair)
    }
  })

  it('has no phrase across signs, lines and words that say little', () => {
    for (const text of [
      'gas. safety',
      'gas, safety',
      'gas\nsafety',
      'gas and safety',
      'gas was great safety',
    ])
      assert.equal(count([text], 'gas safety'), 0, text)
    for (const text of ['gas safety', 'gas-safety', 'safety of gas'])
      assert.equal(count([text], 'gas safety'), 1, text)
  })

  it('leaves out opinions, empty verbs, numbers, days, months and adverbs', () => {
    const texts = ['great! called on monday in may, came promptly, highly recommended 24 7']
    assert.deepEqual([...countPhrases(texts).keys()], [])
  })

  it('tells where a word stands as a noun', () => {
    const noun = find(['the quote was fair', 'with a quote.', 'they quoted us low'], 'quote')!
    assert.deepEqual([noun.nouns, noun.uses], [2, 3])
    assert.equal(find(['the tech knows his trade', 'she knows us'], 'knows')?.nouns ?? 0, 0)
  })

  it('keeps how a phrase is written, and how often', () => {
    const { surfaces } = find(['fixed my furnace', 'so fixed my furnace', 'furnace fixed'], 'furnace fixed')!
    assert.deepEqual(Object.fromEntries(surfaces), { 'fixed my furnace': 2, 'furnace fixed': 1 })
  })

  it('drops what is rare in a month of many texts', () => {
    const texts = Array.from(
      { length: 1000 },
      (_, number) => `text ${number} about the ${number < 4 ? 'attic' : 'roof'}`,
    )
    assert.equal(count(texts, 'attic'), 4)
    assert.equal(count([...texts.slice(1), 'text about the roof'], 'attic'), 0)
  })
})

describe('merging phrases', () => {
  it('gives for months apart what it gives for all of them together', () => {
    const word = fc.constantFrom(
      'the',
      'furnace',
      'fixed',
      'new',
      'boilers',
      'and',
      'great',
      'my',
      '.',
      'was',
    )
    const text = fc.array(word, { maxLength: 8 }).map(words => words.join(' '))
    fc.assert(
      fc.property(fc.uniqueArray(text, { maxLength: 40 }), fc.nat(40), (texts, cut) => {
        const apart = [countPhrases(texts.slice(0, cut)), countPhrases(texts.slice(cut))]
        assert.deepEqual(mergePhrases(apart), countPhrases(texts))
      }),
    )
  })

  it('leaves what it merges as it was', () => {
    const month = countPhrases(['new furnace'])
    mergePhrases([month, month])
    assert.deepEqual(month, countPhrases(['new furnace']))
  })
})
