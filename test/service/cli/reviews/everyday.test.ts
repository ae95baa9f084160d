import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { describe, it, type TestContext } from 'node:test'
import { writeReply } from '../../../../src/cli/reviews/reply.ts'
import { printReview } from '../../../../src/cli/reviews/show.ts'
import { withhold } from '../../../../src/cli/reviews/takedown.ts'
import { runCommand } from '../../../kit/command.ts'
import { makeFolder } from '../../../kit/folder.ts'
import { assertRejected } from '../../../kit/rejection.ts'
import { row } from '../../../kit/rows.ts'
import { openTestStore } from '../../../kit/store.ts'
import { openTerminal } from '../../../kit/terminal.ts'

async function open(t: TestContext) {
  const kept = await openTestStore(t)
  await kept.take([
    row({ source_id: 'r1', author: 'Ada M.', source_url: 'https://www.google.com/maps/r1' }),
  ])
  const { id } = (await kept.store.findInStates(['published']))[0]!
  const options = { databaseUrl: kept.folder.databaseUrl, json: false, remove: false }
  return { ...kept, id, options, address: `https://reviews.example.com/reviews/${id}` }
}

describe('firsthand reply', () => {
  it('The reply of a review given by its address is saved, with a note about the other site', async t => {
    const { store, id, address, options } = await open(t)
    const { streams, shown } = openTerminal('')
    assert.equal(
      await writeReply(address, 'Thank you!', { ...options, date: '2026-03-15' }, streams),
      0,
    )
    assert.deepEqual(shown().split('\n'), [
      '2026-03-14 ★★★★★ Ada M. (google)',
      '“Warm again within the hour.”',
      'The reply is saved and public. The public log records it.',
      'It is shown here only. To reply on google, write it there too:',
      'https://www.google.com/maps/r1',
      '',
    ])
    assert.deepEqual((await store.find(id))!.content.owner_reply, {
      text: 'Thank you!',
      date: '2026-03-15',
    })
  })

  it('Without a text, reply asks for one line on a terminal', async t => {
    const { store, id, options } = await open(t)
    const { streams, shown } = openTerminal('Thank you, Ada!\nmore\n')
    assert.equal(await writeReply(id, undefined, { ...options, json: true }, streams), 0)
    assert.match(shown(), /^Reply \(one line\): \{/)
    assert.equal((await store.find(id))!.content.owner_reply!.text, 'Thank you, Ada!')
  })

  it('Without a text and without a terminal, reply is rejected as wrong usage', async t => {
    const { id, folder } = await open(t)
    const run = (...args: string[]) =>
      runCommand(['reply', id, ...args, '--database-url', folder.databaseUrl])
    assertRejected(
      await run(),
      2,
      /^reply needs a text: give it after the review, or with --file FILE/m,
    )
    assertRejected(
      await run('Hello', '--remove'),
      2,
      /^Give the text, --file or --remove, only one of them\.$/m,
    )
  })
})

describe('firsthand show', () => {
  it('The command show prints the text, the reply, where it is shown, and its log', async t => {
    const { id, address, options, store } = await open(t)
    const [{ at } = assert.fail()] = await store.entriesAbout(id)
    const { streams, shown } = openTerminal('')
    assert.equal(
      await printReview(address, { ...options, baseUrl: 'https://reviews.example.com' }, streams),
      0,
    )
    assert.deepEqual(shown().split('\n'), [
      '2026-03-14 ★★★★★ Ada M. (google)',
      id,
      '',
      'Warm again within the hour.',
      '',
      'No reply.',
      '',
      `Shown at ${address}`,
      'Verification: platform',
      'Source: https://www.google.com/maps/r1',
      '',
      'Public log:',
      `  ${at.slice(0, 10)} add, entry 1`,
      '',
    ])
  })
})

describe('firsthand withhold with an address and --json', () => {
  it('The address of a review works in place of its id, and --json prints the new state', async t => {
    const { id, address, options, store } = await open(t)
    const { streams, shown } = openTerminal('')
    assert.equal(
      await withhold(address, { ...options, reason: 'spam', yes: true, json: true }, streams),
      0,
    )
    assert.deepEqual(JSON.parse(shown()), { id, state: 'withheld', reason: 'spam' })
    assert.equal((await store.find(id))!.state, 'withheld')
  })
})

describe('A command about a database that does not exist', () => {
  it('Only import, serve, init and sync begin a database; the others say that there is none', async t => {
    const { path } = await makeFolder(t)
    for (const args of [
      ['list'],
      ['show', 'ID'],
      ['reply', 'ID', 'Hello'],
      ['withhold', 'ID', '--reason', 'spam', '--yes'],
      ['republish', 'ID'],
      ['erase', 'ID', '--yes'],
      ['export', 'site', '--base-url', 'https://reviews.example.com'],
      ['insights'],
      ['subscribers'],
      ['backup', 'b.db'],
    ]) {
      const finished = await runCommand(args, {
        cwd: path,
        env: { DATABASE_URL: 'sqlite:none/firsthand.db' },
      })
      assertRejected(
        finished,
        1,
        /^There is no database at none\/firsthand\.db\. Run this in the folder/m,
      )
    }
    const { code, stdout } = await runCommand(['check'], { cwd: path, env: { PORT: '9' } })
    assert.equal(code, 1)
    assert.match(stdout, /^problem {2}database: There is no database at data\/firsthand\.db\./m)
    assert.deepEqual(readdirSync(path), [])
  })
})
