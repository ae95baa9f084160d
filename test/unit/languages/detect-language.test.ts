import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { detectLanguage } from '../../../src/languages/recognize-language.ts'

/** Fifteen short reviews in each of eight languages; others in neighboring languages; and texts in none. */
const { other, none, ...languages } = JSON.parse(
  readFileSync(new URL('review-languages.json', import.meta.url), 'utf8'),
) as Record<string, string[]>
const home = readFileSync(new URL('../../../bench/home-services.jsonl', import.meta.url), 'utf8')
const english = home
  .trim()
  .split('\n')
  .map(line => (JSON.parse(line) as { text: string }).text)

describe('The language of a review', () => {
  for (const [language, texts] of Object.entries(languages))
    it(`The language of short reviews in ${language} is found in nearly all of them and never mistaken`, () => {
      const found = texts.map(detectLanguage).filter(said => said !== null)
      assert.deepEqual([...new Set(found)], [language])
      assert.ok(found.length >= 0.8 * texts.length, `${found.length} of ${texts.length}`)
    })

  it('No English sentence about home services is said to be in another language, and nineteen in twenty are recognized', () => {
    const said = english.map(text => [detectLanguage(text), text] as const)
    assert.deepEqual(
      said.filter(([language]) => language !== null && language !== 'en'),
      [],
    )
    assert.ok(said.filter(([language]) => language === 'en').length > 0.95 * english.length)
  })

  it('Of neighboring languages, only those that the detector does not know are taken for one of these eight', () => {
    const mistaken = other!.filter(text =>
      Object.keys(languages).includes(detectLanguage(text) ?? ''),
    )
    // Afrikaans, Galician and the German of Switzerland.
    assert.deepEqual(
      mistaken.filter(text => !/weer|nunha|isch/.test(text)),
      [],
    )
  })

  it('Of short sentences in 38 languages, nine in ten are recognized and none is mistaken', () => {
    const sentences = Object.entries(
      JSON.parse(
        readFileSync(new URL('../insights/text/review-sentences.json', import.meta.url), 'utf8'),
      ) as Record<string, string[]>,
    ).flatMap(([language, texts]) =>
      texts.map(text => ({ language, text, said: detectLanguage(text) })),
    )
    const named = sentences.filter(({ said }) => said !== null)
    assert.ok(named.length >= 0.9 * sentences.length, `${named.length} of ${sentences.length}`)
    assert.deepEqual(
      named.filter(({ language, said }) => said !== language),
      [],
    )
  })

  it('A sentence that mixes two languages is in the one that prevails', () => {
    assert.equal(detectLanguage('Top service, gute Preise, nice people, immer wieder gerne.'), 'de')
    assert.equal(
      detectLanguage('Muchas gracias to the whole team, they were amazing, volveremos pronto.'),
      'en',
    )
  })

  it('Hungarian, Czech, Swedish, Turkish and Romanian are named too', () => {
    const named = new Set(other!.map(detectLanguage))
    for (const language of ['hu', 'cs', 'sv', 'tr', 'ro']) assert.ok(named.has(language), language)
  })

  it('Short praise, names and links are in no language', () => {
    assert.deepEqual(
      none!.filter(text => detectLanguage(text) !== null),
      [],
    )
  })

  it('A review with a sentence in another language is in no language, however long it is', () => {
    const english = languages.en!.join(' ')
    const spanish = languages.es!.find(text => detectLanguage(text) === 'es')
    assert.equal(detectLanguage(english), 'en')
    for (const separator of [' ', '\n'])
      assert.equal(detectLanguage(`${english}${separator}${spanish}`), null)
  })

  it('A text that is too short, in capitals, mostly of unknown words, or as near to another language is in none', () => {
    const doubtful = [
      'it was so good to us',
      'Thank You For All That You Did For Us',
      'Zorgblatt frimble the quonk darvish plem nuvvik and trosk blimmer',
      'excelente casa e gente para nunca esquecer',
    ]
    assert.deepEqual(
      doubtful.filter(text => detectLanguage(text) !== null),
      [],
    )
  })

  for (const text of [
    'Mike, Dave and Tony!!!',
    'Mike Alvarez & Danielle Brooks',
    'Szabó Péter, Kovács Anna',
    'Oleksandr Shevchenko',
    'Tony Tony Tony Tony Tony',
    'Great job!',
    '10/10 A+++++ !!!!!! *****',
    '👍👍👍👍👍👍👍👍👍👍👍',
    '',
  ])
    it(`Names, signs and short texts are of no language: ${text}`, () =>
      assert.equal(detectLanguage(text), null))
})
