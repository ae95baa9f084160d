import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bundle, renderScript, renderScripts } from '../../../../src/site/base/scripts.ts'

const module = (name: string, code: string) => ({
  name,
  code: `${code}\n`,
  resolve: (path: string) => path.replace(/^\.\/(.+)\.ts$/, '$1'),
})

/** Runs a bundle and returns what it exports in the end. */
async function run(...modules: ReturnType<typeof module>[]): Promise<unknown> {
  const code = bundle(modules).replace('globalThis.result =', 'export const result =')
  return (await import(`data:text/javascript,${encodeURIComponent(code)}`)).result
}

describe('bundle', () => {
  it('A module that exports nothing may say so, as compiled code does', async () => {
    assert.equal(await run(module('a', 'const one = 1\nglobalThis.result = one\nexport {};')), 1)
  })

  it('Modules in a bundle see what they import, and nothing else of each other', async () => {
    const result = await run(
      module(
        'a-1',
        'const hidden = 1\nexport const one = hidden\nexport async function two() { return 2 }',
      ),
      module(
        'b',
        "import { one as hidden } from './a-1.ts'\nexport { two, one as uno } from './a-1.ts'\nexport class Three { value = 2 + hidden }",
      ),
      module(
        'c',
        "import {\n  Three,\n  two,\n  uno,\n} from './b.ts'\nconst hidden = 'own'\nglobalThis.result = [new Three().value, await two(), uno, hidden]",
      ),
    )
    assert.deepEqual(result, [3, 2, 1, 'own'])
  })

  it('A form of import or export that a bundle would break is rejected', () => {
    for (const code of [
      "import * as all from './a.ts'",
      "import './a.ts'",
      "import fs from 'node:fs'",
      'export default 1',
      'export let counter = 0',
      'const a = 1\nexport { a }',
    ])
      assert.throws(
        () => bundle([module('b', code), module('c', '')]),
        /^Error: b has an import or export that/,
        code,
      )
  })
})

describe('the scripts of the pages', () => {
  it('Each script is one file without imports, at a lasting address and at one with its fingerprint', () => {
    const documents = new Map(renderScripts().map(document => [document.path, document]))
    for (const name of [
      'verify-button',
      'live-search',
      'try-it',
      'open-now',
      'embed-chooser',
    ] as const) {
      const [, path] = /^<script type="module" src="([^"]+)"><\/script>$/.exec(
        String(renderScript(name)),
      )!
      const [fixed, lasting] = [
        documents.get(path!)!,
        documents.get(`/assets/site/browser/${name}.js`)!,
      ]
      assert.match(path!, new RegExp(`^/assets/site/browser/${name}\\.[0-9a-f]{12}\\.js$`))
      assert.equal(fixed.body, lasting.body)
      assert.deepEqual([fixed.caching, lasting.caching], ['immutable', 'asset'])
      assert.doesNotMatch(String(fixed.body), /^\s*(?:import|export)\b/m)
    }
  })

  it('The script of MCP apps keeps its address', () => {
    assert.ok(renderScripts().some(({ path }) => path === '/mcp-app.js'))
  })
})
