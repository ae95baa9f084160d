import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The table in docs/architecture.md: room → rooms it may import. */
const table = new Map(
  [
    ...readFileSync(join(root, 'docs/architecture.md'), 'utf8').matchAll(
      /^\| `src\/(\w*)\/?` \|.*\| ([\w, ]+) \|$/gm,
    ),
  ].map(([, room, allowed]) => [room!, allowed!.split(', ')]),
)

const roomOf = (file: string) => /^src\/(\w+)\//.exec(file)?.[1] ?? ''

describe('the rooms', () => {
  it('are all in the table of docs/architecture.md', () => {
    const rooms = new Set(globSync('src/**/*.ts', { cwd: root }).map(roomOf))
    assert.deepEqual([...table.keys()].toSorted(), [...rooms].toSorted())
  })

  it('import only what the table allows', () => {
    for (const file of globSync('src/**/*.ts', { cwd: root })) {
      const allowed = [roomOf(file), ...table.get(roomOf(file))!]
      if (allowed.includes('anything')) continue
      const code = readFileSync(join(root, file), 'utf8')
      for (const [, path] of code.matchAll(/(?:from|import\() ?'(\.[^']+)'/g)) {
        const target = relative(root, join(root, dirname(file), path!))
        assert.ok(allowed.includes(roomOf(target)), `${file} must not import ${target}`)
      }
    }
  })
})
