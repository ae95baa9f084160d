import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../../src/ledger', import.meta.url))
const files = globSync('*.ts', { cwd: folder }).map(name => ({
  name,
  code: readFileSync(`${folder}/${name}`, 'utf8'),
}))

describe('The ledger code', () => {
  it('The ledger imports nothing but itself and types, so that a browser can load it alone', () => {
    const imports = files.flatMap(({ code }) => [
      ...code.matchAll(/^(?:import|export) [^'()]*from '(.+)'$/gm),
    ])
    assert.ok(imports.length > files.length)
    for (const [statement, from] of imports)
      if (!/^\.\/[\w-]+\.ts$/.test(from!))
        assert.match(statement, /^(?:import|export) type [^']*from '\.\.\/model\//)
  })

  it('The ledger uses nothing that only Node has', () => {
    for (const { name, code } of files)
      assert.doesNotMatch(code, /\b(?:Buffer|process|require|setImmediate)\b|'node:|import\(/, name)
  })
})
