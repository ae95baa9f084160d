import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  placesOf,
  stemOfWord,
  stemsIn,
  termsIn,
} from '../../../../src/publish/words/stemmed-words.ts'

const same = [
  ['no-show', 'No Shows'],
  ['leak', 'leaks leaking leaked'],
  ['price', 'prices priced pricing'],
  ['quote', 'quotes quoted quoting'],
  ['stop', 'stops stopped stopping'],
  ['company', 'companies'],
  ['call', 'called calling'],
  ['care', 'cares cared caring'],
  ['use', 'uses used using'],
  ['add', 'adds added adding'],
  ['cancel', 'cancels canceled cancelled cancelling'],
  ['bus', 'buses'],
  ['Mike', "Mike's MIKE’S mikes"],
  ["don't", 'dont don’t Don`t'],
  ['cafe', 'café Cafés CAFÉ'],
  ['straße', 'strasse STRASSE'],
  ['garantía', 'garantia GARANTÍAS'],
  ['français', 'francais'],
] as const

const different = [
  ['late', 'latest plate later'],
  ['new', 'news newer'],
  ['even', 'evening'],
  ['won', "won't"],
  ['don', "don't"],
  ['James', 'jam jams'],
  ['quick', 'quickly'],
  ['car', 'care cares cared caring'],
  ['bar', 'bare'],
  ['tub', 'tube'],
  ['tap', 'tape taping'],
  ['quit', 'quite'],
  ['price', 'prize priceless'],
  ['वेग', 'वग'],
] as const

const stemsOf = (text: string) => text.split(' ').map(word => stemOfWord(word))

describe('the stem of a word', () => {
  for (const [word, forms] of same)
    it(`The word "${word}" has the same stem as "${forms}"`, () => {
      const [first] = termsIn(word)
      const places = placesOf(first!, forms, stemsIn(forms, null))
      assert.ok(places.length > 0)
      if (first!.stems.length === 1)
        for (const stem of stemsOf(forms)) assert.equal(stem, stemOfWord(word), forms)
    })

  for (const [word, others] of different)
    it(`The word "${word}" has another stem than "${others}"`, () => {
      for (const stem of stemsOf(others)) assert.notEqual(stem, stemOfWord(word))
    })
})

const inflected: Record<string, [word: string, forms: string][]> = {
  de: [
    ['Kind', 'Kinder Kindern Kindes'],
    ['freundlich', 'freundliche freundlichen freundlicher freundliches'],
    ['Haus', 'Häuser Hauses Häusern'],
    ['reparieren', 'repariert reparierte reparierten'],
    ['teuer', 'teure teuren teurer'],
    ['Heizung', 'Heizungen heizungen'],
    ['Handwerker', 'Handwerkern Handwerkers'],
  ],
  fr: [
    ['réparer', 'réparé réparée réparées répare reparer reparee'],
    ['professionnel', 'professionnelle professionnels professionnelles'],
    ['cher', 'chère chers chères'],
    ['mauvais', 'mauvaise mauvaises'],
    ['heureux', 'heureuse heureuses'],
    ['bon', 'bonne bons bonnes'],
    ['plombier', 'plombiers plombière'],
  ],
  es: [
    ['reparación', 'reparaciones reparacion'],
    ['rápido', 'rápida rápidos rapidas'],
    ['llamar', 'llamó llamaron llamada llamadas'],
    ['técnico', 'técnicos tecnica'],
    ['vez', 'veces'],
    ['taller', 'talleres'],
  ],
}

const apart: Record<string, [word: string, others: string][]> = {
  de: [
    ['Haus', 'Hau'],
    ['Termin', 'Termiten'],
    ['Freund', 'freundlich'],
  ],
  fr: [
    ['client', 'clic'],
    ['prix', 'prise'],
  ],
  es: [['comida', 'cómodo']],
}

describe('the stem of a word in another language', () => {
  for (const [language, words] of Object.entries(inflected))
    it(`Words in ${language} have the stem of their inflections`, () => {
      for (const [word, forms] of words)
        for (const form of forms.split(' '))
          assert.equal(stemOfWord(form, language), stemOfWord(word, `${language}-XX`), form)
    })

  for (const [language, words] of Object.entries(apart))
    it(`Words in ${language} have another stem than words that only resemble them`, () => {
      for (const [word, others] of words)
        for (const other of others.split(' '))
          assert.notEqual(stemOfWord(other, language), stemOfWord(word, language), other)
    })

  it('A search finds the inflections of any of these languages, in texts of that language only', () => {
    const [term] = termsIn('kinder')
    assert.equal(placesOf(term!, 'Das Kind', stemsIn('Das Kind', 'de')).length, 1)
    assert.equal(placesOf(term!, 'So kind', stemsIn('So kind', 'en')).length, 0)
  })
})

const found = (query: string, text: string) =>
  termsIn(query).flatMap(term =>
    placesOf(term, text, stemsIn(text, null)).map(([from, to]) => text.slice(from, to)),
  )

describe('the terms of a search', () => {
  it('A hyphenated term occurs with a hyphen, a space, a dash or nothing between its words', () => {
    for (const text of ['a no-show', 'No  show!', 'NO – SHOWS', 'a noshow', 'no\nshow'])
      assert.equal(found('no-show', text).length, 1, text)
    for (const text of ['no one will show', 'no. Show', 'show no', 'casino show', 'no showroom'])
      assert.deepEqual(found('no-show', text), [], text)
  })

  it('Words without a hyphen may occur anywhere', () => {
    assert.deepEqual(found('show no', 'No one will show.'), ['show', 'No'])
  })

  it('Signs within a term match themselves and a hyphen', () => {
    assert.deepEqual(found('A/C 3.5', 'Our A/C, a-c and AC need 3.5 tons, not 35.'), [
      'A/C',
      'a-c',
      'AC',
      '3.5',
    ])
  })

  it('A term that is repeated in another form counts once', () => {
    assert.equal(termsIn('leak leaks LEAKED, drip').length, 2)
    assert.deepEqual(termsIn('… - !'), [])
  })

  it('Places are offsets in UTF-16 units of the text', () => {
    const text = '👍🏽 İstanbul: they Leaked'
    assert.deepEqual(found('leak', text), ['Leaked'])
  })
})
