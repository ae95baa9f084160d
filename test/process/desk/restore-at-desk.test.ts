import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, it, type TestContext } from 'node:test'
import { checkCopy } from '../../../src/actions/back-up.ts'
import { hashOfToken } from '../../../src/desk/base/invitation.ts'
import { system } from '../../../src/model/system.ts'
import { openStore, sqlitePath } from '../../../src/store/open-store.ts'
import { BOUNDARY, type DeskCall, fileForm, sendTo } from '../../kit/desk.ts'
import { freePort } from '../../kit/free-port.ts'
import { makeInstallation } from '../../kit/installation.ts'
import { isReady } from '../../kit/process.ts'
import { row } from '../../kit/rows.ts'
import { until } from '../../kit/service.ts'

const AT = new Date().toISOString()
const COOKIE = '__Host-firsthand_desk=token'
const PASSKEY = { public_key: '', device: 'Android', created_at: AT, used_at: AT }

/** The program with a desk at its public address, where Rosa is signed in. */
async function install(t: TestContext) {
  const installation = await makeInstallation(t)
  const { folder, start, run } = installation
  const withStore = async <T>(
    work: (store: Awaited<ReturnType<typeof openStore>>) => Promise<T>,
  ) => {
    await using store = await openStore(folder.databaseUrl, system)
    return await work(store)
  }
  const port = await freePort()
  const url = `http://localhost:${port}`
  const program = await start({ PORT: String(port), BASE_URL: url })
  const command = async (...args: string[]) => {
    const { code, stderr } = await run(args)
    assert.equal(code, 0, stderr)
  }
  const signIn = (confirmed_at = AT) =>
    withStore(async ({ deskAccess }) => {
      const who = {
        token_hash: hashOfToken('token'),
        user_name: 'Rosa',
        passkey_id: 'r',
        device: 'Android',
      }
      const times = { started_at: AT, seen_at: AT, confirmed_at, visited_before: AT, notice: null }
      await deskAccess.endSession(who.token_hash)
      await deskAccess.openSession({ ...who, ...times }, '')
    })
  const send = (path: string, call: DeskCall = {}) =>
    sendTo(port, `/desk${path}`, {
      ...call,
      headers: { cookie: COOKIE, origin: url, ...call.headers },
    })
  const csrf = async () => /name="csrf" value="([^"]+)"/.exec((await send('/import')).body)![1]!
  return {
    ...installation,
    program,
    url,
    withStore,
    command,
    signIn,
    addPasskey: (id: string) =>
      withStore(async ({ deskAccess }) => {
        await deskAccess.invite(id, id, AT, '9999')
        await deskAccess.enroll(id, { ...PASSKEY, id, user_name: id })
      }),
    get: (path: string) => send(path),
    async post(path: string, fields: Record<string, string>) {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const body = String(new URLSearchParams({ csrf: await csrf(), ...fields }))
      return await send(path, { method: 'POST', headers, body })
    },
    /** Returns the page about the file, and the name that forms have for it. */
    async look(file: string) {
      const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
      const body = fileForm(await csrf(), file, readFileSync(`${folder.path}/${file}`))
      const { headers: to } = await send('/backups/upload', { method: 'POST', headers, body })
      const path = to.location!.replace('/desk', '')
      return { ...(await send(path)), id: path.split('/').at(-1)! }
    },
    /** Waits until the service is there again, with a notice. */
    async outcome() {
      const times = (text: string) => program.output().split(text).length - 1
      await until(
        async () => times('Listening on') > times('Stopping after') && (await isReady(url)),
      )
      return /role="(?:status|alert)"><p class="text">([^<]+)/.exec(
        (await send('/backups')).body,
      )?.[1]
    },
  }
}

const idsAt = async (url: string) => {
  const { reviews } = (await (await fetch(`${url}/reviews.json`)).json()) as {
    reviews: { id: string }[]
  }
  return reviews.map(({ id }) => id).toSorted()
}

describe('Restoring a backup at the desk', () => {
  it('Puts an older state in place, keeps the newer one aside, and does not hide that the log was cut', async t => {
    const place = await install(t)
    const { url, folder, withStore } = place
    await place.addPasskey('removed since')
    await place.command('backup', 'old.db')
    await withStore(({ deskAccess }) => deskAccess.removePasskey('removed since'))
    await place.addPasskey('r')
    await place.signIn()
    const [erased = assert.fail(), ...others] = await idsAt(url)
    await place.importRows([row({ source_id: 'new', author: 'Newest' })])
    await place.command('erase', erased, '--yes')
    await until(async () => (await idsAt(url)).length === 3 && !(await idsAt(url)).includes(erased))
    const before = await idsAt(url)
    await place.command('verify', url, '--pin', 'seen.json')

    const { body, id } = await place.look('old.db')
    assert.match(body, /It holds 3 reviews\. Its public log has 3 entries, the last one of /)
    assert.match(body, /class="caution">The backup lacks the last 2 entries of the public log/)
    assert.match(body, /1 review that was erased after this backup was made will be erased again\./)
    const refused = await place.post('/backups/restore', { file: id })
    assert.equal(refused.status, 303)
    assert.match(
      (await place.get('/backups')).body,
      /role="alert"><p class="text">The backup lacks the last 2/,
    )
    assert.deepEqual(await idsAt(url), before)

    const asked = await place.post('/backups/restore', { file: id, lose: 'yes' })
    assert.match(
      asked.body,
      /The service stops, puts the backup in place of the database, and starts again/,
    )
    assert.match(
      (await place.outcome())!,
      /^old\.db is restored, and entries of the public log are lost: say so in public\. .* firsthand\.db\.before-restore\.$/,
    )
    assert.deepEqual(await idsAt(url), others)
    const passkeys = await withStore(({ deskAccess }) => deskAccess.passkeys())
    assert.deepEqual(
      passkeys.map(({ id }) => id),
      ['r'],
    )
    assert.match((await place.get('/access')).body, /<strong>Rosa<\/strong>: Restored a backup\./)
    const aside = `${sqlitePath(folder.databaseUrl)}.before-restore`
    assert.deepEqual(await checkCopy(aside), { reviews: 3, log_size: 5 })
    assert.ok(!existsSync(`${sqlitePath(folder.databaseUrl)}.restore`))
    const { code, stdout, stderr } = await place.run(['verify', url, '--pin', 'seen.json'])
    assert.equal(code, 4, stdout + stderr)
  })

  it('A backup with everything that was published needs no consent, and asks for the passkey', async t => {
    const place = await install(t)
    await place.addPasskey('r')
    await place.signIn()
    await place.command('backup', 'same.db')
    const { body, id } = await place.look('same.db')
    assert.match(body, /Its public log is the one that you publish now/)
    assert.doesNotMatch(body, /type="checkbox"/)
    await place.signIn('2026-01-01T00:00:00.000Z')
    const asked = await place.post('/backups/restore', { file: id })
    assert.equal(asked.status, 403)
    assert.match(asked.body, /Is it you\?/)
    await place.signIn()
    assert.equal((await place.post('/backups/restore', { file: id })).status, 200)
    assert.match(
      (await place.outcome())!,
      /^same\.db is restored\. What it replaced is kept[^.]*\.db\.before-restore;[^.]*\.$/,
    )
    assert.equal((await idsAt(place.url)).length, 3)
  })

  it('While somebody else uses the database nothing is replaced, and the service is there again', async t => {
    const place = await install(t)
    await place.addPasskey('r')
    await place.signIn()
    await place.command('backup', 'same.db')
    const { id } = await place.look('same.db')
    await place.withStore(async () => {
      await place.post('/backups/restore', { file: id })
      assert.match(
        (await place.outcome())!,
        /^Restoring the backup failed\. The database .* is in use\. .* Nothing was changed\.$/,
      )
    })
    assert.doesNotMatch(readdirSync(place.folder.path).join(), /restore|part/)
    assert.equal((await idsAt(place.url)).length, 3)
  })

  it('A file that is no backup is not accepted', async t => {
    const place = await install(t)
    await place.addPasskey('r')
    await place.signIn()
    const { status } = await place.look('business.json')
    assert.equal(status, 303)
    assert.match(
      (await place.get('/backups')).body,
      /role="alert"><p class="text">business\.json is not a usable backup: /,
    )
  })
})
