import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { type Row, row } from '../../../kit/rows.ts'
import { readText, startBuilder } from '../../../kit/snapshot-builder.ts'

const gym = {
  name: 'Iron Oak Gym',
  category: 'ExerciseGym',
  technicians: [
    { name: 'Marco Bellini', aliases: ['Marco'] },
    { name: 'Lena Hart', aliases: ['Lena'] },
  ],
  services: [{ id: 'personal_training', label: 'Personal training' }],
}

const PRAISE = [
  'is a fantastic trainer, patient and kind with every beginner in the class.',
  'is great, always friendly and on time for my personal training.',
  'was wonderful and explained every exercise of my personal training clearly.',
  'is the best trainer I have had, helpful and honest about what I can do.',
]

const rowsAbout = (name: string, count: number): Row[] =>
  Array.from({ length: count }, (_, number) =>
    row({
      source_id: `${name}-${number}`,
      author: `Customer ${name} ${number}`,
      date: `2026-0${1 + (number % 9)}-10`,
      rating: 5,
      text: `${name} ${PRAISE[number % PRAISE.length]}`,
    }),
  )

const said = (text: string, rating: number): Row =>
  row({ source_id: `said-${text}`, author: 'One more', date: '2026-10-01', rating, text })

const praised = () => [...rowsAbout('Marco', 20), ...rowsAbout('Lena', 12)]

/** What recommends people: the summary, the answers, the quotes for all and for each subject. */
async function recommendationsAfter(t: TestContext, ...rows: Row[]): Promise<string> {
  const builder = await startBuilder(t, gym)
  await builder.take([...praised(), ...rows])
  const snapshot = await builder.build()
  const { summary, faq, pull_quote } = snapshot.insights
  const page = readText(snapshot, '/highlights')
  const quotes = page.match(/<blockquote>.*?<\/blockquote>/gs) ?? []
  const answers = faq.map(({ answer }) => answer)
  return [summary, ...answers, pull_quote?.text, ...quotes].join('\n')
}

describe('People whom a review speaks against', () => {
  it('Someone whom nearly all reviews praise is recommended', async t => {
    const text = await recommendationsAfter(t)
    assert.match(text, /Reviews praise Marco Bellini/)
    assert.match(text, /Lena Hart/)
  })

  it('One review of one or two stars that names a person ends every recommendation of that person', async t => {
    for (const rating of [1, 2]) {
      const text = await recommendationsAfter(t, said('Marco was not here.', rating))
      assert.doesNotMatch(text, /Marco/)
      assert.match(text, /Reviews praise Lena Hart/)
    }
    assert.match(
      await recommendationsAfter(t, said('Marco was not here.', 3)),
      /praise Marco Bellini/,
    )
  })

  it('An accusation ends it whatever the stars and the compliments beside it, in four languages', async t => {
    for (const text of [
      'Marco is great. Marco is kind. But he harassed my sister in the changing room.',
      'Marco ist super nett. Leider hat er eine Freundin von mir sexuell belästigt.',
      'Marco est très gentil, mais il m’a volé ma montre.',
      'Marco es muy amable, pero me robó el reloj.',
      'Good gym, but Marco makes racist remarks and injured my shoulder.',
      'Marco ist nett, hat mich aber um 500 Euro betrogen.',
    ])
      assert.doesNotMatch(await recommendationsAfter(t, said(text, 5)), /Marco/, text)
  })

  it('A person is not recommended for a service either', async t => {
    const answers = await recommendationsAfter(t, said('Marco discriminated against my son.', 4))
    assert.doesNotMatch(answers, /Personal training, Marco/)
  })
})
