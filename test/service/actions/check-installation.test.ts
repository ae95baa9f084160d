import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { backUp } from '../../../src/actions/back-up.ts'
import { checkInstallation } from '../../../src/actions/check-installation.ts'
import type { Check, CheckedSettings } from '../../../src/actions/check-result.ts'
import { system } from '../../../src/model/system.ts'
import { rows } from '../../kit/rows.ts'
import { openTestStore } from '../../kit/store.ts'
import { startTestWebServer } from '../../kit/web-server.ts'

/** A store with three reviews, a business file, and a public address that answers with `ready`. */
async function install(t: TestContext, ready: object = { status: 'ready', problem: null }) {
  const kept = await openTestStore(t)
  await kept.take(rows(3))
  const { url } = await startTestWebServer(t, (incoming, outgoing) => {
    outgoing.end(incoming.url === '/readyz' ? JSON.stringify(ready) : 'reviews/log\n3\nroot\n')
  })
  const settings = {
    databaseUrl: kept.folder.databaseUrl,
    businessFile: await kept.folder.write('business.json', { name: 'Alvarez' }),
    baseUrl: url,
    port: 8080,
  }
  const check = async (change: Partial<CheckedSettings> = {}, now = () => new Date()) => {
    const { checks, status } = await checkInstallation(
      { ...settings, ...change },
      { ...system, now },
    )
    return { status, of: (name: Check['name']) => checks.find(one => one.name === name)! }
  }
  return { ...kept, settings, check }
}

describe('The check of an installation', () => {
  it('An installation in order has no problem, and its status is counted', async t => {
    const { check } = await install(t)
    const { of, status } = await check()
    for (const name of ['public log', 'business file', 'public address', 'clock'] as const)
      assert.equal(of(name).state, 'ok', of(name).message)
    assert.notEqual(of('disk').message, '')
    assert.equal(of('backup').state, 'warning')
    assert.match(of('database').message, /^3 reviews shown\./)
    assert.deepEqual([status!.log.size, status!.sources[0]!.states.published], [3, 3])
  })

  it('A backup of at most 30 days is in order, an older one is not', async t => {
    const { check, folder, settings } = await install(t)
    const made = new Date('2026-07-01T12:00:00.000Z')
    await backUp(settings.databaseUrl, join(folder.path, 'backup.db'), { overwrite: false }, made)
    const after = async (days: number, moreMs = 0) => {
      const now = new Date(made.getTime() + days * 86_400_000 + moreMs)
      const { state, message } = (await check({}, () => now)).of('backup')
      return [state, message]
    }
    assert.deepEqual(await after(0, 1000), ['ok', 'The last backup is of today.'])
    assert.deepEqual(await after(30), ['ok', 'The last backup is 30 days old.'])
    assert.deepEqual(await after(31), [
      'warning',
      'The last backup is 31 days old. Run firsthand backup FILE.',
    ])
    assert.deepEqual(await after(31, -1), ['ok', 'The last backup is 30 days old.'])
  })

  for (const isMade of [true, false])
    it(`A daily backup that ${isMade ? 'was last' : 'has never been'} made is a problem after two days, whatever was made by hand`, async t => {
      const { check, folder, settings, store } = await install(t)
      const since = new Date('2026-07-01T12:00:00.000Z')
      await store.write(writer =>
        writer.setMemo('outside_backup', { at: since.toISOString(), isMade }),
      )
      const after = async (ms: number) => {
        const now = new Date(since.getTime() + ms)
        await backUp(settings.databaseUrl, join(folder.path, 'b.db'), { overwrite: true }, now)
        const { state, message } = (await check({ backupTo: folder.path }, () => now)).of('backup')
        return [state, message]
      }
      const before = await after(2 * 86_400_000)
      assert.deepEqual(before, [
        isMade ? 'ok' : 'warning',
        isMade
          ? 'The last backup is 2 days old.'
          : 'No backup has been made yet. The log of the service says why, if one failed.',
      ])
      const [state, message] = await after(2 * 86_400_000 + 1)
      assert.equal(state, 'problem')
      assert.match(
        message!,
        isMade
          ? /^The last backup is 2 days old\. The daily backup fails; run firsthand backup to see why\.$/
          : /^The daily backup has failed for 2 days, and none was ever made\. Run firsthand backup to see why\.$/,
      )
    })

  it('A changed entry of the ledger is a problem', async t => {
    const { check, query } = await install(t)
    await query("update ledger set op = 'edit' where seq = 2")
    assert.equal((await check()).of('public log').state, 'problem')
  })

  it('An invalid business file is a problem that names the line', async t => {
    const { check, folder } = await install(t)
    const businessFile = await folder.write('wrong.json', '{\n"nmae": 1}')
    const { state, message } = (await check({ businessFile })).of('business file')
    assert.deepEqual(
      [state, message.includes('line 2: nmae: is not a known field')],
      ['problem', true],
    )
    assert.equal(
      (await check({ businessFile: `${businessFile}x` })).of('business file').state,
      'problem',
    )
  })

  it('A public address that does not answer, is something else, or cannot publish, is a problem', async t => {
    const { check } = await install(t, { status: 'ready', problem: 'The disk is full.' })
    assert.match((await check()).of('public address').message, /has a problem: The disk is full\.$/)
    assert.match(
      (await check({ baseUrl: 'http://127.0.0.1:9' })).of('public address').message,
      /does not answer/,
    )
    const other = await install(t, ['something else'])
    assert.match(
      (await other.check()).of('public address').message,
      /is not the response of a Firsthand/,
    )
  })

  it('A service that does not answer is a warning while no public address is configured', async t => {
    const { settings } = await install(t)
    const { baseUrl, ...others } = settings
    const { checks } = await checkInstallation({ ...others, port: 9 }, system)
    const found = checks.find(({ name }) => name === 'public address')!
    assert.deepEqual(
      [found.state, found.message.includes('its public address is not set')],
      ['warning', true],
    )
  })

  it('A service whose log is not as long as that of the database is a warning', async t => {
    const { check, take } = await install(t)
    await take(rows(4))
    const { state, message } = (await check()).of('public address')
    assert.equal(state, 'warning')
    assert.match(message, /its log has 3 entries and this database 4\./)
  })

  it('Reviews that are not shown are counted by their state', async t => {
    const { check, store, take } = await install(t)
    await take(rows(2, number => ({ source: 'direct', source_id: `d${number}` })))
    const [first] = await store.findInStates(['published'])
    await store.write(async writer => writer.withhold((await writer.find(first!.id))!, 'spam'))
    assert.match(
      (await check()).of('database').message,
      /^2 reviews shown, 2 not verified, 1 withheld\./,
    )
  })

  it('A clock that is a minute behind the log is in order, and one that is further behind is not', async t => {
    const { check, clock, take } = await install(t)
    clock.now = '2027-01-01T00:01:00.000Z'
    await take(rows(5))
    const stateAt = async (now: string) => (await check({}, () => new Date(now))).of('clock').state
    assert.notEqual(await stateAt('2027-01-01T00:00:00.000Z'), 'problem')
    assert.equal(await stateAt('2026-12-31T23:59:59.999Z'), 'problem')
  })

  it('A clock behind the last entry of the log is a problem', async t => {
    const { check, clock, take } = await install(t)
    clock.now = '2027-01-01T00:00:00.000Z'
    await take(rows(5))
    assert.equal(
      (await check({}, () => new Date('2026-06-02T00:00:00Z'))).of('clock').state,
      'problem',
    )
  })
})
