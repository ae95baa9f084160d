import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { SETTINGS } from '../../../src/cli/base/settings.ts'
import { runCommand } from '../../kit/command.ts'
import { assertPlain } from '../../kit/rejection.ts'

const helpOf = async (...command: string[]) => {
  const { code, stdout, stderr } = await runCommand([...command, '--help'])
  assert.deepEqual([code, stderr], [0, ''])
  assertPlain(stdout)
  return stdout.replace(/\s+/g, ' ')
}

describe('The help', { concurrency: 3 }, () => {
  it('The help shows how to begin, every command and the exit codes', async () => {
    const help = await helpOf()
    for (const words of [
      'To begin',
      'firsthand serve',
      'firsthand import',
      'business.json',
      'http://localhost:8080',
    ])
      assert.ok(help.includes(words), words)
    for (const command of ['serve', 'import', 'export'])
      assert.match(help, new RegExp(`${command} \\[options\\]`))
    assert.match(help, /a flag, an environment variable or a line in firsthand\.json/)
    assert.match(help, /Exit codes: 0 .*1 .*2 .*3 /)
  })

  it('The help of serve lists every setting with its flag, variable and default', async () => {
    const help = await helpOf('serve')
    for (const { flag, variable, fallback } of SETTINGS) {
      assert.ok(help.includes(flag), flag)
      assert.ok(help.includes(`(${variable}, default ${fallback})`), variable)
    }
  })

  it('The help of import lists its options', async () => {
    const help = await helpOf('import')
    for (const words of ['<file...>', '--strict', '--dry-run', '--database-url', 'DATABASE_URL'])
      assert.ok(help.includes(words), words)
  })

  it('The help of export lists its options', async () => {
    const help = await helpOf('export')
    for (const words of ['<directory>', '--base-url', '--business-file', 'static files'])
      assert.ok(help.includes(words), words)
  })

  it('The help of insights shows how to correct what was misread', async () => {
    const help = await helpOf('insights')
    for (const words of [
      '--correct <id>',
      '--not-person <name>',
      '--not-aspect <aspect>',
      '--not-criticism <aspect or name>',
      '--undo',
      '--corrections',
      'firsthand insights --correct ID --not-person "Mark Ellis"',
      'Corrections change the counts, never the review.',
    ])
      assert.ok(help.includes(words), words)
  })

  it('The help is shown with exit code 2 when no command is given', async () => {
    const { code, stderr } = await runCommand([])
    assert.equal(code, 2)
    assert.match(stderr, /Usage: firsthand/)
  })
})

describe('--version', () => {
  it('The option --version prints the version of the package', async () => {
    const { version } = JSON.parse(
      await readFile(new URL('../../../package.json', import.meta.url), 'utf8'),
    )
    assert.equal((await runCommand(['--version'])).stdout, `${version}\n`)
  })
})

describe('An invalid command line', { concurrency: 3 }, () => {
  const wrong: [string[], RegExp][] = [
    [['frobnicate'], /unknown command 'frobnicate'/],
    [['serve', '--frobnicate'], /unknown option '--frobnicate'/],
    [['import'], /missing required argument 'file'/],
    [['export', 'one', 'two'], /too many arguments/],
    [['serve', '--port'], /argument missing/],
  ]
  for (const [args, says] of wrong)
    it(`The invalid command line firsthand ${args.join(' ')} ends with exit code 2 and a hint`, async () => {
      const { code, stdout, stderr } = await runCommand(args)
      assert.deepEqual([code, stdout], [2, ''])
      assert.match(stderr, says)
      assert.match(stderr, /Try firsthand --help\./)
      assertPlain(stderr)
    })
})
