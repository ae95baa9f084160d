import assert from 'node:assert/strict'
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { system } from '../../../../src/model/system.ts'
import { openStore, sqlitePath } from '../../../../src/store/open-store.ts'
import type { StoreWriter } from '../../../../src/store/store.ts'
import { runCommand } from '../../../kit/command.ts'
import { makeFolder } from '../../../kit/folder.ts'
import { freePort } from '../../../kit/free-port.ts'
import { rows } from '../../../kit/rows.ts'
import { startAgain, startTestService, type TestService, until } from '../../../kit/service.ts'
import { startTestWebServer } from '../../../kit/web-server.ts'
import { readText } from '../../../kit/witness.ts'

async function setUp(t: TestContext, service: Pick<TestService, 'url'>) {
  const folder = await makeFolder(t)
  const place = join(folder.path, 'watch', new URL(service.url).host.replace(':', '_'))
  return {
    place,
    watch: (...args: string[]) => runCommand(['watch', service.url, ...args], { cwd: folder.path }),
    path: folder.path,
    archived: async (id: string) =>
      JSON.parse(await readFile(join(place, 'reviews', `${id}.json`), 'utf8')),
  }
}

async function change(service: TestService, work: (writer: StoreWriter) => Promise<void>) {
  const store = await openStore(service.folder.databaseUrl, system)
  const before = await readText(`${service.url}/log/checkpoint`)
  await store.write(work)
  await store.close()
  await until(async () => (await readText(`${service.url}/log/checkpoint`)) !== before)
}

async function idsIn(url: string): Promise<Map<string, string>> {
  const { reviews } = JSON.parse(await readText(`${url}/reviews.json`))
  return new Map(reviews.map(({ text, id }: { text: string; id: string }) => [text, id]))
}

describe('firsthand watch', () => {
  it('The first run archives every review; a run without changes reports none', async t => {
    const service = await startTestService(t, { rows: rows(4) })
    const { watch, place, archived } = await setUp(t, service)
    const first = await watch()
    assert.deepEqual([first.code, first.stderr], [0, ''])
    assert.match(first.stdout, /4 ever published, 4 shown, .* First check: 4 entries archived\.\n$/)
    assert.deepEqual((await readdir(place)).sort(), [
      'checkpoints',
      'failure.json',
      'pin.json',
      'reports',
      'reviews',
    ])
    for (const [text, id] of await idsIn(service.url)) {
      const { versions, removed } = await archived(id)
      assert.deepEqual([versions.length, versions[0].review.text, removed], [1, text, null])
    }
    assert.match((await watch()).stdout, /No new entries since the last check\.\n$/)
    const [note] = await readdir(join(place, 'checkpoints'))
    assert.equal(
      await readFile(join(place, 'checkpoints', note!), 'utf8'),
      await readText(`${service.url}/log/checkpoint`),
    )
  })

  it('Removals, edits, changes of stars and erasures are reported, and every version is kept', async t => {
    const service = await startTestService(t, { rows: rows(6) })
    const { watch, place, archived } = await setUp(t, service)
    await watch()
    const ids = await idsIn(service.url)
    const idOf = (number: number) => ids.get(`Review number ${number}.`)!
    await change(service, async writer => {
      await writer.withhold((await writer.find(idOf(0)))!, 'off_topic')
      await writer.remove(idOf(1))
      await writer.erase((await writer.find(idOf(2)))!)
    })
    await service.importRows([
      { ...rows(6)[3], rating: 5 },
      { ...rows(6)[4], text: 'Another text.' },
    ])
    await until(async () => (await idsIn(service.url)).has('Another text.'))
    // Interrupted before it kept where it was, the same check is made again.
    const pin = await readFile(join(place, 'pin.json'))
    await watch()
    await writeFile(join(place, 'pin.json'), pin)
    const { code, stdout } = await watch('--json')
    assert.equal(code, 0)
    const [{ events, news }] = JSON.parse(stdout)
    assert.ok(news)
    assert.deepEqual(
      events.map(({ kind, text }: { kind: string; text: string }) => [kind, text]),
      [
        ['removed', `A review with 1 star of 2020-01 was removed (off_topic): ${idOf(0)}`],
        ['removed', `A review with 2 stars of 2020-01 is gone at its source: ${idOf(1)}`],
        ['erased', 'A review with 3 stars of 2020-01 was erased.'],
        ['stars', `A review changed from 4 stars to 5 stars: ${idOf(3)}`],
        ['edited', `A review with 5 stars of 2020-01 was edited (text): ${idOf(4)}`],
      ],
    )
    const removed = await archived(idOf(0))
    assert.deepEqual(
      [removed.versions[0].review.text, removed.removed.reason],
      ['Review number 0.', 'off_topic'],
    )
    assert.deepEqual(
      (await archived(idOf(4))).versions.map(
        ({ review }: { review: { text: string } }) => review.text,
      ),
      ['Review number 4.', 'Another text.'],
    )
    // Of the erased review, month and stars remain, and nothing else anywhere in the archive.
    const erased = JSON.parse(await readFile(join(place, 'erased.json'), 'utf8'))
    assert.deepEqual(
      erased.map(({ month, stars }: { month: string; stars: number }) => [month, stars]),
      [['2020-01', 3]],
    )
    for (const file of await readdir(place, { recursive: true, withFileTypes: true }))
      if (file.isFile()) {
        const text = await readFile(join(file.parentPath, file.name), 'utf8')
        assert.ok(!text.includes('Review number 2.') && !text.includes(idOf(2)), file.name)
        assert.ok(!file.name.includes(idOf(2)))
      }
    await change(service, async writer => {
      await writer.restore((await writer.find(idOf(0)))!)
    })
    assert.match(
      (await watch()).stdout,
      /\n {2}A review with 1 star of 2020-01 was removed and is shown again: /,
    )
  })

  it('A rewritten history and a new key are reported once to webhook and feed, with what is served as evidence', async t => {
    const port = await freePort()
    const service = await startTestService(t, { rows: rows(3), settings: { port } })
    const { watch, place, path } = await setUp(t, service)
    await service.close()
    const backup = await makeFolder(t)
    await copyFile(sqlitePath(service.folder.databaseUrl), sqlitePath(backup.databaseUrl))
    await copyFile(join(service.folder.path, 'business.json'), join(backup.path, 'business.json'))
    const grown = await startAgain(t, service, { port })
    await service.importRows(rows(5))
    await until(async () => (await idsIn(grown.url)).size === 5)
    const posted: string[] = []
    const hook = await startTestWebServer(t, async (request, response) => {
      const chunks = await request.toArray()
      posted.push(Buffer.concat(chunks).toString())
      response.writeHead(204).end()
    })
    const run = () => watch('--webhook', hook.url, '--feed', join(path, 'feed.json'))
    assert.equal((await run()).code, 0)
    assert.equal(posted.length, 0)
    await grown.close()

    const cut = await startAgain(t, { folder: backup }, { port })
    for (let times = 0; times < 2; times++) {
      const { code, stderr } = await run()
      assert.equal(code, 4)
      assert.match(
        stderr,
        /NOT VERIFIED: The log has 3 entries, but at the last check it had 5: its history was cut/,
      )
    }
    assert.equal(posted.length, 1)
    const { text, report } = JSON.parse(posted[0]!)
    assert.match(text, /^http:\/\/localhost:\d+: NOT VERIFIED\nfork: The log has 3 entries/)
    assert.equal(report.verified, false)
    const feed = JSON.parse(await readFile(join(path, 'feed.json'), 'utf8'))
    assert.deepEqual([feed.version, feed.items.length], ['https://jsonfeed.org/version/1.1', 1])
    const [evidence] = await readdir(join(place, 'failures'))
    assert.match(
      await readFile(join(place, 'failures', evidence!), 'utf8'),
      /\nlocalhost:\d+\/log\n3\n/,
    )

    await cut.close()
    await startTestService(t, { rows: rows(9), settings: { port } })
    assert.equal((await run()).code, 4)
    assert.match(
      JSON.parse(posted[1]!).text,
      /\nkey: The log is signed with another key than at the last check\./,
    )
  })

  it('A site that cannot be read is no news, and other sites are still checked', async t => {
    const service = await startTestService(t, { rows: rows(2) })
    const { watch } = await setUp(t, service)
    const { code, stdout, stderr } = await watch(`http://127.0.0.1:${await freePort()}`)
    assert.equal(code, 1)
    assert.match(stdout, /First check: 2 entries archived/)
    assert.match(stderr, /Nothing was checked: cannot read http:\/\/127\.0\.0\.1/)
  })
})
