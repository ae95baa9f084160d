import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { joinTitle, splitText, tagsFrom } from '../../../../src/ingest/values/review-text.ts'

const positive = (...labels: string[]) => labels.map(label => ({ label, sentiment: 'positive' }))
const negative = (...labels: string[]) => labels.map(label => ({ label, sentiment: 'negative' }))

describe('A text that Google translated', () => {
  const apart = {
    text: 'Muy bien.\n\nVolveré.',
    translation: 'Very good.\n\nI will come back.',
    tags: [],
  }

  it('A text is split if the translation comes first', () => {
    const mixed =
      '(Translated by Google) Very good.\n\nI will come back.\n\n(Original)\nMuy bien.\n\nVolveré.'
    assert.deepEqual(splitText(mixed), apart)
    assert.deepEqual(splitText(mixed.replaceAll('\n', '\r\n')), apart)
  })

  it('A text is split if the original comes first', () => {
    const mixed = 'Muy bien.\n\nVolveré.\n\n(Translated by Google)\nVery good.\n\nI will come back.'
    assert.deepEqual(splitText(mixed), apart)
  })

  it('A text with only one of the two is not split', () => {
    for (const text of [
      '(Translated by Google) Very good.',
      '(Translated by Google) Very good.\n\n(Original)',
      '(Translated by Google)\n\n(Original)\nMuy bien.',
      'Muy bien.\n\n(Translated by Google)',
      '(Original)\nMuy bien.',
    ])
      assert.deepEqual(splitText(text), { text, translation: null, tags: [] })
  })

  it('A text that only mentions a translation is not split', () => {
    const text = 'The menu said (Translated by Google) and (Original) all over.'
    assert.deepEqual(splitText(text), { text, translation: null, tags: [] })
  })

  it('The tags of a translated text are counted once, wherever they are', () => {
    const tags = positive('Value')
    assert.deepEqual(
      splitText(
        '(Translated by Google) Good.\nPositive: Value\n\n(Original)\nBien.\nPositive: Value',
      ),
      { text: 'Bien.', translation: 'Good.', tags },
    )
    assert.deepEqual(
      splitText('(Translated by Google) Good.\n\n(Original)\nBien.\n\nPositive: Value'),
      {
        text: 'Bien.',
        translation: 'Good.',
        tags,
      },
    )
    assert.deepEqual(
      splitText('(Translated by Google) Good.\nPositive: Value\n\n(Original)\nBien.'),
      {
        text: 'Bien.',
        translation: 'Good.',
        tags,
      },
    )
  })
})

describe('The tags at the end of a text', () => {
  it('The tags at the end of a text are taken off', () => {
    assert.deepEqual(
      splitText(
        'Came on time.\n\nPositive: Professionalism, Punctuality, Quality\nNegative: Value',
      ),
      {
        text: 'Came on time.',
        translation: null,
        tags: [...positive('Professionalism', 'Punctuality', 'Quality'), ...negative('Value')],
      },
    )
  })

  it('The tags may be below their heading', () => {
    assert.deepEqual(
      splitText('Fine.\nPositive\nProfessionalism, Punctuality\n\nCritical\nValue'),
      {
        text: 'Fine.',
        translation: null,
        tags: [...positive('Professionalism', 'Punctuality'), ...negative('Value')],
      },
    )
  })

  it('Tags that Google calls critical are negative', () => {
    assert.deepEqual(splitText('No.\nCritical: Responsiveness…').tags, negative('Responsiveness'))
  })

  it('A text may consist of tags alone', () => {
    assert.deepEqual(splitText('Positive: Value'), {
      text: null,
      translation: null,
      tags: positive('Value'),
    })
  })

  it('Tags above the services are taken off, and the services stay', () => {
    assert.deepEqual(splitText('Good.\n\nPositive: Quality\n\nServices: Drain cleaning, Leaks'), {
      text: 'Good.\n\nServices: Drain cleaning, Leaks',
      translation: null,
      tags: positive('Quality'),
    })
    assert.equal(
      splitText('Good.\nPositive: Quality\nService: Leaks').text,
      'Good.\nService: Leaks',
    )
  })

  it('A line with an unknown label belongs to the text', () => {
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
      assert.deepEqual(splitText(text), { text, translation: null, tags: [] })
  })

  it('Tags with more text after them belong to the text', () => {
    const text = 'Positive: Quality\nNegative: Value\nAll in all good.\n\nServices: Leaks'
    assert.deepEqual(splitText(text), { text, translation: null, tags: [] })
  })
})

describe('Any text', () => {
  it('A text without marks is only trimmed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), text => {
        const expected = text.replace(/\r\n?/g, '\n').trim() || null
        assert.deepEqual(splitText(text), { text: expected, translation: null, tags: [] })
      }),
    )
    assert.deepEqual(splitText(null), { text: null, translation: null, tags: [] })
  })

  it('A split text has no tags left and has lost no other words', () => {
    const marks = ['(Translated by Google)', '(Original)']
    const tags = ['Positive: Quality, Value', 'Negative: Value', 'Critical\nValue']
    const words = ['Services: Leaks', 'Good.', 'Bien.', '']
    fc.assert(
      fc.property(fc.shuffledSubarray([...marks, ...tags, ...words]), lines => {
        const { text, translation } = splitText(lines.join('\n'))
        assert.deepEqual([splitText(text).tags, splitText(translation).tags], [[], []])
        const kept = `${text}\n${translation}`.split('\n')
        for (const word of words.filter(Boolean))
          assert.equal(kept.includes(word), lines.includes(word))
      }),
      { numRuns: 2000 },
    )
  })
})

describe('The tags among structured answers', () => {
  it('The tags among structured answers are those under Positive, Negative and Critical, in any case', () => {
    assert.deepEqual(
      tagsFrom({
        Positive: 'Professionalism, Punctuality',
        negative: ['Value'],
        CRITICAL: 'Price',
      }),
      [...positive('Professionalism', 'Punctuality'), ...negative('Value', 'Price')],
    )
  })

  it('Other structured answers are ignored', () => {
    const answers = {
      Service: 'Leak repair',
      'Phone number': '555 0100',
      Positive: 'Quality',
      rating: 5,
    }
    assert.deepEqual(tagsFrom(answers), positive('Quality'))
  })

  it('Tags are short lines, each once, up to the limit of a row', () => {
    assert.deepEqual(
      tagsFrom({ Positive: ` Quality ,Quality, ,\u0000,${'x'.repeat(61)}` }),
      positive('Quality'),
    )
    const longest = 'x'.repeat(60)
    assert.deepEqual(tagsFrom({ Positive: longest }), positive(longest))
    assert.equal(
      tagsFrom({ Positive: Array.from({ length: 80 }, (_, number) => `Label ${number}`) }).length,
      50,
    )
  })

  it('There are no tags without structured answers', () => {
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

  it('Any structured answers are read without failing', () => {
    const answers = fc.oneof(fc.anything(), fc.record({ positive: fc.anything() }))
    fc.assert(
      fc.property(answers, one => assert.ok(tagsFrom(one).every(tag => tag.label.length <= 60))),
    )
  })
})

describe('A headline', () => {
  it('A headline is put before the text with an empty line between', () => {
    assert.equal(joinTitle('Great work', 'They came on time.'), 'Great work\n\nThey came on time.')
  })

  it('A headline that the text begins with is not repeated', () => {
    const text = 'They came on time and\nfixed it.'
    for (const title of [
      text,
      'They came',
      'They came on time and fixed it.',
      'They came on ti...',
      'They came on ti…',
      'THEY CAME ON TIME.',
      'They came!',
    ])
      assert.equal(joinTitle(title, text), text)
  })

  it('A headline of signs is kept unless the text begins with the same signs', () => {
    assert.equal(joinTitle('!!!', '“Great” work.'), '!!!\n\n“Great” work.')
    assert.equal(joinTitle('!!!', '!!! Great work.'), '!!! Great work.')
  })

  it('A headline is kept if the text only begins with the same letters', () => {
    assert.equal(joinTitle('Good', 'Goodness me.'), 'Good\n\nGoodness me.')
  })

  it('A headline or a text may be missing', () => {
    assert.equal(joinTitle('Great work', null), 'Great work')
    assert.equal(joinTitle('', 'On time.'), 'On time.')
    assert.equal(joinTitle(null, null), null)
    assert.equal(joinTitle(' ', ' '), null)
  })
})
