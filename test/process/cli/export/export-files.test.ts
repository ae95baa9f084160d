import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import type { ReviewsDataset } from '../../../../src/model/dataset.ts'
import { system } from '../../../../src/model/system.ts'
import { openStore } from '../../../../src/store/open-store.ts'
import { createClient } from '../../../kit/client.ts'
import { runCommand } from '../../../kit/command.ts'
import { makeFolder } from '../../../kit/folder.ts'
import { assertRejected } from '../../../kit/rejection.ts'
import { business, row, rows, unreadRows } from '../../../kit/rows.ts'
import { importInto, startWholeService, type TestService } from '../../../kit/service.ts'
import { runOnSmallDisk } from '../../../kit/small-disk.ts'
import { startTestWebServer } from '../../../kit/web-server.ts'

const exportFrom = (
  { folder, url }: Pick<TestService, 'folder' | 'url'>,
  directory: string,
  ...flags: string[]
) =>
  runCommand(['export', directory, '--base-url', url, ...flags], {
    cwd: folder.path,
    env: { DATABASE_URL: folder.databaseUrl },
  })

async function filesIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  return entries
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(directory.length))
}

/** What only static hosts and the next export read. */
const FOR_HOSTS = ['/_headers', '/.nojekyll', '/404.html', '/.firsthand-export']

/** A static host shows the picture of the home page for all pages. */
const withoutImage = (file: string, bytes: Buffer) =>
  file.endsWith('.html')
    ? Buffer.from(bytes.toString().replaceAll(/<meta property="og:image(?::alt)?" [^>]+>/g, ''))
    : bytes

describe('firsthand export', () => {
  it('The export command writes what the service serves, byte for byte', async t => {
    const service = await startWholeService(t, {
      business: { ...business, email: 'office@alvarez.example' },
      rows: rows(70, number => ({ text: `Rosa, ${number}. ü` })),
    })
    const { code, stdout, stderr } = await exportFrom(service, 'out')
    assert.deepEqual([code, stderr], [0, ''])
    const directory = join(service.folder.path, 'out')
    const files = await filesIn(directory)
    // The list of files is not one of them.
    assert.match(stdout, new RegExp(`^Wrote ${files.length - 1} files to out\\.`))
    const ids = await idsIn(service.url)
    const ofReviews = ids.flatMap(id => [`/api/reviews/${id}`, `/reviews/${id}/index.html`])
    for (const path of [
      ...(await fixedPaths(service.url)),
      ...sinceThreeMonths,
      ...ofReviews,
      ...TILES,
    ])
      assert.ok(files.includes(path), path)
    for (const file of files.filter(name => !FOR_HOSTS.includes(name))) {
      const served = await fetch(service.url + servedAt(file))
      assert.equal(served.status, 200, file)
      const [written, sent] = [
        await readFile(directory + file),
        Buffer.from(await served.arrayBuffer()),
      ]
      assert.ok(withoutImage(file, written).equals(withoutImage(file, sent)), file)
    }
  })

  it('Everything that an exported page loads is in the folder', async t => {
    const folder = await makeFolder(t)
    await importInto(
      folder.databaseUrl,
      rows(3, () => ({ text: 'Rosa came.' })),
      business,
    )
    const url = 'https://reviews.example'
    assert.equal((await exportFrom({ folder, url }, 'out')).code, 0)
    const directory = join(folder.path, 'out')
    const files = await filesIn(directory)
    const pages = files.filter(file => file.endsWith('.html'))
    assert.ok(pages.length > 10)
    for (const file of pages) {
      const page = await readFile(directory + file, 'utf8')
      const loaded = page.matchAll(
        /<(?:link rel="(?:stylesheet|icon|apple-touch-icon)"[^>]* href|script[^>]* src|meta property="og:image" content)="([^"]+)"/g,
      )
      const paths = Array.from(loaded, ([, path]) => path!.replace(url, ''))
      assert.ok(paths.length > 0, file)
      for (const path of paths) assert.ok(files.includes(path), `${file}: ${path}`)
    }
  })

  it('Every link of a folder for an address with a path leads below it, to a file of the folder', async t => {
    const folder = await makeFolder(t)
    await importInto(
      folder.databaseUrl,
      rows(3, () => ({ text: 'Rosa came.' })),
      business,
    )
    const url = 'https://salon.example/our/reviews'
    assert.equal((await exportFrom({ folder, url }, 'out')).code, 0)
    const directory = join(folder.path, 'out')
    const files = new Set(await filesIn(directory))
    // What only the service has.
    const isComputed = (path: string) =>
      /[?{]|^\/(?:(?:mcp|oembed|api|og|healthz|readyz|\.well-known)\b|(?:embed|feed|changes)\/)/.test(
        path,
      )
    for (const file of [...files].filter(name => name.endsWith('.html'))) {
      const page = await readFile(directory + file, 'utf8')
      for (const [, target] of page.matchAll(
        / (?:href|src|action)="(\/[^"#]*|https:\/\/salon[^"#]*)/g,
      )) {
        const address = target!.replace('https://salon.example', '')
        assert.ok(`${address}/`.startsWith('/our/reviews/'), `${file}: ${target}`)
        const path = decodeURIComponent(address.slice('/our/reviews'.length)).replace(/\/$/, '')
        if (!isComputed(path))
          assert.ok(files.has(path) || files.has(`${path}/index.html`), `${file}: ${target}`)
      }
    }
    const headers = await readFile(join(directory, '_headers'), 'utf8')
    for (const [pattern] of headers.matchAll(/^\/.*/gm)) assert.match(pattern, /^\/our\/reviews\//)
  })

  it('An exported folder can be verified like the service itself', async t => {
    const folder = await makeFolder(t)
    await importInto(folder.databaseUrl, unreadRows(600), business)
    const exported = await exportFrom({ folder, url: 'https://reviews.example' }, 'out')
    assert.equal(exported.code, 0, exported.stderr)
    const { url } = await serveFolder(t, join(folder.path, 'out'))
    const { code, stdout, stderr } = await runCommand(['verify', url], { cwd: folder.path })
    assert.deepEqual([code, stderr], [0, ''])
    assert.match(stdout, /^600 ever published, 600 shown/)
    assert.match(stdout, /signed with the key: reviews\.example\/log\+/)
  })

  it('The export command removes an erased review from an earlier export', async t => {
    const folder = await makeFolder(t)
    await importInto(
      folder.databaseUrl,
      [row({ text: 'Forget me.', date: '2019-05-05' }), ...rows(2)],
      business,
    )
    const place = { folder, url: 'https://reviews.example' }
    const directory = join(folder.path, 'out')
    assert.equal((await exportFrom(place, 'out')).code, 0)
    await writeFile(join(directory, 'reviews/mine.txt'), 'Not exported.')
    const store = await openStore(folder.databaseUrl, system)
    const { shown } = await store.changesSince(0)
    const gone = shown.find(({ content }) => content.text === 'Forget me.')!
    await store.write(async writer => writer.erase((await writer.find(gone.id))!))
    await store.close()
    assert.equal((await exportFrom(place, 'out')).code, 0)
    const files = await filesIn(directory)
    for (const file of files)
      assert.ok(!(await readFile(directory + file)).includes('Forget me.'), file)
    assert.ok(!files.some(file => file.includes(gone.id) || file.includes('2019-05-01')))
    assert.ok(files.includes('/reviews/mine.txt'))
  })

  it('The export command removes the pages of technicians who are no longer in the business file', async t => {
    const folder = await makeFolder(t)
    await importInto(folder.databaseUrl, [])
    const place = { folder, url: 'https://reviews.example' }
    const directory = join(folder.path, 'out')
    const named = (names: string[]) => ({ ...business, technicians: names.map(name => ({ name })) })
    const pagesOf = async (names: string[]) => {
      await folder.write('business.json', named(names))
      assert.equal((await exportFrom(place, 'out')).code, 0)
      return (await filesIn(directory)).filter(file => file.startsWith('/technicians')).sort()
    }
    const ofAll = ['/technicians.md', '/technicians/index.html']
    const ofAda = ['/technicians/ada.md', '/technicians/ada/index.html']
    const ofSmith = ['/technicians/dr-smith.md', '/technicians/dr-smith/index.html']
    assert.deepEqual(await pagesOf(['Ada', 'Dr. Smith']), [...ofAll, ...ofAda, ...ofSmith].sort())
    await writeFile(join(directory, 'technicians/ada.jpg'), 'Not exported.')
    assert.deepEqual(await pagesOf(['Ada']), [...ofAll, ...ofAda, '/technicians/ada.jpg'].sort())
    assert.deepEqual(await readdir(join(directory, 'technicians')), [
      'ada',
      'ada.jpg',
      'ada.md',
      'index.html',
    ])
    assert.deepEqual(await pagesOf([]), ['/technicians/ada.jpg'])
  })

  it('The export command overwrites no file that it did not write', async t => {
    const folder = await makeFolder(t)
    await importInto(folder.databaseUrl, [], business)
    const place = { folder, url: 'https://reviews.example' }
    await mkdir(join(folder.path, 'out'))
    for (const file of ['reviews.json', 'mine.txt'])
      await writeFile(join(folder.path, 'out', file), 'Mine.')
    assertRejected(
      await exportFrom(place, 'out'),
      1,
      /^Nothing was exported, because it would overwrite files that the last export did not write: out\/reviews\.json\. Choose an empty folder, or move these files\.$/m,
    )
    assert.deepEqual((await readdir(join(folder.path, 'out'))).sort(), ['mine.txt', 'reviews.json'])
    assert.equal(await readFile(join(folder.path, 'out/reviews.json'), 'utf8'), 'Mine.')
  })

  it('The export command asks for the address where the files will be served', async t => {
    const folder = await makeFolder(t)
    await folder.write('business.json', business)
    const finished = await runCommand(['export', 'out'], { cwd: folder.path })
    assertRejected(
      finished,
      2,
      /^Say where the files will be served: .* Use --base-url or BASE_URL/,
    )
    assert.deepEqual(await readdir(folder.path), ['business.json'])
  })

  it('The export command writes a business without reviews, and with --json says so for programs', async t => {
    const folder = await makeFolder(t)
    await importInto(folder.databaseUrl, [])
    await folder.write('business.json', business)
    const { code, stdout } = await exportFrom(
      { folder, url: 'https://reviews.example' },
      'out',
      '--json',
    )
    assert.equal(code, 0)
    const written = await filesIn(join(folder.path, 'out'))
    // The list of files is not one of them.
    assert.deepEqual(JSON.parse(stdout), { directory: 'out', files: written.length - 1 })
    const { reviews } = JSON.parse(await readFile(join(folder.path, 'out/reviews.json'), 'utf8'))
    assert.deepEqual(reviews, [])
    const csv = await readFile(join(folder.path, 'out/reviews.csv'), 'utf8')
    assert.match(csv, /^id,author,.*,url\r\n$/)
  })

  it('The export command fails with a message when there is no database, and creates none', async t => {
    const folder = await makeFolder(t)
    await folder.write('business.json', business)
    assertRejected(
      await runCommand(['export', 'out', '--base-url', 'https://reviews.example'], {
        cwd: folder.path,
      }),
      1,
      /^There is no database at data\/firsthand\.db\. Run this in the folder of your site, or name the database with --database-url\. To set up a new site: firsthand init\.$/m,
    )
    assert.deepEqual(await readdir(folder.path), ['business.json'])
  })

  it('The export command fails with a message when there is nothing to export', async t => {
    const folder = await makeFolder(t)
    await importInto(folder.databaseUrl, [])
    const finished = await exportFrom({ folder, url: 'https://reviews.example' }, 'out')
    assertRejected(
      finished,
      1,
      /^There is nothing to export\. Describe the business in business\.json, then import reviews\.$/m,
    )
    assert.deepEqual(await readdir(folder.path).then(names => names.includes('out')), false)
  })

  it('The export command fails with a message when the business file is invalid, even without a database', async t => {
    const folder = await makeFolder(t)
    await folder.write('business.json', '{\n"name": 5\n}')
    const finished = await exportFrom({ folder, url: 'https://reviews.example' }, 'out')
    assertRejected(finished, 1, /^business\.json: line 2: name: /)
  })

  it('The export command fails with a message when it cannot write to the folder', async t => {
    const folder = await makeFolder(t)
    await importInto(folder.databaseUrl, [], business)
    await folder.write('business.json', business)
    const finished = await exportFrom({ folder, url: 'https://reviews.example' }, 'business.json')
    assertRejected(finished, 1, /^business\.json\/.* cannot be written \((?:ENOTDIR|EEXIST)\)\.$/m)
  })

  it('An export that does not fit on the disk still knows the files of the last one', async t => {
    const folder = await makeFolder(t)
    await importInto(folder.databaseUrl, rows(60), business)
    const files = { '.firsthand-export': '/index.html\n', 'index.html': 'of the last export' }
    const disk = {
      cwd: folder.path,
      env: { DATABASE_URL: folder.databaseUrl },
      files,
      isFull: true,
    }
    const { code, stderr, read } = await runOnSmallDisk(
      ['export', 'disk', '--base-url', 'https://reviews.example'],
      disk,
    )
    assert.deepEqual([code, stderr], [1, 'disk/.firsthand-export: cannot be written (ENOSPC).\n'])
    assert.deepEqual(await readdir(join(folder.path, 'files')), Object.keys(files))
    assert.equal(await read('.firsthand-export'), '/index.html\n')
  })
})

/** A plain static host. */
const serveFolder = (t: TestContext, directory: string) =>
  startTestWebServer(t, async ({ url }, outgoing) => {
    const [path] = url!.split('?')
    const body = await readFile(directory + path).catch(() => null)
    outgoing.writeHead(body ? 200 : 404).end(body)
  })

async function idsIn(url: string): Promise<string[]> {
  const { reviews } = (await (await fetch(`${url}/reviews.json`)).json()) as ReviewsDataset
  return reviews.map(({ id }) => id)
}

/** A host serves a folder's index.html at the folder's address, here without a trailing slash. */
const servedAt = (file: string) =>
  file
    .split('/')
    .map(encodeURIComponent)
    .join('/')
    .replace(/\/index\.html$/, '') || '/'

const TILES = ['/log/tile/entries/000.p/70', '/log/tile/0/000.p/70']
const sinceThreeMonths = ['01', '02', '03'].map(month => `/api/reviews/since/2020-${month}-01`)

/** The paths without parameters in the OpenAPI document, and the documents it omits. */
async function fixedPaths(url: string): Promise<string[]> {
  const { json } = await (await createClient(url)).get('/.well-known/openapi.json')
  const described = Object.entries<{ get: { parameters?: object[] } }>(json.paths)
    .filter(
      ([path, { get }]) =>
        get && !get.parameters?.length && !/healthz|readyz|mcp|catalog|\/$/.test(path),
    )
    .map(([path]) => path)
  assert.ok(described.includes('/reviews.json') && described.includes('/insights.json'))
  return [...described, '/index.html', '/feed.xml', '/api/feed.json', '/llms.txt', '/robots.txt']
}
