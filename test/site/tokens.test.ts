import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { contrast } from '../../src/site/color.ts'
import { DARK, declare, LIGHT } from '../../src/site/style/tokens.ts'

const color = fc.integer({ min: 0, max: 0xffffff }).map(number => `#${number.toString(16).padStart(6, '0')}`)

describe('the colours of the pages', () => {
  for (const [name, palette] of Object.entries({ light: LIGHT, dark: DARK }))
    it(`can be read on all that they stand on, whatever the owner chose: ${name}`, () => {
      fc.assert(
        fc.property(color, owner => {
          const tokens = Object.fromEntries(
            [...declare(palette, owner).matchAll(/--([\w-]+):(#\w{6})/g)].map(([, token, value]) => [
              token,
              value!,
            ]),
          ) as Record<string, string>
          for (const ground of ['page', 'surface', 'tint'])
            for (const ink of ['ink', 'muted', 'accent'])
              assert.ok(contrast(tokens[ink]!, tokens[ground]!) >= 4.5, `${owner}: ${ink} on ${ground}`)
          assert.ok(contrast(tokens['accent-ink']!, tokens.accent!) >= 4.5, owner)
          assert.ok(contrast(tokens.bad!, tokens.surface!) >= 3, owner)
        }),
        { numRuns: 2000 },
      )
    })
})
