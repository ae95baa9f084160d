import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { editsFrom, formFrom } from '../../src/desk/pages/business-fields.ts'
import { renderBusinessFields } from '../../src/desk/pages/business-form.ts'

describe('The trade in the business form', () => {
  const typed = (category: string, fields: Record<string, unknown>) =>
    editsFrom(new URLSearchParams({ category }), fields)

  it('The form shows a type in plain words with the type as a detail, and saving it changes nothing', () => {
    const fields = { name: 'A', category: 'HomeAndConstructionBusiness' }
    const form = formFrom(fields)
    assert.equal(form.get('category'), 'Home services')
    const page = String(renderBusinessFields(form, fields, []))
    assert.match(page, /for search engines: HomeAndConstructionBusiness<\/span>/)
    assert.deepEqual(editsFrom(form, fields), [])
  })

  it('A name that has a type is saved as the type, and the owner’s own words as they are', () => {
    assert.deepEqual(typed('law office', {}), [{ path: ['category'], value: 'Attorney' }])
    assert.deepEqual(typed('Hair salon', {}), [{ path: ['category'], value: 'Hair salon' }])
    assert.deepEqual(typed('Dog grooming', { category: 'Attorney' }), [
      { path: ['category'], value: 'Dog grooming' },
    ])
    assert.deepEqual(typed('', { category: 'Attorney' }), [{ path: ['category'], value: undefined }])
  })
})
