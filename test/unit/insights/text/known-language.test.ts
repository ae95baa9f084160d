import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { findLanguage, isNative } from '../../../../src/insights/text/known-language.ts'
import { loadEngine } from '../../../../src/publish/load-engine.ts'

const { vocabulary } = await loadEngine()
const find = (text: string, declared: string | null = null) =>
  findLanguage(text, declared, vocabulary)

/** Review sentences by language, most of them between 20 and 60 characters. */
const SENTENCES: Record<string, string[]> = JSON.parse(
  readFileSync(new URL('review-sentences.json', import.meta.url), 'utf8'),
)

describe('Recognizing a language', () => {
  for (const [language, sentences] of Object.entries(SENTENCES))
    it(`Most review sentences in ${language} are recognized`, () => {
      const right = sentences.filter(sentence => find(sentence) === language)
      assert.ok(right.length >= 0.66 * sentences.length, `${right.length} of ${sentences.length}`)
    })

  it('Of all sentences, at least 96% are recognized, and at most 2% are taken for another language', () => {
    const found = Object.entries(SENTENCES).flatMap(([language, sentences]) =>
      sentences.map(sentence => ({ language, recognized: find(sentence) })),
    )
    const right = found.filter(one => one.recognized === one.language).length
    const unknown = found.filter(one => one.recognized === null).length
    assert.ok(right >= 0.96 * found.length, `${right} of ${found.length}`)
    assert.ok(found.length - right - unknown <= 0.02 * found.length)
  })

  it('No sentence in a language that is not read is taken for one that is, unless English words explain it', () => {
    const mistaken = Object.entries(SENTENCES)
      .filter(([language]) => !isNative(language))
      .flatMap(([, sentences]) => sentences.filter(sentence => isNative(find(sentence))))
    assert.deepEqual(mistaken, ['God pris og rask service.'])
  })

  it('The same text always gets the same answer, whatever was asked before', () => {
    const ask = () =>
      Object.values(SENTENCES)
        .flat()
        .map(sentence => find(sentence))
    assert.deepEqual(ask(), ask().toReversed().toReversed())
  })
})

describe('The language of a review', () => {
  it('German is recognized without being declared', () => {
    assert.equal(find('Das Essen war kalt und der Kellner unfreundlich.'), 'de')
  })

  it('Short texts of common English words are English', () => {
    for (const text of ['Great job!', 'Thanks Mike', 'Very friendly'])
      assert.equal(find(text), 'en', text)
  })

  it('A declared language counts without its region, under one name', () => {
    const declared = { 'en-GB': 'en', 'pt-BR': 'pt', nb: 'no', iw: 'he', gl: 'gl' }
    for (const [tag, language] of Object.entries(declared)) assert.equal(find('Ok!', tag), language)
  })

  it('A declared language that the text clearly contradicts does not count', () => {
    const hungarian = 'Nagyon finom volt az étel, biztosan visszajövünk.'
    assert.equal(find(hungarian, 'en'), 'hu')
    assert.equal(find('They fixed our boiler the same day.', 'hu'), 'en')
  })

  it('A declared language counts if the text fits it about as well as another, or if the detector does not know it', () => {
    assert.equal(find('Vi måtte vente i over en time.', 'da'), 'da')
    assert.equal(find('Vi måtte vente i over en time.', 'no'), 'no')
    assert.equal(find('A comida estaba moi rica e o persoal foi encantador.', 'gl'), 'gl')
  })

  it('No correctly declared sentence is contradicted', () => {
    for (const [language, sentences] of Object.entries(SENTENCES))
      for (const sentence of sentences) assert.equal(find(sentence, language), language, sentence)
  })
})
