import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { parseBusinessFile } from '../../../src/ingest/business-file.ts'
import { createAnalyzer } from '../../../src/insights/analyze.ts'
import { sentimentAbout } from '../../../src/insights/counts/month-counts.ts'
import { readReview } from '../../../src/insights/read-review.ts'
import { engine } from '../../kit/snapshot-builder.ts'

const business = parseBusinessFile(
  JSON.stringify({
    name: 'Larkfield Heating',
    category: 'HVAC',
    technicians: [{ name: 'Priya Raman' }, { name: 'Mike Delgado' }, { name: 'Tomasz Wójcik' }],
    services: [
      { id: 'duct_cleaning', label: 'Duct cleaning' },
      { id: 'popcorn', label: 'Popcorn' },
    ],
    service_areas: [{ id: 'eastgate', label: 'Eastgate' }],
  }),
)
const analyze = createAnalyzer(engine, business)
const read = (text: string, rating: number) =>
  readReview({ rating, text }, analyze(text, null, rating))
const about = (name: string, text: string, rating = 3) =>
  sentimentAbout(read(text, rating), 'technicians', name)
const MIKE = 'Mike Delgado'
const PRIYA = 'Priya Raman'
const TOMASZ = 'Tomasz Wójcik'

describe('What a review says about a person', () => {
  it('The words decide, whatever the stars', () => {
    for (const rating of [1, 3, 5]) {
      assert.equal(about(MIKE, 'Terrible company. Mike was kind and patient.', rating), 'positive')
      assert.equal(
        about(MIKE, 'Great company, but Mike was rude and left a mess.', rating),
        'negative',
      )
    }
  })

  it('A person whose sentences hold no opinion is neutral', () => {
    for (const rating of [1, 5]) {
      assert.equal(about(MIKE, 'Our tech was Mike.', rating), 'neutral')
      assert.equal(about(MIKE, 'Mike came out and replaced the capacitor.', rating), 'neutral')
      assert.equal(about(MIKE, 'Mike said it would cost $900.', rating), 'neutral')
    }
    assert.equal(about(MIKE, 'The worst company ever. Our tech was Mike.', 1), 'neutral')
    assert.equal(about(MIKE, 'The best company ever! Our tech was Mike.', 5), 'neutral')
  })

  it('A name alone is no praise', () => {
    assert.equal(about(MIKE, 'Mike', 5), 'neutral')
    assert.equal(about(MIKE, 'I told Mike about it and he did nothing.', 1), 'negative')
  })

  it('Only their side of a contrast counts', () => {
    assert.equal(
      about(MIKE, 'Mike was kind and patient but the office overcharged me.', 1),
      'positive',
    )
    assert.equal(about(MIKE, 'The office overcharged me, but Mike was great.', 2), 'positive')
    assert.equal(about(MIKE, 'Mike fue muy amable, pero la oficina nunca contesta.'), 'positive')
    assert.equal(about(MIKE, 'Mike war unfreundlich und kam zu spät.', 3), 'negative')
  })

  it('Praise that no longer holds is none', () => {
    assert.equal(
      about(PRIYA, 'Priya was great when she was selling, now all I get is a recording.', 1),
      'neutral',
    )
    assert.equal(about(PRIYA, 'Priya was great until I signed.', 1), 'neutral')
    assert.equal(about(PRIYA, 'Priya was great.', 1), 'positive')
    const whole = 'Priya was super helpful to me from the first call until the minute I left.'
    assert.equal(about(PRIYA, whole, 1), 'positive')
  })

  it('The stars settle what the words leave open: a happy customer hardly criticizes, and praise stands beside criticism', () => {
    const strict = 'Mike expects a lot, if your kid wants to goof around pick something else.'
    assert.equal(about(MIKE, strict, 2), 'negative')
    assert.equal(about(MIKE, strict, 4), 'neutral')
    const both = 'Mike was kind and patient. He was two hours late.'
    assert.equal(about(MIKE, both, 2), 'negative')
    assert.equal(about(MIKE, both, 5), 'positive')
  })

  it('A sentence that goes on with a pronoun is about the person just named', () => {
    assert.equal(
      about(MIKE, 'Mike came out on Friday. He was polite and explained everything.'),
      'positive',
    )
    assert.equal(about(MIKE, 'Mike came out on Friday. The office was rude.'), 'neutral')
    const two = 'Mike and Tomasz came out on Friday. He was rude.'
    assert.notEqual(about(MIKE, two), 'negative')
    assert.notEqual(about(TOMASZ, two), 'negative')
  })

  it('A job in brackets does not part a person from what is said', () => {
    const text =
      'While settling in, Mike (manager of the shop) and Tomasz (his assistant) were fantastic.'
    assert.equal(about(MIKE, text), 'positive')
    assert.equal(about(TOMASZ, text), 'positive')
  })

  it('A text in a language that is not read says nothing about anybody', () => {
    assert.equal(
      about(MIKE, 'Mike nagyon kedves volt, és mindent elmagyarázott nekünk.', 5),
      'neutral',
    )
  })
})

describe('What a review says about other things', () => {
  it('About a service it is what is said where the service is named', () => {
    const review = read(
      'They did our duct cleaning in May. The office is rude and never calls back.',
      1,
    )
    assert.equal(sentimentAbout(review, 'services', 'duct_cleaning'), 'neutral')
    const praised = read(
      'The duct cleaning was excellent. The office is rude and never calls back.',
      2,
    )
    assert.equal(sentimentAbout(praised, 'services', 'duct_cleaning'), 'positive')
  })

  it('What the stars speak against and the words leave open is neither praise nor criticism', () => {
    const answers = (rating: number) => about(MIKE, 'Mike answered my questions.', rating)
    assert.deepEqual([1, 2, 3].map(answers), ['neutral', 'neutral', 'positive'])
    const hours = (rating: number) =>
      sentimentAbout(
        read('The duct cleaning took four hours.', rating),
        'services',
        'duct_cleaning',
      )
    assert.deepEqual([3, 4, 5].map(hours), ['negative', 'neutral', 'neutral'])
    const dear = 'A large popcorn and fizzy drink is $18 too expensive'
    assert.equal(sentimentAbout(read(dear, 5), 'services', 'popcorn'), 'neutral')
  })

  it('What a complaint names is criticized, unless the customer is happy', () => {
    const demo = (name: string) =>
      readFileSync(new URL(`../../../demo/${name}.json`, import.meta.url), 'utf8')
    const { text } = JSON.parse(demo('reviews')).reviews.find((one: { text: string | null }) =>
      one.text?.includes('$497 for a control board PLUS a diagnostic fee nobody told me about.'),
    )
    const analyzeDemo = createAnalyzer(engine, parseBusinessFile(demo('business')))
    const sideAt = (rating: number) =>
      sentimentAbout(
        readReview({ rating, text }, analyzeDemo(text, 'en', rating)),
        'services',
        'furnace_repair',
      )
    assert.equal(sideAt(1), 'negative')
    assert.equal(sideAt(4), 'neutral')
  })

  it('About an area it is the whole review', () => {
    const review = read('We live in Eastgate. The office is rude and never calls back.', 1)
    assert.equal(sentimentAbout(review, 'service_areas', 'eastgate'), 'negative')
  })
})
