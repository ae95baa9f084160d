import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { joinTitle, tagsFrom, takeApart } from '../../../src/ingest/values/review-text.ts'

const positive = (...labels: string[]) => labels.map(label => ({ label, sentiment: 'positive' }))
const negative = (...labels: string[]) => labels.map(label => ({ label, sentiment: 'negative' }))

describe('a text that Google translated', () => {
  const apart = { text: 'Muy bien.\n\nVolveré.', translation: 'Very good.\n\nI will come back.', tags: [] }

  it('is taken apart where the translation stands first', () => {
    const mixed =
      '(Translated by Google) Very good.\n\nI will come back.\n\n(Original)\nMuy bien.\n\nVolveré.'
    assert.deepEqual(takeApart(mixed), apart)
    assert.deepEqual(takeApart(mixed.replaceAll('\n', '\r\n')), apart)
  })

  it('is taken apart where the original stands first', () => {
    const mixed = 'Muy bien.\n\nVolveré.\n\n(Translated by Google)\nVery good.\n\nI will come back.'
    assert.deepEqual(takeApart(mixed), apart)
  })

  it('stays whole where one of the two is missing', () => {
    for (const text of [
      '(Translated by Google) Very good.',
      '(Translated by Google) Very good.\n\n(Original)',
      '(Translated by Google)\n\n(Original)\nMuy bien.',
      'Muy bien.\n\n(Translated by Google)',
      '(Original)\nMuy bien.',
    ])
      assert.deepEqual(takeApart(text), { text, translation: null, tags: [] })
  })

  it('stays whole where a customer only writes about it', () => {
    const text = 'The menu said (Translated by Google) and (Original) all over.'
    assert.deepEqual(takeApart(text), { text, translation: null, tags: [] })
  })

  it('gives its tags once, wherever they stand', () => {
    const tags = positive('Value')
    assert.deepEqual(
      takeApart('(Translated by Google) Good.\nPositive: Value\n\n(Original)\nBien.\nPositive: Value'),
      { text: 'Bien.', translation: 'Good.', tags },
    )
    assert.deepEqual(takeApart('(Translated by Google) Good.\n\n(Original)\nBien.\n\nPositive: Value'), {
      text: 'Bien.',
      translation: 'Good.',
      tags,
    })
  })
})

describe('the tags at the end of a text', () => {
  it('are taken off it', () => {
    assert.deepEqual(
      takeApart('Came on time.\n\nPositive: Professionalism, Punctuality, Quality\nNegative: Value'),
      {
        text: 'Came on time.',
        translation: null,
        tags: [...positive('Professionalism', 'Punctuality', 'Quality'), ...negative('Value')],
      },
    )
  })

  it('may stand below their heading', () => {
    assert.deepEqual(takeApart('Fine.\nPositive\nProfessionalism, Punctuality\n\nCritical\nValue'), {
      text: 'Fine.',
      translation: null,
      tags: [...positive('Professionalism', 'Punctuality'), ...negative('Value')],
    })
  })

  it('are negative where Google calls them critical', () => {
    assert.deepEqual(takeApart('No.\nCritical: Responsiveness…').tags, negative('Responsiveness'))
  })

  it('may be all that there is', () => {
    assert.deepEqual(takeApart('Positive: Value'), { text: null, translation: null, tags: positive('Value') })
  })

  it('are taken from above the services, which stay', () => {
    assert.deepEqual(takeApart('Good.\n\nPositive: Quality\n\nServices: Drain cleaning, Leaks'), {
      text: 'Good.\n\nServices: Drain cleaning, Leaks',
      translation: null,
      tags: positive('Quality'),
    })
    assert.equal(takeApart('Good.\nPositive: Quality\nService: Leaks').text, 'Good.\nService: Leaks')
  })

  it('are the words of the customer where one label is not known', () => {
    for (const text of [
      'Positive: Quality, and the dog liked them',
      'Good.\nPositive: friendly, quick',
      'Good.\nNegative: value',
      'Good.\nPositive:',
      'Good.\nPositive',
      'Quality, Value',
      'The result was\nPositive\n\nQuality',
      'It was Positive: Quality',
    ])
      assert.deepEqual(takeApart(text), { text, translation: null, tags: [] })
  })

  it('are the words of the customer where more words follow', () => {
    const text = 'Positive: Quality\nNegative: Value\nAll in all good.\n\nServices: Leaks'
    assert.deepEqual(takeApart(text), { text, translation: null, tags: [] })
  })
})

describe('any text', () => {
  it('without marks stays as it is, but for space around it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), text => {
        const expected = text.replace(/\r\n?/g, '\n').trim() || null
        assert.deepEqual(takeApart(text), { text: expected, translation: null, tags: [] })
      }),
    )
    assert.deepEqual(takeApart(null), { text: null, translation: null, tags: [] })
  })

  it('has no tag left once it is taken apart, and has lost no other words', () => {
    const marks = ['(Translated by Google)', '(Original)']
    const tags = ['Positive: Quality, Value', 'Negative: Value', 'Critical\nValue']
    const words = ['Services: Leaks', 'Good.', 'Bien.', '']
    fc.assert(
      fc.property(fc.shuffledSubarray([...marks, ...tags, ...words]), lines => {
        const { text, translation } = takeApart(lines.join('\n'))
        assert.deepEqual([takeApart(text).tags, takeApart(translation).tags], [[], []])
        const kept = `${text}\n${translation}`.split('\n')
        for (const word of words.filter(Boolean)) assert.equal(kept.includes(word), lines.includes(word))
      }),
      { numRuns: 2000 },
    )
  })
})

describe('the tags among structured answers', () => {
  it('are those under Positive, Negative and Critical, in any case', () => {
    assert.deepEqual(
      tagsFrom({ Positive: 'Professionalism, Punctuality', negative: ['Value'], CRITICAL: 'Price' }),
      [...positive('Professionalism', 'Punctuality'), ...negative('Value', 'Price')],
    )
  })

  it('take nothing else from the answers', () => {
    const answers = { Service: 'Leak repair', 'Phone number': '555 0100', Positive: 'Quality', rating: 5 }
    assert.deepEqual(tagsFrom(answers), positive('Quality'))
  })

  it('are short lines, each once, and no more than a row may have', () => {
    assert.deepEqual(
      tagsFrom({ Positive: ` Quality ,Quality, ,\u0000,${'x'.repeat(61)}` }),
      positive('Quality'),
    )
    assert.equal(
      tagsFrom({ Positive: Array.from({ length: 80 }, (_, number) => `Label ${number}`) }).length,
      50,
    )
  })

  it('are none where there are no answers', () => {
    for (const answers of [
      null,
      undefined,
      '',
      'Positive',
      5,
      true,
      [],
      ['Positive'],
      { Positive: null },
      { Positive: [5, {}] },
    ])
      assert.deepEqual(tagsFrom(answers), [])
  })

  it('are found without failing, whatever comes', () => {
    const answers = fc.oneof(fc.anything(), fc.record({ positive: fc.anything() }))
    fc.assert(fc.property(answers, one => assert.ok(tagsFrom(one).every(tag => tag.label.length <= 60))))
  })
})

describe('a headline', () => {
  it('stands before the text with an empty line between', () => {
    assert.equal(joinTitle('Great work', 'They came on time.'), 'Great work\n\nThey came on time.')
  })

  it('is not said twice where the text begins with it', () => {
    const text = 'They came on time and\nfixed it.'
    for (const title of [
      text,
      'They came',
      'They came on time and fixed it.',
      'They came on ti...',
      'They came on ti…',
    ])
      assert.equal(joinTitle(title, text), text)
  })

  it('is kept where the text only begins with the same letters', () => {
    assert.equal(joinTitle('Good', 'Goodness me.'), 'Good\n\nGoodness me.')
  })

  it('or the text may be missing', () => {
    assert.equal(joinTitle('Great work', null), 'Great work')
    assert.equal(joinTitle('', 'On time.'), 'On time.')
    assert.equal(joinTitle(null, null), null)
    assert.equal(joinTitle(' ', ' '), null)
  })
})
