import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  CATALOGS,
  createLocale,
  inSentence,
  localeOf,
  shorten,
} from '../../../src/locale/locale.ts'

const { 'en-US': enUs } = CATALOGS

describe('Formats', () => {
  const golden = {
    'en-US': [
      '12,345',
      '4.0',
      '83%',
      'Nov 5, 2026',
      'Sep 2026',
      'a, b, and c',
      'September 2026',
      'a, b and c',
    ],
    'en-GB': [
      '12,345',
      '4.0',
      '83%',
      '5 Nov 2026',
      'Sept 2026',
      'a, b and c',
      'September 2026',
      'a, b and c',
    ],
    de: [
      '12.345',
      '4,0',
      '83\u00a0%',
      '05.11.2026',
      'Sept. 2026',
      'a, b und c',
      'September 2026',
      'a, b und c',
    ],
    es: [
      '12.345',
      '4,0',
      '83\u00a0%',
      '5 nov 2026',
      'sept 2026',
      'a, b y c',
      'septiembre de 2026',
      'a, b y c',
    ],
    fr: [
      '12\u00a0345',
      '4,0',
      '83\u00a0%',
      '5 nov. 2026',
      'sept. 2026',
      'a, b et c',
      'septembre 2026',
      'a, b et c',
    ],
  } as const
  it('Only the first day of a month is an ordinal in French', () => {
    const { date } = createLocale('fr', enUs)
    assert.deepEqual(['2026-01-01', '2026-01-11', '2026-01-21'].map(date), [
      '1er janv. 2026',
      '11 janv. 2026',
      '21 janv. 2026',
    ])
  })

  for (const tag of Object.keys(golden) as (keyof typeof golden)[])
    it(`Numbers, dates and lists in ${tag}`, () => {
      const { number, rating, percent, date, month, list, longMonth, series } = createLocale(
        tag,
        enUs,
      )
      assert.deepEqual(
        [
          number(12345),
          rating(4),
          percent(83.2),
          date('2026-11-05'),
          month('2026-09'),
          list(['a', 'b', 'c']),
          longMonth('2026-09'),
          series(['a', 'b', 'c']),
        ],
        golden[tag],
      )
    })

  it('A date is written as precisely as it is known, and the time of a timestamp is left out', () => {
    const { knownDate, date } = localeOf('en-US')
    assert.equal(knownDate('2026-11-05', 'day'), 'Nov 5, 2026')
    assert.equal(knownDate('2026-11-05', 'week'), 'week of Nov 5, 2026')
    assert.equal(knownDate('2026-11-05', 'month'), 'Nov 2026')
    assert.equal(knownDate('2026-11-05', 'year'), '2026')
    assert.equal(date('2026-11-05T23:30:00-05:00'), 'Nov 5, 2026')
  })

  it('A rating is rounded as everywhere else, so 4.35 does not round up here alone', () => {
    assert.equal(localeOf('en-US').rating(4.35), (4.35).toFixed(1))
  })
})

describe('Messages', () => {
  const { say } = localeOf('en-US')

  it('A count chooses the plural and is formatted', () => {
    assert.equal(say(enUs.common.reviews, { count: 1 }), '1 review')
    assert.equal(say(enUs.common.reviews, { count: 1200 }), '1,200 reviews')
  })

  it('A missing value is an error, never a brace on a page', () => {
    assert.throws(() => say('Reply from {business}'), /needs a value for business/)
  })

  it('A number is formatted, a text is not, and a form that a language lacks falls back to the general one', () => {
    assert.equal(say('{part} of {whole}', { part: 1234, whole: '1234' }), '1,234 of 1234')
    assert.equal(localeOf('de').say({ other: '{count} Stück' }, { count: 1 }), '1 Stück')
    assert.equal(localeOf('fr').say({ one: 'un', other: 'des' }, { count: 0 }), 'un')
    assert.equal(say({ one: 'one', other: 'many' }, { count: '1' }), 'many')
  })

  it('A language is set up once', () => {
    assert.equal(localeOf('de'), localeOf('de'))
    assert.notEqual(localeOf('de'), localeOf('fr'))
    assert.deepEqual(
      (['en-US', 'en-GB', 'de', 'es', 'fr'] as const).map(tag => localeOf(tag).tag),
      ['en-US', 'en-GB', 'de', 'es', 'fr'],
    )
  })
})

describe('Texts of others in ours', () => {
  it('Long texts are cut between words, and never within a character', () => {
    assert.equal(shorten('short', 10), 'short')
    assert.equal(shorten('one two three four', 12), 'one two…')
    assert.equal(shorten('x'.repeat(50), 10).length, 10)
    assert.equal(shorten('👍'.repeat(50), 10), '👍👍👍👍…')
  })

  it('A label loses its capital in a sentence, except an acronym and a German noun', () => {
    assert.equal(inSentence({ tag: 'en-US' }, 'Waiting time'), 'waiting time')
    assert.equal(inSentence({ tag: 'en-US' }, 'HVAC'), 'HVAC')
    assert.equal(inSentence({ tag: 'fr' }, 'État des lieux'), 'état des lieux')
    assert.equal(inSentence({ tag: 'de' }, 'Wartezeit'), 'Wartezeit')
  })
})
