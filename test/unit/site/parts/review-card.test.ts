import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  BusinessFile,
  publicBusiness,
  SiteFile,
  type SiteSettings,
} from '../../../../src/model/business.ts'
import type { Review } from '../../../../src/model/review.ts'
import type { LocaleTag } from '../../../../src/model/scalars.ts'
import { renderReview } from '../../../../src/site/parts/review-card.ts'

const business = publicBusiness(
  BusinessFile.parse({
    name: 'Test & Sons',
    services: [{ id: 'drains', label: 'Drain cleaning' }],
  }),
)
const review: Review = {
  id: '01KKMT9200Z88TWY7HK8WBY3NF',
  author: 'Ada Moreno',
  author_avatar_url: 'https://pictures.example/ada.png',
  rating: 4,
  date: '2026-03-14',
  text: 'Warm again.',
  source: 'google',
  source_url: null,
  owner_reply: null,
  verified: true,
  updated_at: '2026-03-15T00:00:00.000Z',
  revision: 1,
  language: 'en',
  verification: { level: 'platform', method: null, basis: 'export' },
  incentive: null,
  mentions: { technicians: [], services: [], service_areas: [] },
  date_precision: 'day',
  translation: null,
  tags: [],
  photos: [],
  sub_ratings: {},
  url: 'https://reviews.example/reviews/01KKMT9200Z88TWY7HK8WBY3NF',
}

function cardOf(
  change: Partial<Review>,
  look?: Parameters<typeof renderReview>[2],
  show_avatars = false,
  locale: LocaleTag = 'en-US',
): string {
  const site = { ...SiteFile.parse({}), show_avatars } as SiteSettings
  return String(renderReview({ business, site, locale }, { ...review, ...change }, look))
}

/** So many lines of a phone's width; the width of a large screen is twice that. */
const lines = (count: number) => 'a'.repeat(42 * count)

describe('A review on a page', () => {
  it('A picture of the author is shown only if the owner wants it and it comes over HTTPS', () => {
    assert.match(
      cardOf({}, {}, true),
      /<img class="avatar" src="https:\/\/pictures\.example\/ada\.png"/,
    )
    assert.doesNotMatch(cardOf({}), /<img/)
    assert.match(
      cardOf({ author_avatar_url: 'http://pictures.example/ada.png' }, {}, true),
      />AM<\/span>/,
    )
    assert.match(cardOf({ author_avatar_url: null }, {}, true), />AM<\/span>/)
  })

  it('A text is collapsed where that hides two lines or more, on a large screen too if it is long enough', () => {
    assert.match(cardOf({ text: lines(7) }), /class="text" /)
    assert.match(cardOf({ text: lines(8) }), /class="text fold" .*class="more"/s)
    assert.match(cardOf({ text: lines(16) }), /class="text fold wide" /)
    assert.match(cardOf({ text: Array(8).fill('a').join('\n') }), /class="text fold wide" /)
    assert.doesNotMatch(cardOf({ text: lines(16) }, { level: 1 }), /fold|class="more"/)
  })

  it('A reply is collapsed sooner than a text', () => {
    const reply = (count: number) =>
      cardOf({ owner_reply: { text: lines(count), date: '2026-03-20' } })
    assert.match(reply(4), /class="text" dir="auto">a{168}</)
    assert.match(reply(5), /class="text fold brief" .*class="more"/s)
  })

  it('A text is not collapsed where that would hide what is highlighted', () => {
    const passage = (to: number) => ({
      marks: [
        { from: to - 5, to, kind: 'words', id: 'a', sentiment: null, field: 'text' },
      ] as never,
    })
    assert.match(cardOf({ text: lines(16) }, passage(120)), /class="text fold wide"/)
    assert.doesNotMatch(cardOf({ text: lines(16) }, passage(121)), /fold/)
    assert.doesNotMatch(cardOf({ text: lines(16) }, { marks: { texts: ['b'] } }), /fold/)
  })

  it('A very long text is shortened where the page asks for it, and leads to the whole review', () => {
    const text = 'word '.repeat(400).trim()
    assert.match(cardOf({ text }, { isShort: true }), /word…<\/p>/)
    assert.doesNotMatch(cardOf({ text }), /…<\/p>/)
    const marked = cardOf({ text }, { isShort: true, marks: { texts: ['none'] } })
    assert.match(marked, /<p><a href="\/reviews\/01KKMT9200Z88TWY7HK8WBY3NF">/)
  })

  it('Readers see the text in their language first: the translation, or else the original', () => {
    const german = { text: 'Wieder warm.', language: 'de' }
    const into = (language: string | null) => ({ text: 'Warm again.', language })
    const isFirst = (html: string, text: string) =>
      html.indexOf(text) < html.indexOf('<details class="other"')
    assert.ok(isFirst(cardOf({ ...german, translation: into('en') }), 'Warm again.'))
    assert.ok(isFirst(cardOf({ ...german, translation: into(null) }), 'Warm again.'))
    assert.ok(isFirst(cardOf({ ...german, translation: into('fr') }), 'Wieder warm.'))
    assert.ok(
      isFirst(cardOf({ text: 'Toasty.', language: 'en-GB', translation: into('en') }), 'Toasty.'),
    )
    assert.match(cardOf({ ...german, translation: into('en') }), /German/)
    assert.doesNotMatch(
      cardOf({ ...german, language: null, translation: into('en') }),
      /German|null/,
    )
  })

  it('The original is open where a passage in it is highlighted', () => {
    const translated = {
      text: 'Wieder warm.',
      language: 'de',
      translation: { text: 'Warm again.', language: 'en' },
    }
    const marks = { texts: ['warm'] }
    assert.match(cardOf(translated, { marks }), /<details class="other" open>/)
    assert.match(cardOf(translated, { marks: [] }), /<details class="other"><summary>/)
    assert.match(cardOf(translated), /<details class="other"><summary>/)
  })

  it('A review leads to the pages about what it mentions, as far as the business still has them', () => {
    const mentions = {
      technicians: ['Rosa Méndez'],
      services: ['drains', 'gone'],
      service_areas: [],
    }
    const card = cardOf({ mentions })
    assert.match(card, /href="\/technicians\/rosa-m%C3%A9ndez"><bdi>Rosa Méndez/)
    assert.match(card, /href="\/services\/drains"><bdi>Drain cleaning/)
    assert.doesNotMatch(card, /gone/)
    assert.doesNotMatch(cardOf({}), /class="tags"/)
  })
})

describe('Photos and sub-ratings of a review', () => {
  const photo = (number: number, source_url: string | null = null) => ({
    url: `https://photos.example/${number}.jpg`,
    source_url,
  })
  const source_url = 'https://maps.example/r/1'

  it('Photos are a line of text that leads to the review at its source, and none is loaded', () => {
    const card = cardOf({ photos: [photo(1), photo(2)], source_url }, {}, true)
    assert.match(
      card,
      /<a href="https:\/\/maps\.example\/r\/1" rel="nofollow ugc noopener">2 photos on Google<\/a>/,
    )
    assert.doesNotMatch(card, /photos\.example/)
    assert.match(cardOf({ photos: [photo(1, source_url)] }), /href="https:\/\/maps\.example\/r\/1"/)
  })

  it('Where no page is known, the link leads to the first photo', () => {
    assert.match(
      cardOf({ photos: [photo(1)] }),
      /href="https:\/\/photos\.example\/1\.jpg"[^>]*>1 photo on Google</,
    )
    const card = cardOf({ photos: [photo(1), photo(2)], source: 'direct' })
    assert.match(card, /<a href="https:\/\/photos\.example\/1\.jpg"[^>]*>2 photos<\/a>/)
  })

  it('Sub-ratings are named with their stars, in the language of the site', () => {
    const sub_ratings = { food: 4, Service: 4.5, value: 5 }
    assert.match(
      cardOf({ sub_ratings }),
      /<bdi>Food<\/bdi> 4, <bdi>Service<\/bdi> 4\.5, <bdi>Value<\/bdi> 5</,
    )
    const german = cardOf({ sub_ratings, photos: [photo(1)] }, {}, false, 'de')
    assert.match(german, /<bdi>Service<\/bdi> 4,5, .*>1 Foto auf Google</)
    assert.match(
      cardOf({ photos: [photo(1), photo(2)], source_url }, {}, false, 'fr'),
      />2 photos sur Google</,
    )
    assert.match(
      cardOf({ photos: [photo(1), photo(2)], source_url }, {}, false, 'es'),
      />2 fotos en Google</,
    )
    assert.match(
      cardOf({ photos: [photo(1), photo(2)], source_url }, {}, false, 'en-GB'),
      />2 photos on Google</,
    )
  })

  it('A hostile name or address is text, and can do nothing on the page', () => {
    const card = cardOf({
      sub_ratings: { '<img src=x onerror=alert(1)>': 1, constructor: 2 },
      photos: [{ url: 'https://photos.example/"><script>', source_url: null }],
    })
    assert.doesNotMatch(card, /<img|<script|""/)
    assert.match(
      card,
      /<bdi>&lt;img src=x onerror=alert\(1\)&gt;<\/bdi> 1, <bdi>Constructor<\/bdi> 2/,
    )
  })
})
