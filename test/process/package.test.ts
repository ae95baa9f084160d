import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import {
  chmod,
  copyFile,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { assemble, pack as packArchive } from '../../build/archive.ts'
import { checkNode } from '../../build/dist.ts'
import { startCallback } from '../kit/callback.ts'
import { spawnCommand } from '../kit/command.ts'
import { makeFolder } from '../kit/folder.ts'
import { freePort } from '../kit/free-port.ts'
import { connect } from '../kit/mcp.ts'
import { findNode, TOO_OLD } from '../kit/nodes.ts'
import { assertOwnersWords } from '../kit/owner-words.ts'
import { LONG_PATIENCE_MS } from '../kit/patience.ts'
import { execute, isReady } from '../kit/process.ts'
import { startProgram } from '../kit/program.ts'
import { until } from '../kit/service.ts'
import { subscribe } from '../kit/subscribe.ts'
import { authority } from '../kit/tls.ts'
import { LOCKS, withoutEngines } from '../lockfile.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string
}
const MEGABYTE = 2 ** 20
/** The weights of the insights engine, which reads four languages, are 9 MB of it, and all dependencies are inside. */
const TARBALL_MEGABYTES = 12
const INSTALLED_MEGABYTES = 25
/** In a clone, before the first start. */
const BESIDE_NODE_MEGABYTES = 90
/** The oldest that the program supports, and the one that it is developed on. */
const MAJORS = [24, 26]

/** The second use of `counts` must be an error, or the package has no types. */
const TYPED_EXAMPLE = `
import { type Pin, type VerifyReviewInputs, verifyReview, verifySite } from 'firsthand/verify'
import manifest from 'firsthand/package.json' with { type: 'json' }
const { pin, counts } = await verifySite({ get: async path => new TextEncoder().encode(path) })
export const kept: Pin = pin
export const shown: number = counts.shown
// @ts-expect-error
export const wrong: string = counts.shown
export const check = (inputs: VerifyReviewInputs) => verifyReview(inputs)
export const version: string = manifest.version
`

describe('the package', { concurrency: 2 }, () => {
  let place: string
  let tarball: string
  const nodes = new Map<number, string>()
  const firsthand = () => join(place, 'node_modules/firsthand/bin/firsthand.js')
  const programOn = (major: number): [string, string] => [nodes.get(major)!, firsthand()]

  async function pack(): Promise<string> {
    const folder = await mkdtemp(join(place, 'packed-'))
    await execute('npm', ['pack', '--pack-destination', folder], { cwd: root })
    return join(folder, (await readdir(folder))[0]!)
  }

  before(async () => {
    place = await mkdtemp(join(tmpdir(), 'firsthand-package-'))
    tarball = await pack()
    await writeFile(join(place, 'package.json'), '{ "private": true }')
    const cache = await mkdtemp(join(place, 'empty-cache-'))
    await execute('npm', ['install', '--omit=dev', '--offline', '--cache', cache, tarball], {
      cwd: place,
    })
    for (const major of MAJORS) nodes.set(major, await findNode(major))
  })
  after(() => rm(place, { recursive: true, force: true, maxRetries: 5 }))

  it('The package is small, packed and installed', async () => {
    const packed = (await stat(tarball)).size / MEGABYTE
    assert.ok(packed <= TARBALL_MEGABYTES, `${packed} MB packed`)
    const installed = (await sizeOf(join(place, 'node_modules'))) / MEGABYTE
    assert.ok(installed > packed && installed <= INSTALLED_MEGABYTES, `${installed} MB installed`)
  })

  it('The package brings no other package, and lists the license of each that is inside', async () => {
    const installed = await readdir(join(place, 'node_modules'))
    assert.deepEqual(
      installed.filter(name => !name.startsWith('.')),
      ['firsthand'],
    )
    const licenses = await readFile(
      join(place, 'node_modules/firsthand/THIRD-PARTY-LICENSES'),
      'utf8',
    )
    const listed = [...licenses.matchAll(/^(\S+) \d+\.\d+\.\d+\nLicense: /gm)].map(
      ([, name]) => name!,
    )
    assert.deepEqual(new Set(listed).intersection(importedPackages()), importedPackages())
  })

  it('Packing again gives the same bytes', async () => {
    assert.ok((await readFile(await pack())).equals(await readFile(tarball)))
  })

  it('The package contains no sources and no screenshots, and the licenses of the program and its fonts', async () => {
    const files = await readdir(join(place, 'node_modules/firsthand'), { recursive: true })
    assert.deepEqual(
      files.filter(file => /^src|^test|\.png$/.test(file)),
      [],
    )
    for (const file of ['LICENSE', 'assets/LICENSE', 'docs/settings.md'])
      assert.ok(files.includes(file), file)
  })

  async function verifyFromAnotherProgram(node: string, url: string): Promise<void> {
    const [, example] = /^```js verify-site\.mjs\n(.*?)^```$/ms.exec(
      readFileSync(join(root, 'docs/trust.md'), 'utf8'),
    )!
    await writeFile(join(place, 'verify-site.mjs'), example!)
    const { stdout } = await execute(node, ['verify-site.mjs', url], { cwd: place })
    assert.match(
      stdout,
      /^\d+ ever published, \d+ shown, .*\nThe review by .+ is in the log of \d+ entries\.\nlocalhost:\d+\/log\n$/,
    )
    await writeFile(join(place, 'types.mts'), TYPED_EXAMPLE)
    const options = [
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'esnext',
      '--types',
      '',
    ]
    await execute(join(root, 'build/node_modules/.bin/tsc'), [...options, 'types.mts'], {
      cwd: place,
    })
  }

  for (const major of MAJORS) {
    it(`The installed package shows the demo on Node ${major}`, async t => {
      const program = programOn(major)
      assert.match((await execute(program[0], ['--version'])).stdout, new RegExp(`^v${major}\\.`))
      const PATH = `${dirname(program[0])}${delimiter}${process.env.PATH}`
      const viaNpx = await execute('npx', ['--no-install', 'firsthand', '--version'], {
        cwd: place,
        env: { ...process.env, PATH },
      })
      assert.equal(viaNpx.stdout.trim(), version)
      const { path } = await makeFolder(t)
      const { child, url, ended } = await startProgram(t, {
        cwd: path,
        program,
        env: { PORT: '0' },
      })
      await until(() => isReady(url), LONG_PATIENCE_MS)
      const { aggregate_rating } = (await (await fetch(`${url}/reviews.json`)).json()) as {
        aggregate_rating: { review_count: number }
      }
      assert.ok(aggregate_rating.review_count >= 240)
      const check = await fetch(`${url}/assets/site/browser/verify-button.js`)
      assert.match(await check.text(), /^async function audit\(inputs\) \{$/m)
      assert.equal((await fetch(`${url}/og.png`)).headers.get('content-type'), 'image/png')
      if (major === MAJORS[0])
        await t.test(
          'The installed package verifies a service from another program, as docs/trust.md shows, and has types',
          () => verifyFromAnotherProgram(program[0], url),
        )
      child.kill('SIGTERM')
      assert.deepEqual(await ended, [0, null])
    })

    it(`The installed package imports, delivers, serves agents and exports on Node ${major}`, async t => {
      const program = programOn(major)
      const folder = await makeFolder(t)
      await folder.write('business.json', { name: 'Alvarez & Daughters Plumbing' })
      const review = {
        source: 'google',
        source_id: 'g-1',
        source_url: 'https://maps.app.goo.gl/g-1',
        author: 'Marta K.',
        rating: 5,
        date: '2026-09-30',
        text: 'Done in no time.',
      }
      await folder.write('reviews.json', [review])
      const env = {
        PORT: '0',
        WEBSUB_CALLBACK_ALLOW_CIDRS: '127.0.0.0/8',
        NODE_EXTRA_CA_CERTS: await folder.write('ca.pem', (await authority()).caPem),
      }
      const { url } = await startProgram(t, { cwd: folder.path, program, env })
      await until(() => isReady(url), LONG_PATIENCE_MS)

      const callback = await startCallback(t)
      const form = {
        'hub.mode': 'subscribe',
        'hub.topic': `${url}/reviews.json`,
        'hub.callback': callback.url(),
      }
      await until(async () => (await subscribe(url, form)).status === 202)
      await until(() => callback.challenges().length > 0)
      const imported = await spawnCommand(['import', 'reviews.json'], { cwd: folder.path, program })
      assert.equal(imported.code, 0, imported.stderr)
      await until(() => callback.deliveries().some(({ body }) => body.includes(review.text)))

      await using agent = await connect(url, 'modern')
      assert.equal((await agent.listTools()).tools.length, 13)
      const found = await agent.callTool({
        name: 'search_reviews',
        arguments: { query: 'no time' },
      })
      assert.equal(found.structuredContent.reviews[0].text, review.text)

      const exported = await spawnCommand(
        ['export', 'out', '--base-url', 'https://reviews.example'],
        {
          cwd: folder.path,
          program,
        },
      )
      assert.equal(exported.code, 0, exported.stderr)
      assert.ok(
        (await readFile(join(folder.path, 'out/reviews.json'), 'utf8')).includes(review.text),
      )
    })
  }

  it('The archive of a platform runs in an empty folder, in an empty environment, with its own Node', async t => {
    const { path } = await makeFolder(t)
    const release = join(path, 'release')
    await mkdir(join(release, 'bin'), { recursive: true })
    await copyFile(process.execPath, join(release, 'bin/node'))
    await writeFile(join(release, 'LICENSE'), 'that of Node')
    assemble(join(path, 'my downloads'), tarball, release)
    const [bare, commands] = [join(path, 'bare'), join(path, 'commands')]
    for (const folder of [bare, commands]) await mkdir(folder)
    const start = join(path, 'my downloads/firsthand')
    const options = { cwd: bare, env: { PATH: '' } }
    const { stdout } = await execute(
      start,
      ['init', '--name', 'Alvarez', '--yes', '--no-serve'],
      options,
    )
    assert.ok(stdout.includes(`Start the service with: '${start}' serve\n`), stdout)
    assert.deepEqual((await readdir(bare)).sort(), [
      'business.json',
      'business.schema.json',
      'data',
    ])
    await symlink(start, join(commands, 'firsthand'))
    const linked = await execute(join(commands, 'firsthand'), ['--version'], {
      cwd: bare,
      env: { PATH: '/usr/bin:/bin' },
    })
    assert.equal(linked.stdout.trim(), version)
    assert.equal(
      await readFile(join(path, 'my downloads/program/NODE-LICENSE'), 'utf8'),
      'that of Node',
    )
  })

  it('The commands of the owner’s first page work in a folder with nothing but the archive', async t => {
    const page = readFileSync(join(root, 'docs/owner/start.md'), 'utf8')
    const [unpack, init, desk, ...more] = [...page.matchAll(/^```sh\n(.*)\n```$/gm)].map(
      ([, line]) => line!,
    )
    assert.deepEqual(more, [])
    const { path } = await makeFolder(t)
    const release = join(path, 'release')
    await mkdir(join(release, 'bin'), { recursive: true })
    // Packing Node itself would take most of the time of this test.
    await writeFile(join(release, 'bin/node'), `#!/bin/sh\nexec '${process.execPath}' "$@"\n`, {
      mode: 0o755,
    })
    await writeFile(join(release, 'LICENSE'), 'that of Node')
    const name = `firsthand-${version}-linux-x64`
    assemble(join(path, name), tarball, release)
    const downloads = join(path, 'downloads')
    await mkdir(downloads)
    packArchive(join(path, name), join(downloads, `${name}.tar.gz`))
    const options = { cwd: downloads, env: { PATH: '/usr/bin:/bin', TERM: 'xterm', PORT: '0' } }
    await execute('sh', ['-c', unpack!], options)
    const started = await typeInTerminal(
      init!,
      ['Alvarez', '', '', '', '', ''],
      /Press Ctrl-C to stop/,
      options,
    )
    assert.match(started, /Your reviews are at http:\/\/localhost:\d+\n/)
    assert.ok(started.includes(`./${name}/firsthand desk opens a page`), started)
    assertOwnersWords(started)
    const port = await freePort()
    const opened = await typeInTerminal(
      `${desk} --port ${port}`,
      [],
      /http:\/\/127\.0\.0\.1:\d+\/\S+/,
      options,
    )
    assert.match(opened, new RegExp(`http://127\\.0\\.0\\.1:${port}/`))
  })

  it('The installed package says on an older Node that it needs a newer one', async () => {
    const old = await findNode(TOO_OLD)
    const { code, stdout, stderr } = await spawnCommand(['serve'], {
      cwd: place,
      program: [old, firsthand()],
    })
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(
      stderr,
      /^Firsthand needs Node 24 or newer; this is v\d+\.\d+\.\d+\. Do one of the following/,
    )
    assert.match(stderr, /npm install node@26/)
    // What that command leaves behind.
    await symlink(join(root, 'node_modules/node'), join(place, 'node_modules/node'))
    const again = await spawnCommand(['--version'], { cwd: place, program: [old, firsthand()] })
    await rm(join(place, 'node_modules/node'))
    assert.deepEqual([again.code, again.stdout.trim()], [0, version])
  })
})

describe('the archive', () => {
  it('Packing a folder that somebody else made gives the same bytes', async t => {
    const { path } = await makeFolder(t)
    const packed = async (place: string, names: string[], mode: number, date: string) => {
      const folder = join(path, place, 'firsthand')
      await mkdir(folder, { recursive: true })
      for (const name of names) {
        await writeFile(join(folder, name), name)
        await chmod(join(folder, name), mode)
        await utimes(join(folder, name), new Date(date), new Date(date))
      }
      packArchive(folder, join(path, `${place}.tar.gz`))
      return await readFile(join(path, `${place}.tar.gz`))
    }
    const first = await packed('first', ['a', 'b'], 0o700, '2026-01-01')
    assert.ok(first.equals(await packed('second', ['b', 'a'], 0o755, '2026-02-02')))
    assert.ok(!first.equals(await packed('third', ['a', 'b'], 0o644, '2026-01-01')))
  })

  it('A Node that is not the pinned one is not used', async t => {
    const file = await (await makeFolder(t)).write('node', 'hello')
    const pinned = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'
    checkNode(file, pinned)
    assert.throws(
      () => checkNode(file, pinned.replace('2', '3')),
      /has the SHA-256 2cf24d.* expects 3cf24d/,
    )
  })
})

describe('the lock files', () => {
  it('What npm ci brings besides Node itself is small', async () => {
    const modules = join(root, 'node_modules')
    const megabytes = ((await sizeOf(modules)) - (await sizeOf(join(modules, 'node')))) / MEGABYTE
    assert.ok(megabytes <= BESIDE_NODE_MEGABYTES, `${megabytes} MB`)
  })

  it('The lock files name neither engines of packages nor registries (npm run format removes them)', () => {
    for (const lock of LOCKS) {
      const text = readFileSync(lock, 'utf8')
      assert.ok(text === withoutEngines(text), lock)
      assert.doesNotMatch(text, /https?:\/\/[^"]*\.tgz/)
    }
  })
})

/** Types the lines and, once the terminal has shown what is awaited, Ctrl-C. Returns what it showed. */
async function typeInTerminal(
  command: string,
  lines: string[],
  awaited: RegExp,
  options: { cwd: string; env: Record<string, string> },
): Promise<string> {
  const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], options)
  const closed = once(child, 'close')
  let shown = ''
  child.stdout.setEncoding('utf8').on('data', text => (shown += text))
  child.stdin.write(lines.map(line => `${line}\n`).join(''))
  await until(() => awaited.test(shown) || child.exitCode !== null)
  child.stdin.write('\x03')
  await closed
  return stripVTControlCharacters(shown).replaceAll('\r\n', '\n')
}

/** The packages whose code, not only types, the sources import. */
function importedPackages(): Set<string> {
  const sources = globSync('src/**/*.ts', { cwd: root }).map(file =>
    readFileSync(join(root, file), 'utf8'),
  )
  const imports =
    /^(?:import|export) (?!type )[^'\n]+ from '((?:@[^'/]+\/)?[^'./:]+)(?:\/[^']*)?'$/gm
  return new Set(sources.flatMap(source => [...source.matchAll(imports)].map(([, name]) => name!)))
}

/** As du counts: whole blocks. */
async function sizeOf(path: string): Promise<number> {
  const found = await lstat(path)
  if (!found.isDirectory()) return found.blocks * 512
  const sizes = await Promise.all((await readdir(path)).map(name => sizeOf(join(path, name))))
  return sizes.reduce((sum, size) => sum + size, found.blocks * 512)
}
