import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createNameFinder } from '../../../src/insights/names/find-names.ts'
import { suggestNames } from '../../../src/insights/names/suggest-names.ts'
import { splitSentences } from '../../../src/insights/text/sentences.ts'

const find = createNameFinder([
  { name: 'Mike Delgado', aliases: [] },
  { name: 'Rose Alvarez', aliases: [] },
])

const suggest = (texts: string[], leaveOut: string[] = []) =>
  suggestNames(
    texts.map((text, number) => ({ id: `r${number}`, text, sentences: splitSentences(text) })),
    find,
    leaveOut,
  )

const names = (texts: string[], leaveOut?: string[]) => suggest(texts, leaveOut).map(({ name }) => name)

describe('Suggesting names that the roster lacks', () => {
  it('A name in two reviews is suggested, most mentioned first', () => {
    const texts = [
      'Carlos fixed it.',
      'Ask for Carlos!',
      'Thanks to Hannah.',
      'Carlos and Hannah came.',
      'Liam came.',
    ]
    assert.deepEqual(suggest(texts), [
      { name: 'Carlos', reviews: 3, example_review_ids: ['r0', 'r1', 'r3'] },
      { name: 'Hannah', reviews: 2, example_review_ids: ['r2', 'r3'] },
    ])
  })

  it('A review counts once for a name', () => {
    assert.deepEqual(names(['Carlos came. Carlos fixed it. Thanks to Carlos!', 'Fine.']), [])
  })

  it('A name in lower case is suggested, with its capital', () => {
    assert.deepEqual(names(['carlos was great', 'Thanks to Carlos!']), ['Carlos'])
    assert.deepEqual(names(['mark was great', 'mark came']), [])
    assert.deepEqual(names(['a carlos of a day', 'carlos, again']), [])
  })

  it('A name in lower case that is also a place is suggested where it means a person', () => {
    assert.deepEqual(names(['tyler was great', 'thanks tyler']), ['Tyler'])
    assert.deepEqual(names(['we live in tyler', 'best in tyler']), [])
  })

  it('A name with and without its diacritics is one suggestion', () => {
    assert.deepEqual(names(['Jose was great', 'Thanks to José!', 'jose came']), ['José'])
  })

  it('An unknown name is suggested if a review introduces the person', () => {
    assert.deepEqual(names(['Our tech Zbyszko was kind.', 'A man named Zbyszko helped.']), ['Zbyszko'])
    assert.deepEqual(names(['Comcast came late.', 'Comcast was rude.']), [])
  })

  it('The surname is suggested if the reviews agree on it', () => {
    assert.deepEqual(names(['Carlos Vega came.', 'Carlos helped.']), ['Carlos Vega'])
    assert.deepEqual(names(['Carlos Vega came.', 'Carlos Ruiz helped.']), ['Carlos'])
    assert.deepEqual(names(['Mr. Vega came.', 'Ask for Mr. Vega.']), ['Mr. Vega'])
  })

  it('People of the roster are not suggested, even misspelled or by a nickname', () => {
    assert.deepEqual(
      names(['Mike came.', 'Michael came.', 'Micheal came.', 'Mikel came.', 'Mikel helped.']),
      [],
    )
    assert.deepEqual(names(['Mr. Delgado came.', 'Mike Delgado and Rose came.', 'Rose helped.']), [])
  })

  it('Words of the business’s own names are not suggested', () => {
    const texts = ['Carson came on time.', 'Carson fixed it.', 'Madison helped us.', 'Madison called.']
    assert.deepEqual(names(texts, ['Carson Plumbing', 'Madison']), [])
    assert.deepEqual(names(texts, ['Carson Plumbing']), ['Madison'])
  })

  it('The reviewer’s family is not suggested', () => {
    assert.deepEqual(names(['My husband Tom was glad.', 'My husband Tom came home.']), [])
    assert.deepEqual(names(['Our son Luke did it.', 'My neighbor Luke came.']), [])
  })

  it('Days, months, words, brands and places are not suggested', () => {
    for (const text of [
      'Monday was fine.',
      'April was wet, in April.',
      'Will call again.',
      'The Alexa was broken.',
      'Marvin windows are good.',
      'We drove from Austin.',
      "Carl's Diner was closed.",
    ])
      assert.deepEqual(names([text, text]), [], text)
  })
})
