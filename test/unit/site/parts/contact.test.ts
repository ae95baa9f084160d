import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { BusinessFile, publicBusiness } from '../../../../src/model/business.ts'
import type { RenderContext } from '../../../../src/publish/context/render-context.ts'
import { renderContactButtons } from '../../../../src/site/home/first-screen.ts'
import { phoneAddress, postalAddress, renderContact } from '../../../../src/site/parts/contact.ts'

const businessOf = (file: object) =>
  publicBusiness(BusinessFile.parse({ name: 'Test & Sons', ...file }))
const contextOf = (file: object, subjects: object[] = []) =>
  ({
    business: businessOf(file),
    site: { labels: { service_area: { one: 'Area', many: 'Areas' } } },
    locale: 'en-US',
    language: 'en-US',
    subjects,
  }) as unknown as RenderContext

describe('Contact', () => {
  it('An address is one line without gaps for what is unknown', () => {
    const address = {
      street: '1 Main St',
      locality: 'Springfield',
      region: 'OH',
      postal_code: '43001',
      country: 'US',
    }
    assert.equal(postalAddress(businessOf({ address })), '1 Main St, Springfield, OH 43001, US')
    assert.equal(
      postalAddress(businessOf({ address: { locality: 'Springfield', country: 'US' } })),
      'Springfield, US',
    )
    const freiburg = { street: 'Lindenstraße 12', locality: 'Freiburg', postal_code: '79098' }
    assert.equal(
      postalAddress(businessOf({ address: freiburg })),
      'Lindenstraße 12, 79098 Freiburg',
    )
    assert.equal(
      postalAddress(businessOf({ address: { ...freiburg, country: 'DE' } })),
      'Lindenstraße 12, 79098 Freiburg, DE',
    )
    const coventry = { street: '12 Hathaway Road', locality: 'Coventry', postal_code: 'CV4 9HW' }
    assert.equal(
      postalAddress(businessOf({ address: coventry })),
      '12 Hathaway Road, Coventry, CV4 9HW',
    )
    assert.equal(postalAddress(businessOf({})), '')
  })

  it('A telephone number is dialed without its punctuation', () => {
    assert.equal(phoneAddress('+1 (555) 010-0199'), 'tel:+15550100199')
  })

  it('Only what is known is listed, and nothing at all where nothing is', () => {
    assert.equal(String(renderContact(contextOf({}))), '')
    const page = String(renderContact(contextOf({ telephone: '+1-555-0100', price_range: '$$' })))
    assert.deepEqual(
      [...page.matchAll(/<dt>([^<]+)</g)].map(([, name]) => name),
      ['Phone', 'Price range'],
    )
    assert.match(
      String(renderContact(contextOf({ description: 'Since 1990.' }))),
      /<p>Since 1990\.<\/p>/,
    )
  })

  it('An area that reviews mention leads to its page, another is only named', () => {
    const area = (id: string, insight: object | null) => ({
      kind: 'service_areas',
      id,
      label: id,
      insight,
    })
    const page = String(renderContact(contextOf({}, [area('north', {}), area('south', null)])))
    assert.match(page, /<a href="\/areas\/north"><bdi>north<\/bdi><\/a>, <bdi>south<\/bdi>/)
  })

  it('Directions need coordinates or a street: a town alone is no destination', () => {
    const buttons = (file: object) =>
      decodeURIComponent(String(renderContactButtons(contextOf(file))))
    assert.match(buttons({ geo: { latitude: 40, longitude: -82.5 } }), /destination=40,-82\.5/)
    assert.match(
      buttons({ address: { street: '1 Main St', locality: 'X' } }),
      /destination=1\+Main\+St,\+X/,
    )
    assert.equal(buttons({ address: { locality: 'Springfield' } }), '')
    assert.equal(buttons({}), '')
  })
})
