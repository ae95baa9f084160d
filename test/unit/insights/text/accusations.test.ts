import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isAccusing } from '../../../../src/insights/text/accusations.ts'

const ACCUSING = [
  [
    'harassment',
    'He kept harassing her.',
    'Er hat mich belästigt.',
    'Il m’a harcelée.',
    'Me acosó.',
  ],
  [
    'theft',
    'She stole my ring.',
    'Mein Ring wurde gestohlen.',
    'Il a volé ma bague.',
    'Me robaron.',
  ],
  ['injury', 'It injured my back.', 'Ich wurde verletzt.', 'Il m’a blessé au dos.', 'Me lastimó.'],
  ['discrimination', 'Racist!', 'Das ist rassistisch.', 'Propos racistes.', 'Nos discriminaron.'],
  ['fraud', 'It is a scam.', 'Das ist Betrug.', 'C’est une arnaque.', 'Es una estafa.'],
]

/** They look like words of an accusation, in this or another language. */
const HARMLESS = [
  'Mike was a blessing, and Rob and Timo were so creative.',
  'They worked through the punch list and beat my other quote.',
  'Klaus hat schnell die nötigen Teile aus Stahl besorgt; der Akku war leer.',
  'Er schlug uns einen Termin vor.',
  'Il s’est déplacé rapidement, et la crème brûlée est parfaite.',
  'Roberto vino a leer el contador; el robot funciona y me enganchó.',
]

describe('Words of an accusation', () => {
  for (const [kind, ...texts] of ACCUSING)
    it(`They are found in four languages: ${kind}`, () => {
      for (const text of texts) assert.equal(isAccusing(text), true, text)
    })

  it('They are found in capitals, and without their accents', () => {
    assert.equal(isAccusing('ER HAT MICH BELÄSTIGT'), true)
    assert.equal(isAccusing('me acoso y me robo'), true)
  })

  it('A denial counts, too', () => {
    assert.equal(isAccusing('Nobody was ever harassed here.'), true)
  })

  it('Other words are no accusation', () => {
    for (const text of HARMLESS) assert.equal(isAccusing(text), false, text)
  })
})
