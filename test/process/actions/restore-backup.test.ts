import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { system } from '../../../src/model/system.ts'
import { openStore, sqlitePath } from '../../../src/store/open-store.ts'
import { runCommand, startCommand } from '../../kit/command.ts'
import { makeFolder } from '../../kit/folder.ts'
import { business, row } from '../../kit/rows.ts'
import { importInto, startAgain, until } from '../../kit/service.ts'
import { startTestWebServer } from '../../kit/web-server.ts'

const AT = '2026-06-01T12:00:00.000Z'
const REVIEWS = [
  row({ source_id: 'stays', author: 'Marta K.', text: 'Quick and clean.' }),
  row({ source_id: 'goes', author: 'Erased Person', text: 'Please forget me.' }),
]

/** An installation with its data, and the temporary files of the system, in folders of their own; one passkey opens its desk. */
async function install(t: TestContext) {
  const folder = await makeFolder(t)
  const { path } = folder
  await folder.write('business.json', business)
  const data = join(path, 'data')
  const tmp = join(path, 'tmp')
  mkdirSync(tmp)
  const databaseUrl = `sqlite:${data}/firsthand.db`
  await importInto(databaseUrl, REVIEWS)
  const withStore = async <T>(
    work: (store: Awaited<ReturnType<typeof openStore>>) => Promise<T>,
  ) => {
    await using store = await openStore(databaseUrl, system)
    return await work(store)
  }
  const addPasskey = (id: string) =>
    withStore(async ({ deskAccess }) => {
      await deskAccess.invite(id, id, AT, '9999')
      const times = { created_at: AT, used_at: AT }
      await deskAccess.enroll(id, {
        id,
        user_name: id,
        public_key: '',
        device: 'Android',
        ...times,
      })
    })
  await addPasskey('lost phone')
  const env = { DATABASE_URL: databaseUrl, TMPDIR: tmp }
  const firsthand = async (...args: string[]) => {
    const { code, stdout, stderr } = await runCommand(args, { cwd: path, env })
    assert.equal(code, 0, stderr)
    return stdout
  }
  return {
    folder,
    path,
    data,
    tmp,
    databaseUrl,
    env,
    withStore,
    addPasskey,
    firsthand,
    removePasskey: (id: string) => withStore(({ deskAccess }) => deskAccess.removePasskey(id)),
    passkeys: () =>
      withStore(async ({ deskAccess }) =>
        (await deskAccess.passkeys()).map(({ id }) => id).toSorted(),
      ),
    idOf: (author: string) =>
      withStore(async store => {
        const shown = await store.findInStates(['published'])
        return shown.find(({ content }) => content.author === author)!.id
      }),
    /** The temporary folders beside the database. */
    left: () => readdirSync(data).filter(name => name.startsWith('firsthand-temporary-')),
    bytes: () =>
      readdirSync(data)
        .filter(name => !name.includes('before-restore'))
        .map(name => readFileSync(join(data, name), 'latin1'))
        .join(),
  }
}

/** Starts a drill in a process of its own, which waits for its backup until it is killed. */
async function startDrill(
  t: TestContext,
  { path, env, left }: Awaited<ReturnType<typeof install>>,
) {
  const { url } = await startTestWebServer(t, (incoming, outgoing) => {
    const key = 'firsthand-1f0a97c2-20260601T120000Z.db.age'
    if (incoming.url!.includes('list-type')) outgoing.end(`<Contents><Key>${key}</Key></Contents>`)
  })
  const settings = {
    BACKUP_TO: `${url}/bucket`,
    BACKUP_PASSPHRASE: 'a passphrase for tests',
    BACKUP_S3_KEY: 'id:secret',
    OUTGOING_ALLOW_CIDRS: '127.0.0.0/8',
  }
  const before = left()
  const args = ['restore-backup', 'newest', '--drill']
  const child = startCommand(args, { cwd: path, env: { ...env, ...settings } })
  t.after(() => child.kill('SIGKILL'))
  await until(() => left().some(name => !before.includes(name)))
  return {
    folder: left().find(name => !before.includes(name))!,
    async kill() {
      child.kill('SIGKILL')
      await until(() => child.signalCode !== null)
    },
  }
}

describe('Restoring on the command line', () => {
  it('Whoever was erased since the backup stays erased, and no byte of it is in the database', async t => {
    const place = await install(t)
    await place.firsthand('backup', 'old.db')
    await place.firsthand('erase', await place.idOf('Erased Person'), '--yes')
    const said = await place.firsthand('restore-backup', 'old.db', '--force')
    assert.match(said, /1 review erased after this backup was erased again\./)
    assert.doesNotMatch(place.bytes(), /Erased Person|forget me/)
    assert.match(place.bytes(), /Marta K\./)
  })

  it('A passkey that was removed since the backup opens nothing, and one that came since still does', async t => {
    const place = await install(t)
    await place.firsthand('backup', 'old.db')
    await place.removePasskey('lost phone')
    await place.addPasskey('new phone')
    await place.firsthand('restore-backup', 'old.db')
    assert.deepEqual(await place.passkeys(), ['new phone'])
  })

  it('Without a database to compare with it says what may be back', async t => {
    const place = await install(t)
    await place.firsthand('backup', 'old.db')
    const bare = await makeFolder(t)
    const { stdout } = await runCommand(['restore-backup', join(place.path, 'old.db')], {
      cwd: bare.path,
    })
    assert.match(stdout, /There was no database to compare with\. Erase again whoever was erased/)
  })

  it('A drill does all of that in a copy, while the database is in use, and changes nothing', async t => {
    const place = await install(t)
    await place.firsthand('backup', 'old.db')
    await place.firsthand('erase', await place.idOf('Erased Person'), '--yes')
    await place.removePasskey('lost phone')
    const before = readFileSync(sqlitePath(place.databaseUrl))
    const said = await place.firsthand('restore-backup', 'old.db', '--drill')
    assert.match(said, /old\.db can be restored: 1 review and 3 log entries/)
    assert.deepEqual(readFileSync(sqlitePath(place.databaseUrl)), before)
    assert.deepEqual(place.left(), [])
    await place.withStore(async () => {
      assert.match(await place.firsthand('restore-backup', 'old.db', '--drill'), /can be restored/)
    })
  })
})

describe('What a restore keeps for a moment', () => {
  it('What a killed drill leaves lies beside the database, and goes with the next command there', async t => {
    const place = await install(t)
    await place.firsthand('backup', 'old.db')
    const killed = await startDrill(t, place)
    await killed.kill()
    const live = await startDrill(t, place)
    assert.deepEqual(place.left(), [live.folder])
    await place.firsthand('restore-backup', 'old.db', '--drill')
    assert.deepEqual(place.left(), [live.folder])
    assert.deepEqual(
      readdirSync(place.tmp).filter(name => name.startsWith('firsthand')),
      [],
    )
  })

  it('What a killed drill leaves goes when the service starts, and what another process uses stays', async t => {
    const place = await install(t)
    const [killed, live] = [await startDrill(t, place), await startDrill(t, place)]
    await killed.kill()
    await startAgain(t, { folder: { ...place.folder, databaseUrl: place.databaseUrl } })
    assert.deepEqual(place.left(), [live.folder])
  })
})
