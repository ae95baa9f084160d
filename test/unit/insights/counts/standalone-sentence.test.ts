import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { standaloneSentence } from '../../../../src/insights/counts/quote-candidates.ts'

const standsAlone = (...texts: string[]) => {
  for (const text of texts) assert.equal(standaloneSentence(text), text)
}
const leans = (...texts: string[]) => {
  for (const text of texts) assert.equal(standaloneSentence(text), null, text)
}

describe('A sentence that makes sense alone', () => {
  it('A sentence makes sense alone if it is whole', () => {
    standsAlone(
      'Andrew gave us a fair price.',
      '$240 for all that is fair.',
      'They charged what they said.',
    )
    leans(
      'and the price was more than fair.',
      'the price was more than fair.',
      'The price was more than fair',
      'The price (which was fair.',
      '"Fair price," they said, and so it was!',
    )
  })

  it('A sentence that refers to another one does not make sense alone', () => {
    leans(
      'It was more than fair in the end.',
      "It's been six weeks already.",
      'Then the price went up again.',
      "First was great and this one's even better.",
      'One of them dripped the first night.',
      'Otherwise very good and on time.',
      'They were respectful, took their shoes off...',
    )
    leans(
      'Four days later the AC blew warm air.',
      'The office is another story.',
      'The guys said nobody told them.',
    )
    standsAlone('First time customer and very happy.')
  })

  it('A wish and a word about other businesses do not make sense alone', () => {
    leans('I’d like a text before they come.', 'Most stylists try to sell me a bunch of product.')
  })

  it('Advice to other customers, and praise on a condition, say little about the business', () => {
    leans(
      'I would recommend you go early in the morning so you don’t have to wait.',
      'Make sure to book the corner table for a birthday.',
      'Good value if you buy the block of ten, otherwise pricey.',
    )
    standsAlone('I would recommend them to anyone in a hurry.')
  })

  it('A sentence makes sense alone only if it says what "it" is', () => {
    leans(
      'Mike came Tuesday night and heard it right away.',
      'Linda walked us through it in an hour.',
    )
    standsAlone('Kayla gave me a bob and showed me how to dry it.')
  })

  it('A sentence makes sense alone only if it says who "she" is', () => {
    standsAlone(
      "Great color, Tasha knows what she's doing.",
      'Tasha took her time with every client.',
      'The lady at the desk lost her patience.',
      'My tenant had to stay at her mother’s.',
      'Mr. Sutter came when he said he would.',
    )
    leans(
      'Very polite and she wiped the basement steps.',
      'On the day she came to the house early.',
      'Called back when he said he would.',
    )
  })
})
