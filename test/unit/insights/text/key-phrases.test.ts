import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { countPhrases, mergePhrases } from '../../../../src/insights/text/key-phrases.ts'
import { createKeyReader, meaningOfKey } from '../../../../src/insights/text/opinion-phrases.ts'

const keyOf = createKeyReader()
const count = (texts: string[], phrase: string) =>
  countPhrases(texts).get(keyOf(phrase))?.count ?? 0
const wordings = (text: string) =>
  [...countPhrases([text]).values()].flatMap(({ surfaces }) => [...surfaces.keys()])

describe('Counting phrases', () => {
  it('A phrase counts once per text, however often it occurs', () => {
    assert.equal(
      count(['fair price. a fair price!', 'such a fair price', 'the price'], 'fair price'),
      2,
    )
  })

  it('Identical texts count once', () => {
    assert.equal(count(['fair price', 'fair price', 'fair price!'], 'fair price'), 2)
  })

  it('Inflections, synonyms and word order do not matter for a phrase', () => {
    const texts = [
      'fair price',
      'reasonable pricing',
      'the prices were fair',
      'the price was very reasonable',
    ]
    assert.equal(count(texts, 'fair price'), 4)
    assert.equal(keyOf('quickly responded'), keyOf('quick response'))
  })

  it('A phrase states an opinion', () => {
    const phrases = {
      'i got a fair price': ['fair price'],
      'the crew was polite': ['crew was polite', 'polite'],
      'it is super quiet': ['it is super quiet', 'super quiet', 'quiet'],
      'they were careful with everything': [
        'they were careful',
        'careful with everything',
        'careful',
      ],
      'arrived early': ['arrived early'],
      'friendly and honest': ['friendly and honest', 'friendly', 'honest'],
      'honestly, kind of clean': [],
      'i felt a bit milked to be honest': [],
      'it would be more helpful if they called': [],
      'answered all of my questions': ['answered all of my questions'],
      'right on time': ['right on time', 'on time'],
      'same day': ['same day'],
      'hard to reach': ['hard to reach'],
    }
    for (const [text, expected] of Object.entries(phrases))
      assert.deepEqual(wordings(text).toSorted(), expected.toSorted(), text)
  })

  it('Bare nouns, verbs, adjectives and general praise are no phrases', () => {
    for (const text of [
      'the furnace',
      'a new water heater',
      'fixed my furnace',
      'clean',
      'great job',
      'great',
      'called',
    ])
      assert.deepEqual(wordings(text), [], text)
  })

  it('A negation is part of the phrase and takes the other side', () => {
    const phrases = {
      'no mess': ['no mess', 'good'],
      'they left no mess': ['no mess', 'good'],
      "didn't leave a mess": ["didn't leave a mess", 'good'],
      'no hidden fees': ['no hidden fees', 'good'],
      'not on time': ['not on time', 'bad'],
      'never called back': ['never called back', 'bad'],
      'nobody told us': ['nobody told us', 'bad'],
      "wasn't very clean": ["wasn't very clean", 'bad'],
      "didn't try to sell": ["didn't try to sell", 'good'],
    }
    for (const [text, [wording, side]] of Object.entries(phrases)) {
      assert.ok(wordings(text).includes(wording!), `${text}: ${wordings(text)}`)
      const { isNegated, side: found } = meaningOfKey(keyOf(text))
      assert.deepEqual([isNegated, found], [true, side], text)
    }
  })

  it('What a negation or a wish reverses is not counted as said', () => {
    for (const text of [
      'not on time',
      'never really on time',
      'nobody here was ever on time',
      'should be on time',
    ])
      assert.equal(count([text], 'on time'), 0, text)
    for (const text of ['not only on time', 'never rude, on time', 'not cheap but on time'])
      assert.equal(count([text], 'on time'), 1, text)
  })

  it('"No mess", "not a mess" and "didn\'t leave a mess" are one phrase, "left a mess" is another', () => {
    assert.equal(
      count(['no mess', 'not a mess', "didn't leave a mess", 'left a mess'], 'no mess'),
      3,
    )
    assert.equal(count(['no mess', 'left a mess'], 'left a mess'), 1)
  })

  it('Words that only look like inflections stay separate', () => {
    for (const pair of [
      'bed b',
      'speed spe',
      'glass glas',
      'evening even',
      'parking park',
      'gas ga',
    ]) {
      const [one, other] = pair.split(' ') as [string, string]
      assert.notEqual(keyOf(`clean ${one}`), keyOf(`clean ${other}`), pair)
    }
  })

  it('A phrase does not cross punctuation or lines', () => {
    for (const text of ['fair. price', 'fair, price', 'fair\nprice'])
      assert.equal(count([text], 'fair price'), 0, text)
  })

  it('Names are in no phrase, listed or not', () => {
    for (const text of [
      'we had polite Zorvan',
      'Zorvan was polite',
      'marcus was polite',
      'Grace was polite',
      'fair Bill',
    ])
      for (const wording of wordings(text)) assert.equal(wording, 'polite', text)
    assert.deepEqual(wordings('Price was fair'), ['price was fair'])
  })

  it('Each wording of a phrase is counted as it is written, in lower case', () => {
    const { surfaces } = countPhrases([
      'Fair price',
      'a fair price',
      "doesn't matter, reasonable prices",
    ]).get(keyOf('fair price'))!
    assert.deepEqual(Object.fromEntries(surfaces), { 'fair price': 2, 'reasonable prices': 1 })
  })

  it('Rare phrases in a month with many texts are dropped', () => {
    const texts = Array.from(
      { length: 1000 },
      (_, number) => `text ${number}, ${number < 4 ? 'fair price' : 'on time'}`,
    )
    assert.equal(count(texts, 'fair price'), 4)
    assert.equal(count([...texts.slice(1), 'text, on time'], 'fair price'), 0)
  })
})

describe('Merging phrases', () => {
  it('Merging the counts of separate months gives the counts of all texts together', () => {
    const word = fc.constantFrom(
      'the',
      'price',
      'fair',
      'no',
      'mess',
      'was',
      'very',
      'clean',
      'on',
      'time',
      '.',
      "didn't",
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
    const month = countPhrases(['fair price'])
    assert.equal(month.size, 1)
    mergePhrases([month, month])
    assert.deepEqual(month, countPhrases(['fair price']))
  })
})
