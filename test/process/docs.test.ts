import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { PROGRAM } from '../../src/actions/shell-command.ts'
import { SETTINGS } from '../../src/cli/base/settings.ts'
import { FORMATS } from '../../src/ingest/formats/known-formats.ts'
import { BusinessFile } from '../../src/model/business.ts'
import { ChangeOp, ChangeReason } from '../../src/model/change.ts'
import { ReviewRow, VerificationLevel } from '../../src/model/review.ts'
import { runCommand } from '../kit/command.ts'
import { placeDemo } from '../kit/demo-database.ts'
import { type Folder, makeFolder } from '../kit/folder.ts'
import { freePort } from '../kit/free-port.ts'
import { assertOwnersWords } from '../kit/owner-words.ts'
import { PATIENCE_MS } from '../kit/patience.ts'
import { execute, isReady } from '../kit/process.ts'
import { startProgram } from '../kit/program.ts'
import { startAgain, until } from '../kit/service.ts'
import { shareService } from '../kit/shared.ts'
import { authority } from '../kit/tls.ts'
import { startTestWebServer } from '../kit/web-server.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (name: string) => readFileSync(join(root, name), 'utf8')

/** What a newcomer runs in a clone; the continuous integration runs the second. */
const IN_A_CLONE = ['npm ci && npm start', 'npm ci && npm test']

const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'assets/README.md',
  'CHANGELOG.md',
  'train/README.md',
  ...globSync('docs/**/*.md', { cwd: root }),
]
const OWNERS_PAGES = globSync('docs/owner/*.md', { cwd: root })
const LINK = /\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g

/** Of the service, in the documents. */
const ADDRESS = 'http://localhost:8080'

interface Block {
  language: string
  file: string | undefined
  text: string
}

function blocksOf(markdown: string): Block[] {
  return [...markdown.matchAll(/^```(\w+)(?: (\S+))?\n(.*?)^```$/gms)].map(
    ([, language, file, text]) => ({
      language: language!,
      file,
      text: text!.trim(),
    }),
  )
}

describe('the documents', () => {
  const demo = shareService({ business: null })

  /** Documents without commands of the program change nothing, so they share a demo; those without addresses need no service. */
  async function serviceFor(t: TestContext, folder: Folder, blocks: Block[]): Promise<string> {
    const scripts = blocks.filter(({ language }) => language === 'sh').map(({ text }) => text)
    if (!scripts.some(text => text.includes(ADDRESS))) return ADDRESS
    return scripts.some(text => text.includes(PROGRAM)) ? await serveIn(t, folder) : demo.url
  }

  for (const name of [
    'README.md',
    'docs/addresses.md',
    'docs/files.md',
    'docs/site.md',
    'docs/cookbook.md',
    'docs/import.md',
    'docs/pulls.md',
    'docs/alerts.md',
    'docs/trust.md',
    'docs/watch.md',
    'docs/commands.md',
    'docs/settings.md',
    'docs/push.md',
    'docs/agents.md',
    'docs/insights.md',
    'docs/operations.md',
  ])
    it(`${name} shows commands that work and print what it says`, async t => {
      const folder = await makeFolder(t)
      const blocks = blocksOf(read(name))
      const url = await serviceFor(t, folder, blocks)
      const options = {
        cwd: folder.path,
        env: { ...process.env, PATH: await pathWithNpx(t, folder.path) },
      }
      for (const [place, { language, file, text }] of blocks.entries()) {
        if (file) await folder.write(file, text)
        if (language !== 'sh' || IN_A_CLONE.includes(text)) continue
        const script = text.replaceAll(ADDRESS, url)
        const run = async () => {
          const { stdout } = await execute('bash', ['-euo', 'pipefail', '-c', script], options)
          return stdout.trim().replaceAll(new URL(url).host, 'localhost:8080')
        }
        const next = blocks[place + 1]
        const expected = next?.language === 'text' ? next.text : undefined
        let printed = await run()
        // A service that runs takes a change up a moment after the command that made it.
        if (text.startsWith('curl ') && expected !== undefined)
          for (const began = performance.now(); printed !== expected; printed = await run()) {
            if (performance.now() - began > PATIENCE_MS) break
            await sleep(250)
          }
        assert.notEqual(printed, '', text)
        if (expected !== undefined) assert.equal(printed, expected)
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

  it('No document and no message starts the program in a way that could fetch a stranger’s', () => {
    const sources = globSync('src/**/*.{ts,json,md}', { cwd: root })
    for (const name of [...PAGES, ...sources])
      for (const [command] of read(name).matchAll(/npx (?:-\S+ )*firsthand/g))
        assert.equal(command, PROGRAM, name)
  })

  it('The first pages of an owner are in words that an owner knows', () => {
    for (const name of ['README.md', 'docs/desk.md', 'docs/commands.md', ...OWNERS_PAGES])
      assertOwnersWords(withoutCode(read(name)), name)
  })

  it('The owner has six short pages, in the table of contents, and none but the first has a command', () => {
    assert.equal(OWNERS_PAGES.length, 6)
    for (const name of OWNERS_PAGES) {
      assert.ok(read('docs/README.md').includes(`](${name.slice('docs/'.length)})`), name)
      assert.ok(read(name).split(/\s+/).length < 600, name)
      // test/process/package.test.ts runs those of the first.
      if (name !== 'docs/owner/start.md')
        assert.doesNotMatch(read(name), /```|firsthand [a-z]/, name)
    }
  })

  it('The subscriber in docs/push.md works', async t => {
    const folder = await makeFolder(t)
    const { caPem, issue } = await authority()
    const { key, cert } = await issue(['localhost'])
    const program = blocksOf(read('docs/push.md')).find(
      ({ file }) => file === 'subscriber.ts',
    )!.text
    const files = { 'ca.pem': caPem, 'key.pem': key, 'cert.pem': cert, 'subscriber.mts': program }
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder.path, name), text)
    await folder.write('business.json', { name: 'Alvarez & Daughters Plumbing' })
    const env = {
      PORT: '0',
      WEBSUB_CALLBACK_ALLOW_CIDRS: '127.0.0.0/8',
      NODE_EXTRA_CA_CERTS: join(folder.path, 'ca.pem'),
    }
    const { url } = await startProgram(t, { cwd: folder.path, env })
    await until(() => isReady(url))

    const SECRET = '9xFq2mRw'
    const CALLBACK = `https://localhost:${await freePort()}/?token=4hDk2bVt`
    const subscriber = spawn(process.execPath, ['subscriber.mts'], {
      cwd: folder.path,
      env: { ...process.env, FEED: `${url}/api/feed.json`, CALLBACK, SECRET },
    })
    t.after(() => subscriber.kill('SIGKILL'))
    let said = ''
    for (const stream of [subscriber.stdout, subscriber.stderr])
      stream.on('data', text => (said += text))
    await until(async () => /"state": "active"/.test(await listSubscribers(folder.path)))
    await until(() => new RegExp(`^202 .*\n\n?subscribe ${url}/api/feed.json$`, 'm').test(said))
    const review = {
      author: 'Marta K.',
      rating: 5,
      date: '2026-09-30',
      text: 'Twenty minutes, done.',
    }
    await folder.write('reviews.json', [
      { source: 'google', source_id: 'g-1', source_url: 'https://maps.app.goo.gl/g-1', ...review },
    ])
    await runCommand(['import', 'reviews.json'], { cwd: folder.path })
    await until(() =>
      said.includes('1 received, the newest of 2026-09-30T12:00:00Z: Twenty minutes, done.'),
    )
    const status = blocksOf(read('docs/push.md')).find(
      ({ file }) => file === 'subscription.sh',
    )!.text
    const { stdout } = await execute('bash', ['-euo', 'pipefail', '-c', status], {
      env: { ...process.env, SITE: url, TOPIC: `${url}/api/feed.json`, CALLBACK, SECRET },
    })
    assert.match(stdout, /"topic":"\/api\/feed\.json","/)
  })

  it('The documents name every command and setting', async () => {
    const settings = read('docs/settings.md')
    const { stdout } = await runCommand(['--help'])
    const commands = [...stdout.matchAll(/^ {2}([a-z][\w-]*) (?:\[options\] )?.*$/gm)].map(
      ([, command]) => command!,
    )
    assert.ok(commands.includes('serve') && commands.includes('import'))
    for (const command of commands.filter(command => command !== 'help' && command !== 'firsthand'))
      assert.match(settings, new RegExp(`\`firsthand ${command}`), command)
    for (const { variable, flag } of SETTINGS)
      assert.ok(settings.includes(`| \`${variable}\` | \`${flag.split(' ')[0]}\` |`), variable)
  })

  it('The documents name every field of the business file and of a review row', () => {
    const files = read('docs/files.md')
    for (const field of [...Object.keys(BusinessFile.shape), ...Object.keys(ReviewRow.shape)])
      if (field !== '$schema') assert.ok(files.includes(`\`${field}\``), field)
  })

  it('The documents name every format, every import flag, every kind of change and every reason', async () => {
    const [imports, trust] = [read('docs/import.md'), read('docs/trust.md')]
    for (const format of Object.keys(FORMATS))
      assert.ok(imports.includes(`| \`${format}\` |`), format)
    const { stdout } = await runCommand(['import', '--help'])
    const flags = [...stdout.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, flag]) => flag!)
    assert.ok(flags.includes('--complete') && flags.includes('--watch'))
    for (const flag of flags)
      assert.ok((imports + read('docs/settings.md')).includes(`\`${flag}`), flag)
    for (const word of [...ChangeOp.options, ...ChangeReason.options, ...VerificationLevel.options])
      assert.ok(trust.includes(`\`${word}\``), word)
  })

  it('The documents name every address in the OpenAPI document', async () => {
    const { paths } = (await (await fetch(`${demo.url}/.well-known/openapi.json`)).json()) as {
      paths: object
    }
    const documents = read('docs/addresses.md') + read('docs/settings.md')
    for (const path of Object.keys(paths))
      assert.ok(documents.includes(path.replace('{date}', '')), path)
  })

  it('Every link from a document leads to a file and a heading that exist', () => {
    for (const name of PAGES)
      for (const [, path, anchor] of withoutCode(read(name)).matchAll(LINK)) {
        const target = path ? join(name, '..', path) : name
        assert.ok(existsSync(join(root, target)), `${name}: ${path}`)
        if (anchor) assert.ok(anchorsOf(read(target)).has(anchor), `${name}: ${path}#${anchor}`)
      }
  })

  it('Every source file that a document names exists', () => {
    for (const name of PAGES)
      for (const [, path] of read(name).matchAll(
        /`((?:src|test|bench|train|bin|taxonomy)\/[\w./-]+)`/g,
      ))
        assert.ok(existsSync(join(root, path!)), `${name}: ${path}`)
  })

  it('The anchor of a heading is the one that GitHub makes', () => {
    const page =
      '# A `b_c` & "d": [e f](g.md)!\n\n```sh\n# no heading\n```\n\n## Übung 1.2\n\n## Übung 1.2\n'
    assert.deepEqual([...anchorsOf(page)], ['a-b_c--d-e-f', 'übung-12', 'übung-12-1'])
  })

  it('The index of decisions lists every page, and every decision there has a date', () => {
    const index = read('docs/decisions/README.md')
    for (const page of globSync('*.md', { cwd: join(root, 'docs/decisions') })) {
      if (page === 'README.md') continue
      const text = read(join('docs/decisions', page))
      const title = /^# (.+)$/m.exec(text)![1]!
      assert.ok(index.includes(`- [${title}](${page}): `), page)
      const decisions = [...text.matchAll(/^## (.+)$/gm)].map(([, decision]) => decision!)
      assert.ok(decisions.length > 0, page)
      for (const decision of decisions) assert.match(decision, / \(20\d\d-\d\d-\d\d\)$/, page)
    }
  })

  it('Every page in docs is in the table of contents, and README.md fits on a few screens', () => {
    const contents = read('docs/README.md')
    for (const page of globSync('*.md', { cwd: join(root, 'docs') }))
      if (page !== 'README.md') assert.ok(contents.includes(`](${page})`), page)
    assert.ok(read('README.md').split(/\s+/).length <= 900)
  })
})

const withoutCode = (markdown: string) => markdown.replaceAll(/^```.*?^```$/gms, '')

/** As GitHub makes them; a heading that occurs again gets a number. */
function anchorsOf(markdown: string): Set<string> {
  const anchors = new Set<string>()
  for (const [, heading] of withoutCode(markdown).matchAll(/^#{1,6} (.+)$/gm)) {
    const text = heading!.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    const slug = text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-')
    let anchor = slug
    for (let number = 1; anchors.has(anchor); number++) anchor = `${slug}-${number}`
    anchors.add(anchor)
  }
  return anchors
}

const listSubscribers = async (cwd: string) =>
  (await runCommand(['subscribers', '--json'], { cwd })).stdout

/** The service with nothing but what is in the folder; answers with its address. */
async function serveIn(t: TestContext, folder: Folder): Promise<string> {
  const databaseUrl = `sqlite:${folder.path}/data/firsthand.db`
  await placeDemo(join(folder.path, 'data'))
  return (await startAgain(t, { folder: { ...folder, databaseUrl } })).url
}

/** `npx --no-install firsthand` as in a clone, for a folder that is none. The test runs the commands, as a process of its own would take long to load. */
async function pathWithNpx(t: TestContext, folder: string): Promise<string> {
  const directory = join(folder, 'bin')
  await mkdir(directory)
  const asked = async (name: string) =>
    (await readFile(join(directory, name), 'utf8')).split('\0').slice(0, -1)
  const { url } = await startTestWebServer(t, async (_, response) => {
    const [cwd, ...args] = await asked('asked')
    const env = Object.fromEntries((await asked('env')).map(pair => pair.split(/=(.*)/s, 2)))
    const { code, stdout, stderr } = await runCommand(args, { cwd: cwd!, env })
    await writeFile(join(directory, 'stdout'), stdout)
    await writeFile(join(directory, 'stderr'), stderr)
    response.end(`${code}`)
  })
  const script = `#!/bin/sh
shift 2
cd "${directory}" || exit
printf '%s\\0' "$OLDPWD" "$@" > asked
env -0 > env
code=$(curl -s ${url})
cat stderr >&2
cat stdout
exit "$code"
`
  await writeFile(join(directory, 'npx'), script)
  await chmod(join(directory, 'npx'), 0o755)
  return `${directory}:${process.env.PATH}`
}
