import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { NarratorAnswer } from '../../../src/model/narrative.ts'
import { checkAnswer } from '../../../src/narrator/check-answer.ts'
import type { Facts } from '../../../src/narrator/facts.ts'

const facts: Facts = {
  business: 'Test & Sons Plumbing',
  review_count: 128,
  average_rating: 4.6,
  reviews_by_stars: { 5: 100, 4: 15, 3: 6, 2: 4, 1: 3 },
  earliest: '2024-03-01',
  latest: '2026-03-14',
  sentiment_pct: { positive: 91, neutral: 4, negative: 5 },
  aspects: [{ label: 'Price', mentions: 40, positive: 31, neutral: 2, negative: 7 }],
  technicians: [],
  services: [],
  problems: [],
  service_areas: [],
  topics: [],
  trend: 'stable',
}
const sources = new Map([
  [
    'happy',
    {
      rating: 5,
      text: 'Rosa was friendly and fixed our heater in 20 minutes. Mail me@home.example',
    },
  ],
  ['content', { rating: 4, text: 'Fair price and clean work all around.' }],
  ['critic', { rating: 2, text: 'Two hours late, and nobody called.' }],
  ['silent', { rating: 5, text: null }],
])

type Claim = NarratorAnswer['claims'][number]

const claim = (change: Partial<Claim> = {}): Claim => ({
  text: 'People like how kindly they are treated.',
  review_ids: ['happy'],
  quotes: [],
  ...change,
})
const sound = [
  claim({ text: '128 reviews give 4.6 stars.', review_ids: ['happy', 'content'] }),
  claim({ text: 'Prices seem right to 31 of them.', review_ids: ['content'] }),
  claim({ text: 'Some had to wait.', review_ids: ['critic'] }),
]
const answer = (change: Partial<NarratorAnswer> = {}): NarratorAnswer => ({
  claims: sound,
  faq: [],
  pull_quote: null,
  ...change,
})

function publishable(given: NarratorAnswer, options = {}): NarratorAnswer {
  const checked = checkAnswer(given, facts, sources, options)
  if ('refusal' in checked) assert.fail(checked.refusal)
  return checked.answer
}

const bad: [what: string, change: Partial<Claim>][] = [
  ['an invented id', { review_ids: ['happy', 'invented'] }],
  ['no id', { review_ids: [] }],
  ['more than 20 ids', { review_ids: Array(21).fill('happy') }],
  ['an altered quotation in its text', { text: 'One wrote “Rosa was very friendly”.' }],
  ['a quotation of a review that it does not cite', { text: 'One wrote “Fair price”.' }],
  ['an altered quotation in its list', { quotes: [{ review_id: 'happy', text: 'Rosa was kind' }] }],
  [
    'a listed quotation of another review',
    { quotes: [{ review_id: 'content', text: 'Fair price' }] },
  ],
  [
    'a listed quotation of a review without words',
    { review_ids: ['silent'], quotes: [{ review_id: 'silent', text: 'x' }] },
  ],
  ['a mark that does not pair', { text: 'One wrote “Rosa was friendly.' }],
  ['a number out of thin air', { text: 'Of 129 customers most are content.' }],
  ['a number in words', { text: 'Forty customers are content.' }],
  ['a number that only a review has', { text: 'A heater takes 20 minutes.' }],
  ['a link', { text: 'Read more at https://evil.example.' }],
  ['a bare domain', { text: 'Read more at evil.example today.' }],
  ['an e-mail address', { text: 'Write to me@home now.' }],
  ['an e-mail address in a quotation', { text: 'One says “Mail me@home.example”.' }],
  ['HTML', { text: 'People are <b>content</b>.' }],
  ['words of a review without marks', { text: 'Fair price and clean work all around.' }],
  [
    'words of a review that it does not cite',
    { text: 'They came two hours late, and nobody called.' },
  ],
  ['no words', { text: '' }],
  ['far too many words', { text: 'content '.repeat(80) }],
]

describe('A claim', () => {
  for (const [what, change] of bad)
    it(`A claim with ${what} is dropped`, () => {
      assert.deepEqual(publishable(answer({ claims: [claim(change), ...sound] })).claims, sound)
    })

  it('A claim may quote the customer, including numbers', () => {
    const quoting = claim({
      text: 'Speed is praised: “fixed our heater in 20 minutes”.',
      quotes: [{ review_id: 'happy', text: 'in 20 minutes' }],
    })
    assert.deepEqual(publishable(answer({ claims: [quoting, ...sound] })).claims[0], quoting)
  })

  it('A claim with numbers is dropped if the facts have changed', () => {
    const claims = [...sound, claim(), claim({ text: 'Work is done neatly.' })]
    const kept = publishable(answer({ claims }), { isFresh: false }).claims
    assert.deepEqual(kept, claims.slice(2))
  })
})

describe('People who are not recommended', () => {
  const accused = new Set(['rosa'])
  const quote = { review_id: 'happy', text: 'fixed our heater in 20 minutes' }

  it('No claim and no answer that names them is published', () => {
    const naming = claim({ text: 'Many ask for Rosa.' })
    const faq = [
      { question: 'Who is best?', answer: 'Ask for ROSA.', review_ids: ['happy'], quotes: [] },
    ]
    const given = answer({ claims: [naming, ...sound], faq })
    assert.deepEqual(publishable(given, { accused }), answer())
    assert.deepEqual(publishable(given), given)
  })

  it('No review that names them is quoted for the praise', () => {
    const given = answer({ pull_quote: quote })
    assert.equal(publishable(given, { accused }).pull_quote, null)
    assert.deepEqual(publishable(given).pull_quote, quote)
  })
})

describe('An answer to a question', () => {
  const good = { question: 'Are they kind?', answer: 'Yes.', review_ids: ['happy'], quotes: [] }

  it('A sound answer is kept', () => {
    assert.deepEqual(publishable(answer({ faq: [good] })).faq, [good])
  })

  for (const [what, { text, ...rest }] of bad)
    it(`An answer with ${what} is dropped`, () => {
      const faq = [
        {
          ...good,
          ...rest,
          ...(text !== undefined && {
            answer: text === 'content '.repeat(80) ? text.repeat(2) : text,
          }),
        },
        good,
      ]
      assert.deepEqual(publishable(answer({ faq })).faq, [good])
    })

  it('An answer is dropped if its question is not sound', () => {
    const faq = [
      { ...good, question: 'Have you seen evil.example?' },
      { ...good, question: 'Why 999?' },
    ]
    assert.deepEqual(publishable(answer({ faq })).faq, [])
  })
})

describe('The pull quote', () => {
  const pull = (review_id: string, text: string) =>
    publishable(answer({ pull_quote: { review_id, text } })).pull_quote

  it('A pull quote is kept if it is verbatim praise', () => {
    assert.deepEqual(pull('content', 'Fair price and clean work'), {
      review_id: 'content',
      text: 'Fair price and clean work',
    })
  })

  for (const [what, id, text] of [
    ['altered', 'content', 'Fair prices and clean work'],
    ['from a critic', 'critic', 'Two hours late, and nobody called.'],
    ['too short', 'content', 'Fair price'],
    ['from a review that is not there', 'invented', 'Fair price and clean work'],
    ['with an address', 'happy', 'in 20 minutes. Mail me@home.example'],
  ] as const)
    it(`A pull quote is dropped if it is ${what}`, () => assert.equal(pull(id, text), null))

  it('A pull quote is dropped if it is too long', () => {
    const text = 'good '.repeat(50).trim()
    const checked = checkAnswer(
      answer({ pull_quote: { review_id: 'long', text } }),
      facts,
      new Map([...sources, ['long', { rating: 5, text }]]),
    )
    assert.ok('answer' in checked && checked.answer.pull_quote === null)
  })
})

describe('A whole answer', () => {
  it('An answer with fewer than three sound claims is rejected', () => {
    const claims = [...sound.slice(1), claim({ review_ids: ['invented'] })]
    assert.deepEqual(checkAnswer(answer({ claims }), facts, sources), {
      refusal: 'only 2 of its 3 claims can be published',
    })
  })

  const rosy = [
    claim(),
    claim({ text: 'Work is done neatly.' }),
    claim({ text: 'Nobody complains.' }),
  ]

  it('An answer without the criticism is rejected', () => {
    assert.deepEqual(checkAnswer(answer({ claims: rosy }), facts, sources), {
      refusal: 'it leaves out what customers criticize',
    })
  })

  it('Criticism can be mentioned without citing a low rating', () => {
    const mentioned = claim({ text: 'Some complain of delays.' })
    assert.equal(publishable(answer({ claims: [...rosy, mentioned] })).claims.length, 4)
  })

  it('An answer may be all praise if there is no criticism', () => {
    const praised: Facts = {
      ...facts,
      reviews_by_stars: { 5: 128, 4: 0, 3: 0, 2: 0, 1: 0 },
      sentiment_pct: { positive: 100, neutral: 0, negative: 0 },
      aspects: [],
    }
    assert.ok('answer' in checkAnswer(answer({ claims: rosy }), praised, sources))
  })
})
