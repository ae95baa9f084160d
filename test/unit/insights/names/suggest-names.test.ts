import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createNameFinder } from '../../../../src/insights/names/find-names.ts'
import { suggestNames } from '../../../../src/insights/names/suggest-names.ts'
import { splitSentences } from '../../../../src/insights/text/words.ts'

const find = createNameFinder([
  { name: 'Mike Delgado', aliases: [] },
  { name: 'Rose Alvarez', aliases: [] },
])

const suggest = (texts: string[], leaveOut: string[] = [], ownNames: string[] = []) =>
  suggestNames(
    texts.map((text, number) => ({ id: `r${number}`, text, sentences: splitSentences(text) })),
    find,
    leaveOut,
    ownNames,
  )

const names = (texts: string[], leaveOut?: string[]) =>
  suggest(texts, leaveOut).map(({ name }) => name)

/** With how many reviews each name is suggested. */
const counted = (business: string, texts: string[]) =>
  Object.fromEntries(suggest(texts, [], [business]).map(({ name, reviews }) => [name, reviews]))

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
    assert.deepEqual(names(['Our tech Zbyszko was kind.', 'A man named Zbyszko helped.']), [
      'Zbyszko',
    ])
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
    assert.deepEqual(
      names(['Mr. Delgado came.', 'Mike Delgado and Rose came.', 'Rose helped.']),
      [],
    )
  })

  it('Words of the business’s own names are not suggested', () => {
    const texts = [
      'Carson came on time.',
      'Carson fixed it.',
      'Madison helped us.',
      'Madison called.',
    ]
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
      'Austin was hot.',
      "Carl's Diner was closed.",
    ])
      assert.deepEqual(names([text, text]), [], text)
  })

  it('A name in the name of the business is a person where reviews say what no business is or does', () => {
    const texts = [
      'Natalie was amazing',
      'Natalie did my hair and she is so talented.',
      'natalie is so kind and patient',
      'Natalie is the best. She listens.',
    ]
    assert.deepEqual(counted('Salon Natalie', [...texts, 'Salon Natalie is nice.']), { Natalie: 4 })
    assert.deepEqual(counted('Natalie Hair Design', texts), { Natalie: 3 })
    assert.deepEqual(counted('Salon Natalie', texts.slice(0, 2)), {})
    const rossi = ['Rossi came on time.', 'Rossi was great.', 'Rossi Plumbing fixed it.']
    assert.deepEqual(counted('Rossi Plumbing', rossi), {})
    const named = [
      ...rossi,
      'Mr Rossi came himself.',
      'Mr. Rossi explained it.',
      'Marco Rossi is honest.',
    ]
    assert.deepEqual(counted('Rossi Plumbing', [...named, 'Marco came.']), {
      'Marco Rossi': 2,
      'Mr. Rossi': 2,
    })
  })

  it('A name in most of the texts is suggested', () => {
    const texts = Array.from({ length: 20 }, (_, number) =>
      number % 3 ? 'Natalie was amazing' : 'Great!',
    )
    assert.deepEqual(suggest(texts)[0]?.reviews, 13)
  })

  it('A name that no list has is suggested if two reviews say what only a person is', () => {
    const texts = [
      'Zsófi was so kind to us.',
      'Zsófi took our order and she was lovely',
      'Zsófi came.',
    ]
    assert.deepEqual(suggest(texts)[0], {
      name: 'Zsófi',
      reviews: 3,
      example_review_ids: ['r0', 'r1', 'r2'],
    })
    assert.deepEqual(names(['Aoife was brilliant. She explained it.', 'Aoife is so patient']), [
      'Aoife',
    ])
    assert.deepEqual(names(['Aoife was brilliant. She explained it.', 'Aoife came late']), [])
    assert.deepEqual(
      names(['Rinnai is quiet.', 'Rinnai was great.', 'Olaplex was amazing', 'Olaplex is it']),
      [],
    )
  })

  it('Doctors are suggested by title and surname, in any case', () => {
    const texts = ['Dr. Nguyen was great.', 'dr nguyen fixed my tooth', 'DR NGUYEN IS THE BEST']
    assert.deepEqual(suggest(texts)[0]?.reviews, 3)
    assert.deepEqual(names(['Dr Anna Jacobi is gentle', 'Dr. Jacobi took her time.']), [
      'Dr. Jacobi',
    ])
    assert.deepEqual(
      names(['We live on Oak Dr. The crew came.', 'Off Elm Dr. The van was late.']),
      [],
    )
  })

  it('People are suggested from reviews in other languages', () => {
    assert.deepEqual(names(['Anna war super nett.', 'Anna hat alles erklärt.']), ['Anna'])
    assert.deepEqual(names(['Frau Müller war freundlich.', 'Frau Müller hat geholfen.']), [
      'Frau Müller',
    ])
    assert.deepEqual(names(['Meine Frau Julia war froh.', 'Meine Frau Julia ist begeistert.']), [])
  })

  it('Pets are not suggested, but those who treat them are', () => {
    const texts = [
      'My dog Max was sick and they saved him.',
      'Max was scared but the staff were kind.',
      'Took Max in for shots. He loved it.',
      'Our cat Luna had surgery.',
      'Luna is doing great. She loves it here.',
      'Luna was brave. She got a treat.',
      'Rocky had his teeth cleaned. He is happy.',
      'Rocky was a good boy. He came home happy.',
      'Dr. Patel was so kind to Max.',
      'Dr. Patel explained everything.',
      'Thank you Hannah!',
      'Hannah was lovely with our puppy.',
    ]
    assert.deepEqual(names(texts), ['Dr. Patel', 'Hannah'])
  })
})
