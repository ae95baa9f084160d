import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { localeOf } from '../../../../src/locale/locale.ts'
import { filledTo, renderStars } from '../../../../src/site/base/display-format.ts'

describe('Stars', () => {
  it('Whole stars are filled to their edge, and a tenth of a star shows', () => {
    assert.deepEqual([0, 1, 4, 5].map(filledTo), [0, 20, 80, 100])
    assert.ok(filledTo(4.1) > 81 && filledTo(4.1) < 84)
    assert.ok(filledTo(4.9) > 96 && filledTo(4.9) < 99)
    assert.equal(filledTo(4.96), 100)
  })

  it('Stars say the rating that stands beside them', () => {
    assert.match(String(renderStars(4.25, localeOf('en-US'))), /aria-label="4\.3 of 5 stars"/)
    assert.match(String(renderStars(4, localeOf('de'))), /aria-label="4 von 5 Sternen"/)
  })
})
