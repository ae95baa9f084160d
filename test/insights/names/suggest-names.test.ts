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

describe('suggesting names that the roster lacks', () => {
  it('offers who is mentioned in two reviews, the most mentioned first', () => {
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

  it('counts a review once', () => {
    assert.deepEqual(names(['Carlos came. Carlos fixed it. Thanks to Carlos!', 'Fine.']), [])
  })

  it('offers unknown names that somebody introduces', () => {
    assert.deepEqual(names(['Our tech Zbyszko was kind.', 'A man named Zbyszko helped.']), ['Zbyszko'])
    assert.deepEqual(names(['Comcast came late.', 'Comcast was rude.']), [])
  })

  it('offers the surname where reviews agree on it', () => {
    assert.deepEqual(names(['Carlos Vega came.', 'Carlos helped.']), ['Carlos Vega'])
    assert.deepEqual(names(['Carlos Vega came.', 'Carlos Ruiz helped.']), ['Carlos'])
    assert.deepEqual(names(['Mr. Vega came.', 'Ask for Mr. Vega.']), ['Mr. Vega'])
  })

  it('leaves out the roster, misspelled or by a nickname', () => {
    assert.deepEqual(
      names(['Mike came.', 'Michael came.', 'Micheal came.', 'Mikel came.', 'Mikel helped.']),
      [],
    )
    assert.deepEqual(names(['Mr. Delgado came.', 'Mike Delgado and Rose came.', 'Rose helped.']), [])
  })

  it('leaves out the words of the business', () => {
    const texts = ['Carson came on time.', 'Carson fixed it.', 'Madison helped us.', 'Madison called.']
    assert.deepEqual(names(texts, ['Carson Plumbing', 'Madison']), [])
    assert.deepEqual(names(texts, ['Carson Plumbing']), ['Madison'])
  })

  it('leaves out the family of the reviewer', () => {
    assert.deepEqual(names(['My husband Tom was glad.', 'My husband Tom came home.']), [])
    assert.deepEqual(names(['Our son Luke did it.', 'My neighbor Luke came.']), [])
  })

  it('leaves out days, months, words, brands and places', () => {
    for (const text of [
      'Monday was fine.',
      'April was wet, in April.',
      'Will call again.',
      'The Alexa was broken.',
      'We drove from Austin.',
      "Carl's Diner was closed.",
    ])
      assert.deepEqual(names([text, text]), [], text)
  })
})
