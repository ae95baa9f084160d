import assert from 'node:assert/strict'
import { normalize } from 'node:path'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { filePath } from '../../../../src/cli/export/static-files.ts'

describe('The file path of a page', () => {
  it('The file path of a page has the decoded letters of its name', () => {
    assert.equal(filePath('/'), '/')
    assert.equal(filePath('/technicians/rosa-m%C3%A9ndez'), '/technicians/rosa-méndez')
    assert.equal(filePath('/services/a%26b%20.c'), '/services/a&b .c')
  })

  it('The file path of a page never leads to another folder, whatever the name', () => {
    assert.equal(filePath('/technicians/..'), '/technicians/%2E%2E')
    assert.equal(filePath('/technicians/%2e'), '/technicians/%2E')
    assert.equal(filePath('/technicians/..%2F..%2Fout'), '/technicians/..%2F..%2Fout')
    assert.equal(filePath('/technicians/..%5C..%5Cout'), '/technicians/..%5C..%5Cout')
    const names = fc
      .array(fc.constantFrom('.', '..', '/', '\\', '%', '%2F', '2E', 'a'))
      .map(parts => parts.join(''))
    fc.assert(
      fc.property(names, name => {
        const place = filePath(`/technicians/${encodeURIComponent(name)}`)
        assert.equal(normalize(place), place)
        assert.equal(place.split(/[/\\]/).length, 3)
      }),
    )
  })
})
