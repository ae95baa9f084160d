import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { erase, republish, withhold } from '../../../../src/cli/reviews/takedown.ts'
import { runCommand } from '../../../kit/command.ts'
import type { Folder } from '../../../kit/folder.ts'
import { assertRejected } from '../../../kit/rejection.ts'
import { row, rows } from '../../../kit/rows.ts'
import { bytesOf, openTestStore } from '../../../kit/store.ts'
import { openTerminal } from '../../../kit/terminal.ts'

const SECRET = 'Such a dreadful boiler noise.'

/** A store with one review that something is done about, and three others. */
async function open(t: TestContext) {
  const kept = await openTestStore(t)
  await kept.take([row({ author: 'Ada M.', text: SECRET }), ...rows(3)])
  const { date } = row()
  const { id } = (await kept.store.changesSince(0)).shown.find(
    ({ content }) => content.date === date,
  )!
  const { databaseUrl } = kept.folder
  const run = (...args: string[]) => runCommand([...args, '--database-url', databaseUrl])
  const stateOf = () =>
    kept.store.write(async writer =>
      (await writer.isErased(id)) ? 'erased' : (await writer.find(id))?.state,
    )
  return { ...kept, id, databaseUrl, run, stateOf }
}

const holdsSecret = async (folder: Folder) => (await bytesOf(folder)).includes(SECRET)

const ABOUT = ['2026-03-14 ★★★★★ Ada M. (google)', `“${SECRET}”`, '']

describe('The question before a takedown', () => {
  it('The question of withhold shows the review, what withholding means, and takes y for a yes', async t => {
    const { id, databaseUrl, stateOf } = await open(t)
    const { streams, shown } = openTerminal('y\n')
    assert.equal(await withhold(id, { databaseUrl, reason: 'spam', yes: false }, streams), 0)
    assert.deepEqual(shown().split('\n'), [
      ...ABOUT,
      'This hides the review. The public log records that, with the reason (spam).',
      'firsthand republish shows it again.',
      `Withhold this review? [y/N] ${id} is withheld (spam). The public log shows that it was here and why it was removed.`,
      '',
    ])
    assert.equal(await stateOf(), 'withheld')
  })

  it('The question of erase shows the review, what erasing means, and takes yes for a yes', async t => {
    const { id, databaseUrl, stateOf } = await open(t)
    const { streams, shown } = openTerminal('Yes\n')
    assert.equal(await erase(id, { databaseUrl, yes: false }, streams), 0)
    assert.deepEqual(shown().split('\n').slice(0, 6), [
      ...ABOUT,
      'This deletes the text and the name for good. It cannot be undone, and no import',
      'brings the review back.',
      'Erase this review? [y/N] Overwriting deleted data…',
    ])
    assert.equal(await stateOf(), 'erased')
  })

  for (const [name, typed] of [
    ['An empty line', '\n'],
    ['The end of the input', ''],
    ['Any other answer', 'yep\n'],
  ] as const)
    it(`${name} is a no, ends with exit code 1 and changes nothing`, async t => {
      const { id, databaseUrl, stateOf, store } = await open(t)
      const version = await store.version()
      for (const act of [
        (streams: NodeJS.Process) =>
          withhold(id, { databaseUrl, reason: 'spam', yes: false }, streams),
        (streams: NodeJS.Process) => erase(id, { databaseUrl, yes: false }, streams),
      ]) {
        const { streams, shown } = openTerminal(typed)
        assert.equal(await act(streams), 1)
        assert.match(shown(), /\[y\/N\] \n?Nothing was changed\.\n$/)
      }
      assert.deepEqual([await stateOf(), await store.version()], ['published', version])
    })

  for (const args of [['erase'], ['withhold', '--reason', 'spam']])
    it(`Without a terminal ${args[0]} is rejected as wrong usage until --yes is added`, async t => {
      const { id, run, stateOf } = await open(t)
      assertRejected(
        await run(...args, id),
        2,
        new RegExp(
          `^${args[0]} asks first, but this is not a terminal\\. Add --yes to go ahead\\.$`,
          'm',
        ),
      )
      assert.equal(await stateOf(), 'published')
      const { code, stdout } = await run(...args, id, '--yes')
      assert.equal(code, 0)
      assert.match(stdout, new RegExp(`^${id} is (?:erased|withheld)`))
      assert.doesNotMatch(stdout, /dreadful/)
    })
})

describe('firsthand withhold', () => {
  it('A reason that is not on the list is rejected before anything is asked', async t => {
    const { id, run } = await open(t)
    assertRejected(
      await run('withhold', id, '--reason', 'low_rating'),
      2,
      /^"low_rating" is not a reason to withhold a review\. Use one of: spam, .*\. A low rating is not a reason\.$/m,
    )
  })

  it('A review that is already withheld is not asked about again', async t => {
    const { id, databaseUrl, store } = await open(t)
    await store.write(async writer => writer.withhold((await writer.find(id))!, 'spam'))
    const { streams, shown } = openTerminal('y\n')
    await assert.rejects(withhold(id, { databaseUrl, reason: 'spam', yes: false }, streams), {
      message: `${id} is not shown: it is already withheld.`,
    })
    assert.equal(shown(), '')
  })
})

describe('firsthand republish', () => {
  it('Republish shows what it republishes without asking', async t => {
    const { id, databaseUrl, store, stateOf } = await open(t)
    await store.write(async writer => writer.withhold((await writer.find(id))!, 'spam'))
    const { streams, shown } = openTerminal('')
    assert.equal(await republish(id, { databaseUrl }, streams), 0)
    assert.deepEqual(shown().split('\n'), [...ABOUT.slice(0, 2), `${id} is shown again.`, ''])
    assert.equal(await stateOf(), 'published')
  })

  it('Republish rejects a review that is not withheld', async t => {
    const { id, run } = await open(t)
    assertRejected(
      await run('republish', id),
      1,
      new RegExp(`^${id} is not withheld: it is shown\\.$`, 'm'),
    )
  })

  it('The earlier name restore does the same, and only the help of the command shows it', async t => {
    const { id, store, run, stateOf } = await open(t)
    await store.write(async writer => writer.withhold((await writer.find(id))!, 'spam'))
    assert.deepEqual(JSON.parse((await run('restore', id, '--json')).stdout), {
      id,
      state: 'published',
    })
    assert.equal(await stateOf(), 'published')
    assert.equal((await store.entriesAbout(id)).at(-1)!.op, 'restore')
    assert.match((await runCommand(['republish', '--help'])).stdout, /republish\|restore /)
    assert.doesNotMatch((await runCommand(['--help'])).stdout, /restore \[options\]/)
  })
})

describe('firsthand erase', () => {
  it('Erase overwrites what an earlier run could not, and says so', async t => {
    const { store, id, folder, run } = await open(t)
    await store.write(async writer => writer.erase((await writer.find(id))!))
    assert.equal(await holdsSecret(folder), true)
    const version = await store.version()
    const { code, stdout } = await run('erase', id, '--yes')
    assert.equal(code, 0)
    assert.equal(
      stdout,
      `${id} was erased before. Anything left of it in the database is now overwritten.\n`,
    )
    assert.equal(await store.version(), version)
    assert.equal(await holdsSecret(folder), false)
  })

  it('Erase does not find a review that was never there', async t => {
    const { run } = await open(t)
    assertRejected(
      await run('erase', 'nothing', '--yes'),
      1,
      /^There is no review nothing\. The id is the last part of the review's address\.$/m,
    )
  })
})
