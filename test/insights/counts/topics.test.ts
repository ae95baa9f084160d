import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createTopicMatcher, findTopics, type PhraseTopic } from '../../../src/insights/counts/topics.ts'
import type { Background } from '../../../src/insights/network/background.ts'
import { countPhrases } from '../../../src/insights/text/key-phrases.ts'

const RANKS: Record<string, number> = {
  the: 0,
  new: 50,
  same: 150,
  day: 140,
  water: 300,
  everything: 900,
  phone: 1000,
}
const VECTORS: Record<string, number[]> = {
  waiter: [1, 0.1],
  waitress: [1, 0.2],
  dessert: [0.1, 1],
}
const background: Background = {
  rank: word => RANKS[word] ?? null,
  vector: word => (VECTORS[word] ? Float32Array.from(VECTORS[word]) : null),
}

const topicsOf = (texts: string[], leaveOut: string[] = []) =>
  findTopics(countPhrases(texts), texts.length, background, new Set(leaveOut))
const labels = (topics: PhraseTopic[]) => topics.map(({ label }) => label)

/** The text repeated, each time with another number. */
const times = (number: number, text: string) =>
  Array.from({ length: number }, (_, place) => `${text} (${place})`)

describe('Topics', () => {
  it('A topic needs a phrase in at least three texts', () => {
    assert.deepEqual(labels(topicsOf([...times(3, 'the thermostat.'), ...times(2, 'the furnace.')])), [
      'Thermostat',
    ])
  })

  it('A topic needs a phrase in at least one percent of the texts', () => {
    const others = times(396, 'hello')
    assert.deepEqual(labels(topicsOf([...times(4, 'the thermostat.'), ...others])), ['Thermostat'])
    assert.deepEqual(labels(topicsOf([...times(3, 'the thermostat.'), ...others])), [])
  })

  it('Phrases more frequent than in general English come first', () => {
    const texts = [...times(5, 'the phone.'), ...times(4, 'the thermostat.'), ...times(20, 'hello')]
    assert.deepEqual(labels(topicsOf(texts)), ['Thermostat', 'Phone'])
  })

  it('Opinions, adjectives, adverbs, bare verbs, numbers, days and months are not topics', () => {
    const texts = times(
      9,
      'great work. they came promptly on monday in june, cleaned, repaired us, cold, 24. highly',
    )
    assert.deepEqual(topicsOf(texts), [])
  })

  it('Words to leave out are not topics', () => {
    const texts = times(9, 'the larkfield. the dallas whitaker. the furnace.')
    assert.deepEqual(labels(topicsOf(texts, ['larkfield', 'dallas', 'whitaker'])), ['Furnace'])
  })

  it('A compound, its head and longer forms of it are one topic', () => {
    const texts = [
      ...times(6, 'the water heater.'),
      ...times(3, 'a new water heater.'),
      ...times(2, 'the heater.'),
    ]
    const [topic, ...others] = topicsOf(texts)
    assert.deepEqual(others, [])
    assert.equal(topic!.label, 'Water heater')
    assert.deepEqual(topic!.keywords.toSorted(), ['heater', 'new water heater', 'water heater'])
  })

  it('Phrases about the same word are one topic, named after the more common phrase', () => {
    const texts = [
      ...times(9, 'the furnace.'),
      ...times(3, 'fixed my furnace.'),
      ...times(3, 'new furnaces.'),
    ]
    assert.deepEqual(topicsOf(texts), [
      { id: 'furnace', label: 'Furnace', keywords: ['furnace', 'fixed my furnace', 'new furnaces'] },
    ])
  })

  it('A compound stays separate from a word that it is not a kind of', () => {
    const texts = [...times(9, 'the heat.'), ...times(4, 'a heat pump.')]
    assert.deepEqual(labels(topicsOf(texts)).toSorted(), ['Heat', 'Heat pump'])
  })

  it('Words with the same meaning are one topic', () => {
    const topics = topicsOf([
      ...times(5, 'the waiter.'),
      ...times(4, 'the waitress.'),
      ...times(4, 'the dessert.'),
    ])
    assert.deepEqual(
      topics.map(({ keywords }) => keywords),
      [['waiter', 'waitress'], ['dessert']],
    )
  })

  it('Labels read as a person would write them', () => {
    const written = {
      'explained everything to us': 'Explained everything',
      'came the same day': 'Same day',
      'fixed my furnace': 'Fixed the furnace',
      'answered all my questions, answered my questions': 'Answered questions',
      'a tune-up': 'Tune up',
      'fixed the ac': 'Fixed the AC',
      'on gas safety': 'Gas safety',
    }
    for (const [text, label] of Object.entries(written))
      assert.equal(labels(topicsOf(times(5, text)))[0], label)
  })

  it('The id of a topic is its label in snake case', () => {
    assert.equal(topicsOf(times(5, 'explained everything'))[0]!.id, 'explained_everything')
  })

  it('There are at most twelve topics with at most eight keywords each', () => {
    const nouns =
      'attic basement boiler chimney filter gutter invoice ladder pipe rebate roof sensor valve warranty'
    assert.equal(topicsOf(nouns.split(' ').flatMap(noun => times(4, `the ${noun}.`))).length, 12)
    const kinds = 'oil gas steam wall loft copper brass backup guest garage'.split(' ')
    const texts = [...times(30, 'the boiler.'), ...kinds.flatMap(kind => times(3, `the ${kind} boiler.`))]
    const boiler = topicsOf(texts).find(({ id }) => id === 'boiler')!
    assert.equal(boiler.keywords.length, 8)
  })

  it('Topics do not depend on the order of the texts and share no keyword', () => {
    const word = fc.constantFrom(
      'the',
      'a',
      'furnace',
      'fixed',
      'new',
      'heat',
      'pump',
      'water',
      'heater',
      'waiter',
      '.',
      'was',
    )
    const text = fc.array(word, { maxLength: 12 }).map(words => words.join(' '))
    fc.assert(
      fc.property(fc.array(text, { minLength: 10, maxLength: 60 }), texts => {
        const topics = topicsOf(texts)
        assert.deepEqual(topicsOf(texts.toReversed()), topics)
        const keywords = topics.flatMap(topic => topic.keywords)
        assert.equal(new Set(keywords).size, keywords.length)
        assert.equal(new Set(topics.map(({ id }) => id)).size, topics.length)
      }),
    )
  })
})

describe('The topic matcher', () => {
  const topic = (id: string, ...keywords: string[]): PhraseTopic => ({ id, label: id, keywords })
  const match = createTopicMatcher([
    topic('furnace', 'furnace', 'fixed my furnace'),
    topic('gas_safety', 'gas safety'),
    topic('tune_up', 'tune up'),
  ])

  it('The matcher returns the topics of a text in their own order, each once', () => {
    assert.deepEqual(match('gas safety first. the furnace! fixed my furnace.'), ['furnace', 'gas_safety'])
  })

  it('The matcher accepts inflections and a function word inside a phrase', () => {
    assert.deepEqual(match('two furnaces'), ['furnace'])
    assert.deepEqual(match('the furnace’s door'), ['furnace'])
    assert.deepEqual(match('the safety of gas'), ['gas_safety'])
    assert.deepEqual(match('yearly tune-ups'), ['tune_up'])
  })

  it('The matcher needs whole words and a contiguous phrase', () => {
    for (const text of [
      'superfurnace',
      'furnacelike',
      'gas and safety',
      'gas, safety',
      'gas\nsafety',
      'gas',
      '',
    ])
      assert.deepEqual(match(text), [], text)
  })

  it('The matcher finds every text in which a keyword was counted', () => {
    const word = fc.constantFrom(
      'the',
      'furnace',
      'furnaces',
      'fixed',
      'new',
      'my',
      'heat',
      'pump',
      '.',
      ',',
      'was',
    )
    const text = fc.array(word, { maxLength: 10 }).map(words => words.join(' '))
    fc.assert(
      fc.property(fc.uniqueArray(text, { minLength: 10, maxLength: 60 }), texts => {
        const counts = countPhrases(texts)
        for (const { keywords } of topicsOf(texts))
          for (const keyword of keywords) {
            const one = createTopicMatcher([topic('one', keyword)])
            const matched = texts.filter(text => one(text).length > 0).length
            assert.ok(
              [...counts.values()].some(({ count, surfaces }) => count === matched && surfaces.has(keyword)),
              keyword,
            )
          }
      }),
    )
  })
})
