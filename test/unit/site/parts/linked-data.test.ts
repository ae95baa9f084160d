import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { linkedDataOf } from '../../../../src/ingest/files/json-records.ts'
import { CATALOGS } from '../../../../src/locale/locale.ts'
import { BusinessFile, publicBusiness, SiteFile } from '../../../../src/model/business.ts'
import type { AggregateRating, Review } from '../../../../src/model/review.ts'
import {
  breadcrumbLd,
  businessLd,
  renderLd,
  reviewLd,
} from '../../../../src/site/parts/linked-data.ts'

const { 'en-US': enUs } = CATALOGS

const baseUrl = 'https://reviews.example'

const business = publicBusiness(
  BusinessFile.parse({
    name: 'Alvarez & Daughters',
    category: 'Plumber',
    url: 'https://alvarez.example/',
    telephone: '+1-555-0100',
    email: 'office@alvarez.example',
    address: { street: '1 Main St', locality: 'Springfield', country: 'US' },
    geo: { latitude: 40, longitude: -82.5 },
    hours: [{ days: ['monday', 'friday'], opens: '07:30', closes: '18:00' }],
    price_range: '$$',
    same_as: ['https://maps.example/alvarez'],
    service_areas: [{ id: 'old_town', label: 'Old Town' }],
  }),
)

const review: Review = {
  id: '01KKMT9200Z88TWY7HK8WBY3NF',
  author: 'Ada Moreno',
  author_avatar_url: null,
  rating: 4,
  date: '2026-03-14',
  text: 'Warm again.',
  source: 'google',
  source_url: 'https://maps.example/r/1',
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

const aggregateRating: AggregateRating = {
  rating_value: 4.25,
  review_count: 8,
  best_rating: 5,
  worst_rating: 1,
  distribution: { 5: 4, 4: 2, 3: 2, 2: 0, 1: 0 },
  by_source: {},
}

const { technician, service, service_area } = enUs.common.kinds
const site = { ...SiteFile.parse({}), labels: { technician, service, service_area } }
const coverage = { read: 5, without_text: 3, unknown_language: 0, corrections: 0 }
const locale = 'en-US' as const
const reviewed = {
  baseUrl,
  business,
  locale,
  site,
  aggregateRating,
  insights: { coverage },
  reviews: [],
}

const described = {
  '@type': 'Review',
  description: 'The business says it was posted on Google',
  url: `${baseUrl}/reviews/${review.id}`,
  author: { '@type': 'Person', name: 'Ada Moreno' },
  datePublished: '2026-03-14',
  reviewRating: { '@type': 'Rating', ratingValue: 4, bestRating: 5, worstRating: 1 },
  reviewBody: 'Warm again.',
  inLanguage: 'en',
}

const address = {
  '@type': 'PostalAddress',
  streetAddress: '1 Main St',
  addressLocality: 'Springfield',
  addressCountry: 'US',
}

describe('the linked data of a business', () => {
  it('The linked data of a business states what the page shows, in schema.org terms', () => {
    assert.deepEqual(businessLd(reviewed, [review]), {
      '@context': 'https://schema.org',
      '@type': 'Plumber',
      '@id': `${baseUrl}/#business`,
      name: 'Alvarez & Daughters',
      url: 'https://alvarez.example/',
      address,
      geo: { '@type': 'GeoCoordinates', latitude: 40, longitude: -82.5 },
      telephone: '+1-555-0100',
      openingHoursSpecification: [
        {
          '@type': 'OpeningHoursSpecification',
          dayOfWeek: ['https://schema.org/Monday', 'https://schema.org/Friday'],
          opens: '07:30',
          closes: '18:00',
        },
      ],
      priceRange: '$$',
      sameAs: ['https://maps.example/alvarez'],
      areaServed: ['Old Town'],
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: 4.25,
        ratingCount: 8,
        reviewCount: 5,
        bestRating: 5,
        worstRating: 1,
      },
      review: [described],
    })
  })

  it('The linked data of a business claims no rating and nothing that the owner did not say', () => {
    const bare = publicBusiness(BusinessFile.parse({ name: 'Bare' }))
    const none = { ...aggregateRating, rating_value: null, review_count: 0 }
    assert.deepEqual(businessLd({ ...reviewed, business: bare, aggregateRating: none }, []), {
      '@context': 'https://schema.org',
      '@type': 'LocalBusiness',
      '@id': `${baseUrl}/#business`,
      name: 'Bare',
      url: `${baseUrl}/`,
    })
  })

  it('The linked data of a business has its logo where the owner names one', () => {
    const logo = 'https://alvarez.example/logo.png'
    assert.equal(businessLd({ ...reviewed, site: SiteFile.parse({ logo }) }, []).logo, logo)
    assert.ok(!SiteFile.safeParse({ logo: 'javascript:alert(1)' }).success)
  })

  it('The linked data of the demo says that the business does not exist', () => {
    const demo = { ...business, fictional: true }
    const data = businessLd({ ...reviewed, business: demo }, [])
    assert.match(String(data.disambiguatingDescription), /fictional/)
  })

  it('A category becomes a type only where schema.org has such a business', () => {
    const typeOf = (category: string | null) =>
      businessLd({ ...reviewed, business: { ...business, category } }, [])['@type']
    for (const category of ['HVACBusiness', 'hvac business', 'HVAC Business'])
      assert.equal(typeOf(category), 'HVACBusiness', category)
    for (const category of ['Attorney', 'Notary', 'Dentist', 'RoofingContractor', 'Restaurant'])
      assert.equal(typeOf(category), category)
    for (const category of [
      null,
      '',
      'Thing',
      'Person',
      'Plumber"; DROP',
      'constructor',
      'Heating and cooling',
    ])
      assert.equal(typeOf(category), 'LocalBusiness', String(category))
  })
})

describe('the linked data of a review', () => {
  it('The linked data of a review names the business it is about', () => {
    assert.deepEqual(reviewLd({ baseUrl, business, locale }, review), {
      '@context': 'https://schema.org',
      ...described,
      itemReviewed: {
        '@type': 'Plumber',
        '@id': `${baseUrl}/#business`,
        name: 'Alvarez & Daughters',
        url: 'https://alvarez.example/',
        address,
      },
    })
  })

  it('The linked data of a review does not invent a day, a text or an origin', () => {
    const dateOf = (date_precision: Review['date_precision']) =>
      reviewLd({ baseUrl, business, locale }, { ...review, date_precision }).datePublished
    assert.deepEqual(
      [dateOf('week'), dateOf('month'), dateOf('year')],
      ['2026-03', '2026-03', '2026'],
    )
    const silent = reviewLd(
      { baseUrl, business, locale },
      { ...review, text: null, language: null, source: 'direct' },
    )
    for (const key of ['reviewBody', 'inLanguage', 'description', 'publisher'])
      assert.ok(!(key in silent), key)
  })
})

describe('the breadcrumbs as linked data', () => {
  const steps = (path: string, name: string) => {
    const data = breadcrumbLd({ baseUrl, business, site, locale: 'en-US' }, path, name)
    assert.equal(data['@type'], 'BreadcrumbList')
    const items = data.itemListElement as { position: number; name: string; item: string }[]
    assert.deepEqual(
      items.map(({ position }) => position),
      items.map((_, place) => place + 1),
    )
    return items.map(item => [item.name, item.item])
  }

  it('A page in a list is below the list, which is below the home page', () => {
    assert.deepEqual(steps('/reviews/01KKMT9200Z88TWY7HK8WBY3NF', 'Ada'), [
      ['Home', `${baseUrl}/`],
      ['Reviews', `${baseUrl}/reviews`],
      ['Ada', `${baseUrl}/reviews/01KKMT9200Z88TWY7HK8WBY3NF`],
    ])
    assert.deepEqual(steps('/aspects/pricing', 'Pricing')[1], [
      'Highlights',
      `${baseUrl}/highlights`,
    ])
    assert.deepEqual(steps('/technicians/rosa', 'Rosa')[1], ['People', `${baseUrl}/technicians`])
  })

  it('Any other page is right below the home page', () => {
    assert.deepEqual(steps('/policy', 'Policy'), [
      ['Home', `${baseUrl}/`],
      ['Policy', `${baseUrl}/policy`],
    ])
    assert.equal(steps('/constructor/x', 'x').length, 2)
  })
})

describe('the element with linked data', () => {
  it('No text can end the element with linked data, and every text survives it unchanged', () => {
    const part = fc.constantFrom(
      '</script>',
      '<!--',
      '<script>',
      ']]>',
      '&lt;',
      '\u2028',
      '\u2029',
      '"',
      '\\',
      "'",
      'a',
    )
    fc.assert(
      fc.property(
        fc.array(part).map(parts => parts.join('')),
        text => {
          const element = String(renderLd({ reviewBody: text }))
          assert.match(
            element,
            /^<script type="application\/ld\+json">[^<>&\u2028\u2029]*<\/script>$/,
          )
          assert.deepEqual(linkedDataOf(element), [{ reviewBody: text }])
        },
      ),
    )
  })

  it('The linked data contains no e-mail address', () => {
    const data = businessLd(reviewed, [review])
    assert.doesNotMatch(String(renderLd(data)), /office@|"email"/)
  })

  it('The average of reviews that other sites collected is left out, unless the owner turns it on', () => {
    const bySite = {
      ...aggregateRating,
      by_source: { google: { rating_value: 4.25, review_count: 8 } },
    }
    const ratingOf = (rating_markup: boolean) =>
      (
        businessLd(
          { ...reviewed, aggregateRating: bySite, site: { ...site, rating_markup } },
          [],
        ) as Record<string, unknown>
      ).aggregateRating
    assert.equal(ratingOf(false), undefined)
    assert.ok(ratingOf(true))
  })
})
