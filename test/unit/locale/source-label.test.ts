import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { localeOf, originLabel, sourceLabel, sourceName } from '../../../src/locale/locale.ts'
import { LocaleTag } from '../../../src/model/scalars.ts'

const EN = localeOf('en-US')

describe('The label of a source', () => {
  it('Sites that we know are written the way they write themselves', () => {
    const names = ['google', 'bbb', 'judgeme'].map(source => sourceName(EN, source))
    assert.deepEqual(names, ['Google', 'BBB', 'Judge.me'])
  })

  it('A name that the owner made up is quoted as typed, so that it never reads as a label of ours', () => {
    const typed = 'google_verified_by_tuev'
    assert.equal(sourceLabel(EN, typed), '“google_verified_by_tuev”')
    assert.equal(
      originLabel(EN, { source: typed }),
      'The business says it was posted on “google_verified_by_tuev”',
    )
    const quoted = LocaleTag.options.map(tag => sourceName(localeOf(tag), typed))
    for (const name of quoted)
      assert.match(name, /^(?:“|„|«\u00a0?)google_verified_by_tuev(?:”|“|\u00a0?»)$/)
  })

  it('That a review was posted on a site is the word of the business, in every language', () => {
    const labels = LocaleTag.options.map(tag => originLabel(localeOf(tag), { source: 'google' }))
    assert.deepEqual(labels.toSorted(), [
      'Laut Unternehmen auf Google veröffentlicht',
      'Publicada en Google, según el negocio',
      'Publié sur Google, selon l’entreprise',
      'The business says it was posted on Google',
      'The business says it was posted on Google',
    ])
    assert.equal(originLabel(EN, { source: 'direct' }), 'Sent to the business')
  })
})
