import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const NAME = /^\s*(?:it|test)\(\s*(['"`])((?:(?!\1)[^\\]|\\.)*)\1/gm
/** A subject, or something that a template puts there. */
const STARTS_SENTENCE = /^(?:[A-Z0-9<`"'“/]|\$\{|docs\/|npm |firsthand )/

it('Every test name is a sentence of its own: it starts with a subject and has several words', () => {
  for (const file of globSync('test/{unit,store,service,process}/**/*.test.ts', { cwd: root }))
    for (const [, , name] of readFileSync(join(root, file), 'utf8').matchAll(NAME)) {
      assert.match(name!, STARTS_SENTENCE, file)
      assert.ok(name!.split(' ').length > 2 && !name!.endsWith('.'), `${file}: ${name}`)
    }
})
