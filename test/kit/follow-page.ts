/** Does what a page of docs/contributing/ says, in a copy of the program. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { promisify } from 'node:util'
import { ROOT } from './bundled-program.ts'
import { makeFolder } from './folder.ts'

const COPIED = ['src', 'test']

/** A block names its file, and what its lines are put into unless the file is new: ```ts src/model/filters.ts FILTERS */
const BLOCK = /^```\w+ (\S+)(?: (\w+))?\n(.*?)^```$/gms
const IMPORTS = /^import .*\n/gm

/** Runs a test in the copy that has what the page adds. */
export async function followPage(t: TestContext, page: string, check: string): Promise<void> {
  const { path: folder } = await makeFolder(t)
  for (const name of await readdir(ROOT))
    if (COPIED.includes(name)) {
      const source = join(ROOT, name)
      await cp(source, join(folder, name), {
        recursive: true,
        filter: path => !path.includes('node_modules'),
      })
    } else if (name !== '.git') await symlink(join(ROOT, name), join(folder, name))
  await symlink(join(ROOT, 'test/node_modules'), join(folder, 'test/node_modules'))
  const text = await readFile(join(ROOT, page), 'utf8')
  const blocks = [...text.matchAll(BLOCK)]
  assert.ok(blocks.length > 2)
  for (const [, file, name, lines] of blocks)
    if (name) await putInto(join(folder, file!), name, lines!)
    else await writeFile(join(folder, file!), lines!)
  await writeFile(join(folder, 'check.test.ts'), check)
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  await promisify(execFile)(process.execPath, ['--test', 'check.test.ts'], { cwd: folder, env })
}

/** At the beginning of the object or list that the name stands for; imports go to the others. */
async function putInto(file: string, name: string, lines: string): Promise<void> {
  const text = await readFile(file, 'utf8')
  const opening = new RegExp(`(?:const |interface |")${name}\\b[^;]*?[{[]\\n`)
  assert.match(text, opening, `${name} in ${file}`)
  const imports = lines.match(IMPORTS) ?? []
  const changed = text.replace(opening, start => start + lines.replaceAll(IMPORTS, ''))
  await writeFile(file, changed.replace(/^import /m, `${imports.join('')}import `))
}
