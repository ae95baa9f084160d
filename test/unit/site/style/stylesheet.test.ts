import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { contrast } from '../../../../src/site/base/color.ts'
import {
  DARK,
  declare,
  LIGHT,
  readCss,
  renderStylesheet,
  renderTokens,
  siteCss,
} from '../../../../src/site/style/stylesheet.ts'
import { makeFolder } from '../../../kit/folder.ts'

const color = fc
  .integer({ min: 0, max: 0xffffff })
  .map(number => `#${number.toString(16).padStart(6, '0')}`)

describe('The colors of the pages', () => {
  for (const [name, palette] of Object.entries({ light: LIGHT, dark: DARK }))
    it(`The colors in ${name} are readable on every surface, whatever the owner chose`, () => {
      fc.assert(
        fc.property(color, owner => {
          const tokens = Object.fromEntries(
            [...declare(palette, owner).matchAll(/--([\w-]+):(#\w{6})/g)].map(
              ([, token, value]) => [token, value!],
            ),
          ) as Record<string, string>
          for (const ground of ['page', 'surface', 'tint'])
            for (const ink of ['ink', 'muted', 'accent'])
              assert.ok(
                contrast(tokens[ink]!, tokens[ground]!) >= 4.5,
                `${owner}: ${ink} on ${ground}`,
              )
          assert.ok(contrast(tokens['accent-ink']!, tokens.accent!) >= 4.5, owner)
          for (const ground of ['page', 'surface'])
            for (const sign of ['good', 'bad'])
              assert.ok(contrast(tokens[sign]!, tokens[ground]!) >= 3, `${sign} on ${ground}`)
        }),
        { numRuns: 2000 },
      )
    })

  it('The colors never make praise look like criticism, whatever the owner chose', () => {
    const good = (owner: string) => /--good:(#\w{6})/.exec(declare(LIGHT, owner))![1]
    assert.equal(good('#b4472f'), good('#0b6e69'))
    assert.notEqual(good('#b4472f'), LIGHT.bad)
  })

  it('The colors on paper are those of light mode', () => {
    assert.match(renderTokens('#0b6e69'), /@media screen and \(prefers-color-scheme:dark\)/)
  })
})

describe('Stylesheets', () => {
  it('A stylesheet is served without comments and white space, and means the same', async t => {
    const file = join((await makeFolder(t)).path, 'a.css')
    writeFileSync(
      file,
      `/* Why. */
a :hover > b,
c + d {
  margin: calc(1px + 2px) 0;
  content: "✓ " / "";
}
@media (width >= 40rem) and (scripting: none) {
  e {
    color: red !important;
  }
}
`,
    )
    assert.equal(
      readCss(pathToFileURL(file)),
      'a :hover>b,c + d{margin:calc(1px + 2px) 0;content:"✓ " / ""}\n@media (width>= 40rem) and (scripting:none){e{color:red !important}\n}\n',
    )
  })

  it('The stylesheet of the site has the owner’s color and every part, print last', () => {
    const [{ body }] = renderStylesheet({ site: { accent_color: '#0b6e69' } }) as unknown as [
      { body: string },
    ]
    assert.ok(body.startsWith('@font-face'))
    assert.match(body, /--accent:#0b6e69/)
    assert.ok(body.endsWith(siteCss('print')))
    assert.doesNotMatch(body, /\/\*/)
  })

  it('Another color gives another stylesheet, at another address', () => {
    const pathOf = (color: string) => renderStylesheet({ site: { accent_color: color } })[1]!.path
    assert.notEqual(pathOf('#0b6e69'), pathOf('#b4472f'))
    assert.equal(pathOf('#0b6e69'), pathOf('#0b6e69'))
  })
})
