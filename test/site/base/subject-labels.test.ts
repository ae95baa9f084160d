import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { SiteSettings } from '../../../src/model/site.ts'
import { SiteFile } from '../../../src/model/site.ts'
import { kindLabel, labelInSentence } from '../../../src/site/base/subject-labels.ts'

describe('What subjects are called', () => {
  it('A label loses its capital in a sentence, except an acronym and a German noun', () => {
    assert.equal(labelInSentence('en-US', 'Waiting time'), 'waiting time')
    assert.equal(labelInSentence('en-US', 'HVAC'), 'HVAC')
    assert.equal(labelInSentence('fr', 'État des lieux'), 'état des lieux')
    assert.equal(labelInSentence('de', 'Wartezeit'), 'Wartezeit')
  })

  it('People, services and areas go by the owner’s word, everything else by ours', () => {
    const labels = {
      technician: { one: 'Stylist', many: 'Stylists' },
      service: { one: 'Cut', many: 'Cuts' },
      service_area: { one: 'Quarter', many: 'Quarters' },
    }
    const site = { ...SiteFile.parse({}), labels } as SiteSettings
    const kinds = ['technicians', 'services', 'service_areas', 'topics', 'aspects', 'problems'] as const
    assert.deepEqual(
      kinds.map(kind => kindLabel({ site, locale: 'de' }, kind).many),
      ['Stylists', 'Cuts', 'Quarters', 'Themen', 'Aspekte', 'Probleme'],
    )
  })
})
