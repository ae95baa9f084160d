import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { createClient } from '../kit/client.ts'
import { runCommand } from '../kit/command.ts'
import { makeFolder } from '../kit/folder.ts'
import { assertRefused } from '../kit/refusal.ts'
import { business, rows } from '../kit/rows.ts'
import { startTestService, type TestService } from '../kit/service.ts'

const exportFrom = ({ folder, url }: Pick<TestService, 'folder' | 'url'>, directory: string) =>
  runCommand(['export', directory, '--base-url', url], {
    cwd: folder.path,
    env: { DATABASE_URL: folder.databaseUrl },
  })

async function filesIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  return entries
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(directory.length))
}

describe('firsthand export', () => {
  it('writes what the service serves, byte for byte', async t => {
    const service = await startTestService(t, { rows: rows(70, number => ({ text: `Rosa, ${number}. ü` })) })
    const { code, stdout, stderr } = await exportFrom(service, 'out')
    assert.deepEqual([code, stderr], [0, ''])
    const directory = join(service.folder.path, 'out')
    const files = await filesIn(directory)
    assert.match(stdout, new RegExp(`^${files.length} files written to out`))
    for (const path of [...(await fixedPaths(service.url)), ...sinceThreeMonths])
      assert.ok(files.includes(path), path)
    for (const file of files) {
      const served = await fetch(service.url + file.replace('/index.html', '/'))
      assert.equal(served.status, 200, file)
      assert.ok((await readFile(directory + file)).equals(Buffer.from(await served.arrayBuffer())), file)
    }
  })

  it('writes a business without reviews', async t => {
    const folder = await makeFolder(t)
    await folder.write('business.json', business)
    const { code } = await exportFrom({ folder, url: 'https://reviews.example' }, 'out')
    assert.equal(code, 0)
    const { reviews } = JSON.parse(await readFile(join(folder.path, 'out/reviews.json'), 'utf8'))
    assert.deepEqual(reviews, [])
  })

  it('fails with a sentence when there is nothing to export', async t => {
    const folder = await makeFolder(t)
    const finished = await exportFrom({ folder, url: 'https://reviews.example' }, 'out')
    assertRefused(
      finished,
      1,
      /^There is nothing to export: write business\.json and import reviews first\.$/m,
    )
    assert.deepEqual(await readdir(folder.path).then(names => names.includes('out')), false)
  })

  it('fails with a sentence when the business file is wrong', async t => {
    const folder = await makeFolder(t)
    await folder.write('business.json', '{\n"name": 5\n}')
    const finished = await exportFrom({ folder, url: 'https://reviews.example' }, 'out')
    assertRefused(finished, 1, /^business\.json: line 2: name: /)
  })

  it('fails with a sentence when it cannot write there', async t => {
    const folder = await makeFolder(t)
    await folder.write('business.json', business)
    const finished = await exportFrom({ folder, url: 'https://reviews.example' }, 'business.json')
    assertRefused(finished, 1, /^business\.json\/.* cannot be written \((?:ENOTDIR|EEXIST)\)\.$/m)
  })
})

const sinceThreeMonths = ['01', '02', '03'].map(month => `/api/reviews/since/2020-${month}-01`)

/** What the OpenAPI document describes and no parameter changes, and the documents that it leaves out. */
async function fixedPaths(url: string): Promise<string[]> {
  const { json } = await (await createClient(url)).get('/.well-known/openapi.json')
  const described = Object.entries<{ get: { parameters?: object[] } }>(json.paths)
    .filter(
      ([path, { get }]) => get && !get.parameters?.length && !/healthz|readyz|mcp|catalog|\/$/.test(path),
    )
    .map(([path]) => path)
  assert.ok(described.includes('/reviews.json') && described.includes('/insights.json'))
  return [...described, '/index.html', '/feed.xml', '/api/feed.json', '/llms.txt', '/robots.txt']
}
