import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { SETTINGS } from '../src/cli/settings.ts'
import { BusinessFile } from '../src/model/business.ts'
import { ReviewRow } from '../src/model/review.ts'
import { main, runCommand } from './kit/command.ts'
import { makeFolder } from './kit/folder.ts'
import { execute, isReady } from './kit/process.ts'
import { startProgram } from './kit/program.ts'
import { until } from './kit/service.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (name: string) => readFileSync(join(root, name), 'utf8')

/** What a newcomer runs in a clone; the continuous integration runs the second. */
const IN_A_CLONE = ['npm ci && npm start', 'npm ci && npm test']

interface Block {
  language: string
  file: string | undefined
  text: string
}

function blocksOf(markdown: string): Block[] {
  return [...markdown.matchAll(/^```(\w+)(?: (\S+))?\n(.*?)^```$/gms)].map(([, language, file, text]) => ({
    language: language!,
    file,
    text: text!.trim(),
  }))
}

describe('the documents', () => {
  for (const name of ['README.md', 'docs/files.md', 'docs/settings.md'])
    it(`${name} shows commands that work and print what it says`, async t => {
      const folder = await makeFolder(t)
      const url = await serveIn(t, folder.path)
      const path = await pathWithNpx(folder.path)
      let printed: string | undefined
      for (const { language, file, text } of blocksOf(read(name))) {
        if (language === 'text' && printed !== undefined) assert.equal(printed, text)
        printed = undefined
        if (file) await folder.write(file, text)
        if (language !== 'sh' || IN_A_CLONE.includes(text)) continue
        const script = text.replaceAll('http://localhost:8080', url)
        const { stdout } = await execute('bash', ['-euo', 'pipefail', '-c', script], {
          cwd: folder.path,
          env: { ...process.env, PATH: path },
        })
        assert.notEqual(stdout, '', text)
        printed = stdout.trim()
      }
    })

  it('README.md begins with the two commands, and the continuous integration runs the second', () => {
    const commands = blocksOf(read('README.md')).filter(({ language }) => language === 'sh')
    assert.deepEqual(
      commands.slice(0, 2).map(({ text }) => text),
      IN_A_CLONE,
    )
    assert.match(read('.ci/run'), /^npm ci && npm test$/m)
  })

  it('name every command, setting and exit code', async () => {
    const settings = read('docs/settings.md')
    const { stdout } = await runCommand(['--help'])
    const commands = [...stdout.matchAll(/^ {2}(\w+) (?:\[options\] )?.*$/gm)].map(([, command]) => command!)
    assert.ok(commands.includes('serve') && commands.includes('import'))
    for (const command of commands.filter(command => command !== 'help' && command !== 'firsthand'))
      assert.match(settings, new RegExp(`\`firsthand ${command}`), command)
    for (const { variable, flag } of SETTINGS)
      assert.ok(settings.includes(`| \`${variable}\` | \`${flag.split(' ')[0]}\` |`), variable)
  })

  it('name every field of the business file and of a review row', () => {
    const files = read('docs/files.md')
    for (const field of [...Object.keys(BusinessFile.shape), ...Object.keys(ReviewRow.shape)])
      if (field !== '$schema') assert.ok(files.includes(`\`${field}\``), field)
  })

  it('name every address that the OpenAPI document describes', async t => {
    const folder = await makeFolder(t)
    const url = await serveIn(t, folder.path)
    const { paths } = (await (await fetch(`${url}/.well-known/openapi.json`)).json()) as { paths: object }
    const documents = read('README.md') + read('docs/settings.md')
    for (const path of Object.keys(paths)) assert.ok(documents.includes(path.replace('{date}', '')), path)
  })

  it('name no file that is missing', () => {
    for (const name of [
      'README.md',
      'CONTRIBUTING.md',
      'docs/architecture.md',
      'docs/files.md',
      'docs/settings.md',
    ])
      for (const [, link] of read(name).matchAll(/\]\((?!https?:)([^)#]+)\)/g))
        assert.ok(readFileSync(join(root, name, '..', link!)), `${name}: ${link}`)
  })
})

/** The service with nothing but what is in the folder; answers with its address. */
async function serveIn(t: TestContext, folder: string): Promise<string> {
  const { url } = await startProgram(t, { cwd: folder, env: { PORT: '0' } })
  await until(() => isReady(url))
  return url
}

/** `npx firsthand` as in a clone, for a folder that is none. */
async function pathWithNpx(folder: string): Promise<string> {
  const directory = join(folder, 'bin')
  await mkdir(directory)
  await writeFile(join(directory, 'npx'), `#!/bin/sh\nshift\nexec "${process.execPath}" "${main}" "$@"\n`)
  await chmod(join(directory, 'npx'), 0o755)
  return `${directory}:${process.env.PATH}`
}
