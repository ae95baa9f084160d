import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Business, BusinessFile, publicBusiness } from '../../src/model/business.ts'
import { business } from '../kit/rows.ts'

const faultsOf = (file: unknown) =>
  BusinessFile.safeParse(file).error?.issues.map(issue => issue.message) ?? []

describe('the business file', () => {
  it('refuses people whose pages would have one address, and a name without a letter', () => {
    const people = (...names: string[]) => ({ name: 'X', technicians: names.map(name => ({ name })) })
    assert.deepEqual(faultsOf(people('Ana Maria', 'Ana-Maria')), [
      'would have the same page as another person: ana-maria',
    ])
    assert.deepEqual(faultsOf(people('..')), ['must contain a letter or a digit'])
    assert.deepEqual(faultsOf(people('Ana Maria', 'Dr. José', '李小龍')), [])
  })

  it('needs no more than a name', () => {
    const file = BusinessFile.parse({ name: 'Test & Sons' })
    assert.deepEqual([file.services, file.technicians, file.language, file.fictional], [[], [], 'en', false])
  })

  it('refuses a key that it does not know', () => {
    assert.match(faultsOf({ ...business, telephon: '555' }).join(), /telephon/)
  })

  it('refuses a name that stands for two people', () => {
    const technicians = [
      { name: 'Rosa Méndez', aliases: ['Rosa'] },
      { name: 'Rosa Stone', aliases: ['ROSA'] },
    ]
    assert.deepEqual(faultsOf({ ...business, technicians }), ['"rosa" is used twice in technicians'])
  })

  it('refuses an alias that is the id or label of another service or area', () => {
    for (const roster of ['services', 'service_areas'])
      for (const alias of ['old_one', 'The old one']) {
        const entries = [
          { id: 'old_one', label: 'The old one' },
          { id: 'new_one', label: 'The new one', aliases: [alias] },
        ]
        assert.equal(faultsOf({ ...business, [roster]: entries }).length, 1)
      }
  })

  it('lets one entry repeat its own name', () => {
    assert.deepEqual(
      faultsOf({ ...business, technicians: [{ name: 'Rosa', aliases: ['rosa', 'Rosa'] }] }),
      [],
    )
  })

  it('lets a person and an area have the same name', () => {
    const file = {
      ...business,
      technicians: [{ name: 'Paris' }],
      service_areas: [{ id: 'paris', label: 'Paris' }],
    }
    assert.deepEqual(faultsOf(file), [])
  })

  it('refuses opening hours that no clock shows', () => {
    const hours = [{ days: ['monday'], opens: '7:30', closes: '24:00' }]
    assert.equal(faultsOf({ ...business, hours }).length, 2)
  })
})

describe('the public side of a business', () => {
  const shown = publicBusiness(BusinessFile.parse(business))

  it('shows no aliases', () => {
    assert.doesNotMatch(JSON.stringify(shown), /aliases|Bobby|unclogged/)
    assert.deepEqual(shown.services[0], { id: 'drain_cleaning', label: 'Drain cleaning' })
  })

  it('shows no settings', () => {
    const file = BusinessFile.parse({
      ...business,
      verification: { google: { level: 'platform', method: 'secret' } },
      verification_policy: 'secret',
    })
    assert.deepEqual(publicBusiness(file), shown)
    assert.deepEqual(Object.keys(shown).sort(), Object.keys(Business.shape).sort())
  })

  it('can be read as a business file again', () => {
    assert.deepEqual(publicBusiness(BusinessFile.parse(shown)), shown)
  })

  it('makes the id from the name', () => {
    const idOf = (name: string) => publicBusiness(BusinessFile.parse({ name })).id
    assert.equal(idOf('Test & Sons Plumbing'), 'test-sons-plumbing')
    assert.equal(idOf('  Café Müller 24/7 '), 'cafe-muller-24-7')
    assert.equal(idOf('日本'), 'business')
  })

  it('keeps the id that the owner wrote', () => {
    assert.equal(publicBusiness(BusinessFile.parse({ name: 'Test', id: 'mine' })).id, 'mine')
  })
})
