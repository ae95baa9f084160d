import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { localeOf } from '../../../src/locale/locale.ts'
import { langOf, langOfOwner, languageLabel, languageName } from '../../../src/site/base/lang.ts'

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
