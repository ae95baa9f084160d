import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { languageLabel, languageName, localeOf } from '../../../../src/locale/locale.ts'
import { SiteFile, type SiteSettings } from '../../../../src/model/business.ts'
import {
  initials,
  kindLabel,
  langOf,
  langOfOwner,
  periodInWords,
} from '../../../../src/site/base/display-format.ts'

describe('names and texts for people', () => {
  it('Initials are the first letters of the first and the last name', () => {
    const names = ['Ada Moreno', 'Mary Ann van der Berg', 'prince', 'élodie', '李 小龍', '4711', '']
    assert.deepEqual(names.map(initials), ['AM', 'MB', 'P', 'É', '李小', '?', '?'])
  })
})

describe('Languages on pages', () => {
  it('Only a known language becomes an attribute, and the owner’s only where it differs from the site’s', () => {
    assert.equal(String(langOf('de')), ' lang="de"')
    assert.equal(langOf(null), '')
    assert.equal(String(langOfOwner({ language: 'es', locale: 'de' })), ' lang="es"')
    assert.equal(langOfOwner({ language: 'de', locale: 'de' }), '')
  })

  it('The name of a language has a capital on its own, and a tag without a name stays as it is', () => {
    const spanish = localeOf('es')
    assert.equal(languageName(spanish, 'de'), 'alemán')
    assert.equal(languageLabel(spanish, 'de'), 'Alemán')
    for (const tag of ['tlh', 'constructor', '__proto__'])
      assert.deepEqual([languageName(spanish, tag), languageLabel(spanish, tag)], [tag, tag])
  })
})

describe('Periods', () => {
  it('A month, a quarter and a year have a name', () => {
    const name = (period: string) => periodInWords(localeOf('en-US'), period)
    assert.deepEqual(['2026-11', '2026-Q4', '2026'].map(name), ['Nov 2026', 'Q4 2026', '2026'])
  })
})

describe('What subjects are called', () => {
  it('People, services and areas go by the owner’s word, everything else by ours', () => {
    const labels = {
      technician: { one: 'Stylist', many: 'Stylists' },
      service: { one: 'Cut', many: 'Cuts' },
      service_area: { one: 'Quarter', many: 'Quarters' },
    }
    const site = { ...SiteFile.parse({}), labels } as SiteSettings
    const kinds = [
      'technicians',
      'services',
      'service_areas',
      'topics',
      'aspects',
      'problems',
    ] as const
    assert.deepEqual(
      kinds.map(kind => kindLabel({ site, locale: 'de' }, kind).many),
      ['Stylists', 'Cuts', 'Quarters', 'Themen', 'Aspekte', 'Probleme'],
    )
  })
})
