import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Business, BusinessFile, publicBusiness } from '../../../src/model/business.ts'
import { business } from '../../kit/rows.ts'

const faultsOf = (file: unknown) =>
  BusinessFile.safeParse(file).error?.issues.map(issue => issue.message) ?? []

describe('The business file', () => {
  it('People who would share a page, and a name without letters, are rejected', () => {
    const people = (...names: string[]) => ({
      name: 'X',
      technicians: names.map(name => ({ name })),
    })
    assert.deepEqual(faultsOf(people('Ana Maria', 'Ana-Maria')), [
      'would have the same page as another person: ana-maria',
    ])
    assert.deepEqual(faultsOf(people('..')), ['must contain a letter or a digit'])
    assert.deepEqual(faultsOf(people('Ana Maria', 'Dr. José', '李小龍')), [])
  })

  it('A name is all that a business file needs', () => {
    const file = BusinessFile.parse({ name: 'Test & Sons' })
    assert.deepEqual(
      [file.services, file.technicians, file.locale, file.language, file.fictional],
      [[], [], 'en-US', undefined, false],
    )
  })

  it('An unknown key is rejected', () => {
    assert.match(faultsOf({ ...business, telephon: '555' }).join(), /telephon/)
  })

  it('A name shared by two people is rejected', () => {
    const technicians = [
      { name: 'Rosa Méndez', aliases: ['Rosa'] },
      { name: 'Rosa Stone', aliases: ['ROSA'] },
    ]
    assert.deepEqual(faultsOf({ ...business, technicians }), [
      '"rosa" is used twice in technicians',
    ])
  })

  it('An alias that is the id or label of another service or area is rejected', () => {
    for (const roster of ['services', 'service_areas'])
      for (const alias of ['old_one', 'The old one']) {
        const entries = [
          { id: 'old_one', label: 'The old one' },
          { id: 'new_one', label: 'The new one', aliases: [alias] },
        ]
        assert.equal(faultsOf({ ...business, [roster]: entries }).length, 1)
      }
  })

  it('An entry may repeat its own name', () => {
    assert.deepEqual(
      faultsOf({ ...business, technicians: [{ name: 'Rosa', aliases: ['rosa', 'Rosa'] }] }),
      [],
    )
  })

  it('A person and an area may have the same name', () => {
    const file = {
      ...business,
      technicians: [{ name: 'Paris' }],
      service_areas: [{ id: 'paris', label: 'Paris' }],
    }
    assert.deepEqual(faultsOf(file), [])
  })

  it('Impossible opening hours are rejected', () => {
    const hours = [{ days: ['monday'], opens: '7:30', closes: '24:00' }]
    assert.equal(faultsOf({ ...business, hours }).length, 2)
  })
})

describe('The public part of a business', () => {
  const shown = publicBusiness(BusinessFile.parse(business))

  it('The public business has no aliases', () => {
    assert.doesNotMatch(JSON.stringify(shown), /aliases|Bobby|unclogged/)
    assert.deepEqual(shown.services[0], { id: 'drain_cleaning', label: 'Drain cleaning' })
  })

  it('The public business has no settings', () => {
    const file = BusinessFile.parse({
      ...business,
      verification: { google: { level: 'platform', method: 'secret' } },
      verification_policy: 'secret',
    })
    assert.deepEqual(publicBusiness(file), shown)
    assert.deepEqual(Object.keys(shown).sort(), Object.keys(Business.shape).sort())
  })

  it('The public business is a valid business file', () => {
    assert.deepEqual(publicBusiness(BusinessFile.parse(shown)), shown)
  })

  it('The id is derived from the name', () => {
    const idOf = (name: string) => publicBusiness(BusinessFile.parse({ name })).id
    assert.equal(idOf('Test & Sons Plumbing'), 'test-sons-plumbing')
    assert.equal(idOf('  Café Müller 24/7 '), 'cafe-muller-24-7')
    assert.equal(idOf('日本'), 'business')
  })

  it('The owner’s id is kept', () => {
    assert.equal(publicBusiness(BusinessFile.parse({ name: 'Test', id: 'mine' })).id, 'mine')
  })
})
