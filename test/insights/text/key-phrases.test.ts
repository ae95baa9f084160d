import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { countPhrases, mergePhrases, phraseKey } from '../../../src/insights/text/key-phrases.ts'

const find = (texts: string[], phrase: string) => countPhrases(texts).get(phraseKey(phrase))
const count = (texts: string[], phrase: string) => find(texts, phrase)?.count ?? 0

describe('Counting phrases', () => {
  it('A phrase counts once per text, however often it occurs', () => {
    assert.equal(count(['the furnace, the old furnace.', 'a furnace', 'no boiler'], 'furnace'), 2)
  })

  it('Identical texts count once', () => {
    assert.equal(count(['new thermostat', 'new thermostat', 'new thermostat!'], 'new thermostat'), 2)
  })

  it('Inflections and word order do not matter for a phrase', () => {
    const texts = ['fixed my furnace', 'they fix the furnace', 'got our furnaces fixed', 'fixing a furnace']
    assert.equal(count(texts, 'fixed the furnace'), 4)
  })

  it('Spelling changes before an ending do not matter for a phrase', () => {
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

  it('Words that only look like inflections stay separate', () => {
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

  it('A phrase does not cross punctuation, lines or words with little content', () => {
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

  it('Opinions, empty verbs, numbers, days, months and adverbs are left out', () => {
    const texts = ['great! called on monday in may, came promptly, highly recommended 24 7']
    assert.deepEqual([...countPhrases(texts).keys()], [])
  })

  it('Uses of a word as a noun are counted', () => {
    const noun = find(['the quote was fair', 'with a quote.', 'they quoted us low'], 'quote')!
    assert.deepEqual([noun.nouns, noun.uses], [2, 3])
    assert.equal(find(['the tech knows his trade', 'she knows us'], 'knows')?.nouns ?? 0, 0)
  })

  it('Each spelling of a phrase is counted', () => {
    const { surfaces } = find(['fixed my furnace', 'so fixed my furnace', 'furnace fixed'], 'furnace fixed')!
    assert.deepEqual(Object.fromEntries(surfaces), { 'fixed my furnace': 2, 'furnace fixed': 1 })
  })

  it('Rare phrases in a month with many texts are dropped', () => {
    const texts = Array.from(
      { length: 1000 },
      (_, number) => `text ${number} about the ${number < 4 ? 'attic' : 'roof'}`,
    )
    assert.equal(count(texts, 'attic'), 4)
    assert.equal(count([...texts.slice(1), 'text about the roof'], 'attic'), 0)
  })
})

describe('Merging phrases', () => {
  it('Merging the counts of separate months gives the counts of all texts together', () => {
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

  it('Merging does not change its input', () => {
    const month = countPhrases(['new furnace'])
    mergePhrases([month, month])
    assert.deepEqual(month, countPhrases(['new furnace']))
  })
})
