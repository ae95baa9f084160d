import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { readCss, siteCss } from '../../../src/site/style/read-css.ts'
import { renderStylesheet } from '../../../src/site/style/stylesheet.ts'
import { makeFolder } from '../../kit/folder.ts'

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
