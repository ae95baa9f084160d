import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  createTopicMatcher,
  findTopics,
  type PhraseTopic,
} from '../../../../src/insights/counts/topics.ts'
import type { Background } from '../../../../src/insights/network/background.ts'
import { countPhrases } from '../../../../src/insights/text/key-phrases.ts'

const VECTORS: Record<string, number[]> = {
  attentive: [1, 0.1],
  considerate: [1, 0.2],
  punctual: [0.1, 1],
}
const UNKNOWN = new Set(['zorvan'])
const background: Background = {
  isKnown: word => !UNKNOWN.has(word),
  vector: word => (VECTORS[word] ? Float32Array.from(VECTORS[word]) : null),
}

const topicsOf = (texts: string[], leaveOut: string[] = []) =>
  findTopics(countPhrases(texts), texts.length, background, new Set(leaveOut))
const labels = (topics: PhraseTopic[]) => topics.map(({ label }) => label)

/** The text repeated, each time with another number. */
const times = (number: number, text: string) =>
  Array.from({ length: number }, (_, place) => `${text}. (${place})`)

describe('Topics', () => {
  it('A topic needs a phrase in at least three texts', () => {
    assert.deepEqual(labels(topicsOf([...times(3, 'on time'), ...times(2, 'fair price')])), [
      'On time',
    ])
  })

  it('A topic needs a phrase in at least one percent of the texts', () => {
    const others = times(396, 'hello')
    assert.deepEqual(labels(topicsOf([...times(4, 'on time'), ...others])), ['On time'])
    assert.deepEqual(labels(topicsOf([...times(3, 'on time'), ...others])), [])
  })

  it('Other spellings and stronger words for the same belong to one topic', () => {
    const crowded = topicsOf([
      ...times(3, 'It was crowded'),
      ...times(2, 'Overcrowded'),
      'It was too crowed',
    ])
    assert.deepEqual(labels(crowded), ['Crowded'])
    const matching = createTopicMatcher(crowded)
    for (const text of ['It was crowded.', 'It was overcrowded.', 'It was crowed.'])
      assert.deepEqual(matching(text), ['crowded'], text)
  })

  it('Wordings that are rare by themselves are a topic together', () => {
    const texts = [...times(2, 'attentive'), ...times(2, 'considerate')]
    assert.deepEqual(labels(topicsOf(texts)), ['Attentive'])
    assert.deepEqual(topicsOf(texts.slice(1)), [])
  })

  it('The topic that most people mention comes first', () => {
    const texts = [...times(4, 'on time'), ...times(5, 'no mess'), ...times(20, 'hello')]
    assert.deepEqual(labels(topicsOf(texts)), ['No mess', 'On time'])
  })

  it('Nouns, verbs, general praise, numbers, days and words that judge only beside a thing are not topics', () => {
    const texts = times(
      9,
      'great work. great coffee. terrible food. the furnace. honestly. kind of. they came on monday, cleaned, repaired us, clean, 24. highly',
    )
    assert.deepEqual(topicsOf(texts), [])
  })

  it('Who cannot wait to come back does not say that there was no wait', () => {
    const texts = [
      ...times(4, 'There was no wait'),
      ...times(6, "I can't wait to come back"),
      ...times(3, 'We cannot wait'),
      ...times(3, 'I could not wait to try it'),
      ...times(5, 'A long wait'),
    ]
    const topics = topicsOf(texts)
    assert.deepEqual(labels(topics), ['Long wait', 'No wait'])
    const match = createTopicMatcher(topics)
    assert.deepEqual(match('No wait at all.'), ['no_wait'])
    assert.deepEqual(match("Can't wait to be there again, I can not wait!"), [])
  })

  it('Words to leave out and words outside the vocabulary are not topics', () => {
    const texts = times(9, 'larkfield on time. clean zorvan. fair price')
    assert.deepEqual(labels(topicsOf(texts, ['larkfield'])), ['Fair price', 'On time'])
  })

  it('Wordings of the same opinion are one topic, named after the most common one', () => {
    const texts = [
      ...times(4, 'very polite'),
      ...times(6, 'the crew was polite'),
      ...times(2, 'courteous guys'),
      ...times(1, 'they were polite'),
    ]
    assert.deepEqual(topicsOf(texts), [
      {
        id: 'polite',
        label: 'Polite',
        keywords: [
          'polite',
          'crew was polite',
          'very polite',
          'courteous',
          'they were polite',
          'courteous guys',
        ],
      },
    ])
  })

  it('Praise and criticism of the same thing are two topics', () => {
    for (const [good, bad] of [
      ['on time', 'not on time'],
      ['no mess', 'left a mess'],
      ['no hidden fees', 'hidden fees'],
      ['friendly office', 'unfriendly office'],
      ['fresh food', 'soggy food'],
    ] as const) {
      const topics = topicsOf([...times(4, good), ...times(3, bad)])
      assert.equal(topics.length, 2, good)
      const match = createTopicMatcher(topics)
      assert.deepEqual([match(good).length, match(bad).length], [1, 1], good)
      assert.notDeepEqual(match(good), match(bad))
    }
  })

  it('Different opinions about one thing are different topics', () => {
    assert.equal(topicsOf([...times(4, 'clean office'), ...times(3, 'efficient office')]).length, 2)
  })

  it('A word counts wherever it is used, unless it is mostly used of one thing', () => {
    const texts = [...times(3, 'friendly staff'), ...times(4, 'they are all friendly')]
    const topics = topicsOf(texts)
    assert.deepEqual(labels(topics), ['Friendly'])
    assert.equal(texts.filter(text => createTopicMatcher(topics)(text).length > 0).length, 7)
    assert.deepEqual(labels(topicsOf(texts.slice(0, 6))), ['Friendly staff'])
    assert.deepEqual(createTopicMatcher(topics)('never friendly, not friendly'), [])
  })

  it('Words with the same meaning are one topic', () => {
    const topics = topicsOf([
      ...times(5, 'very attentive'),
      ...times(4, 'very considerate'),
      ...times(4, 'very punctual'),
    ])
    assert.deepEqual(
      topics.map(({ keywords }) => keywords),
      [
        ['attentive', 'considerate', 'very attentive', 'very considerate'],
        ['punctual', 'very punctual'],
      ],
    )
  })

  it('Labels are what customers write, with the negation, in at most four words', () => {
    const written = {
      'he explained everything to us': 'Explained everything',
      'came the same day': 'Same day',
      'they answered my questions': 'Answered my questions',
      'There was no mess left': 'No mess',
      "They didn't leave a mess": "Didn't leave a mess",
      'it is super quiet now': 'Quiet',
      'he was careful': 'Careful',
    }
    for (const [text, label] of Object.entries(written))
      assert.equal(labels(topicsOf(times(5, text)))[0], label)
    assert.deepEqual(topicsOf(times(5, 'answered all of my questions')), [])
  })

  it('A wording that can be read in two ways belongs to one topic', () => {
    const topics = topicsOf([...times(9, 'big portion'), ...times(4, 'generous portion')])
    assert.equal(topics.filter(({ keywords }) => keywords.includes('generous portion')).length, 1)
  })

  it('The id of a topic is its label in snake case', () => {
    assert.equal(topicsOf(times(5, "didn't leave a mess"))[0]!.id, 'didnt_leave_a_mess')
  })

  it('There are at most twelve topics with at most eight keywords each', () => {
    const things =
      'attic basement boiler chimney filter gutter invoice ladder pipe rebate roof sensor valve warranty'
    assert.equal(
      topicsOf(things.split(' ').flatMap(thing => times(4, `fresh ${thing}`))).length,
      12,
    )
    const polite = 'very so super really extremely quite always totally incredibly'.split(' ')
    const [topic] = topicsOf(polite.flatMap(word => times(3, `${word} neat`)))
    assert.equal(topic!.keywords.length, 8)
  })

  it('Topics do not depend on the order of the texts and share no keyword', () => {
    const texts = fc.array(madeText, { minLength: 10, maxLength: 60 })
    fc.assert(
      fc.property(texts, texts => {
        const topics = topicsOf(texts)
        assert.deepEqual(topicsOf(texts.toReversed()), topics)
        const keywords = topics.flatMap(topic => topic.keywords)
        assert.equal(new Set(keywords).size, keywords.length)
        assert.equal(new Set(topics.map(({ id }) => id)).size, topics.length)
      }),
    )
  })
})

const madeText = fc
  .array(
    fc.constantFrom(
      ...[
        'the',
        'a',
        'was',
        'very',
        'and',
        'with',
        '.',
        ',',
        'no',
        "didn't",
        'never',
        'left',
        'on',
        'time',
      ],
      ...[
        'fair',
        'great',
        'price',
        'prices',
        'clean',
        'polite',
        'rude',
        'crew',
        'mess',
        'called',
        'back',
        'they',
      ],
    ),
    { maxLength: 12 },
  )
  .map(words => words.join(' '))

describe('The topic matcher', () => {
  const topic = (id: string, ...keywords: string[]): PhraseTopic => ({ id, label: id, keywords })
  const match = createTopicMatcher([
    topic('fair_price', 'fair price', 'good price'),
    topic('on_time', 'on time'),
    topic('no_mess', 'no mess'),
  ])

  it('The matcher returns the topics of a text in their own order, each once', () => {
    assert.deepEqual(match('On time. Good price, fair price!'), ['fair_price', 'on_time'])
  })

  it('The matcher accepts inflections, synonyms and other word orders', () => {
    for (const text of ['fair prices', 'reasonable pricing', 'the price was very fair'])
      assert.deepEqual(match(text), ['fair_price'], text)
    assert.deepEqual(match("didn't make a mess"), ['no_mess'])
  })

  it('The matcher respects negations', () => {
    for (const text of [
      'not on time',
      'never once on time',
      'they were not on time',
      'a mess',
      'left a mess',
    ])
      assert.deepEqual(match(text), [], text)
  })

  it('The matcher needs whole words and a contiguous phrase', () => {
    for (const text of [
      'unfair price',
      'fair, price',
      'fair\nprice',
      'price',
      'fair',
      'overtime',
      '',
    ])
      assert.deepEqual(match(text), [], text)
  })

  it('The matcher finds every text in which a keyword was counted', () => {
    fc.assert(
      fc.property(fc.uniqueArray(madeText, { minLength: 10, maxLength: 60 }), texts => {
        const counts = countPhrases(texts)
        for (const { keywords } of topicsOf(texts))
          for (const keyword of keywords) {
            const one = createTopicMatcher([topic('one', keyword)])
            const matched = texts.filter(text => one(text).length > 0).length
            assert.ok(
              [...counts.values()].some(
                ({ count, surfaces }) => count === matched && surfaces.has(keyword),
              ),
              keyword,
            )
          }
      }),
    )
  })
})
