import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { backUpOutside, checkCopy } from '../../../../src/actions/back-up.ts'
import { backupName } from '../../../../src/actions/backup/backup-place.ts'
import { readKeyIds } from '../../../../src/actions/backup/own-backups.ts'
import { NO_BACKUPS, shareDesk } from '../../../kit/desk.ts'
import { useQuickPassphrases } from '../../../kit/quick-passphrases.ts'
import { row } from '../../../kit/rows.ts'
import { until } from '../../../kit/service.ts'

const PASSPHRASE = 'eleven quiet harbor lamps'
/** Of another installation. */
const OTHER = 'firsthand-00000000-20261117T030000Z.db.age'

describe('Backups at the desk', () => {
  const backupTo = mkdtempSync(join(tmpdir(), 'firsthand-kept-'))
  useQuickPassphrases()
  after(() => rmSync(backupTo, { recursive: true }))
  writeFileSync(join(backupTo, OTHER), 'private')
  writeFileSync(join(backupTo, 'notes.txt'), 'private')
  const shared = shareDesk({
    rows: [row({ source_id: 'a' }), row({ source_id: 'b' })],
    backup: { ...NO_BACKUPS, backupTo, backupPassphrase: PASSPHRASE },
  })
  const left = () =>
    readdirSync(shared.desk.folder.path).filter(name => name.startsWith('firsthand-temporary-'))

  it('A new one is downloaded, can be restored, and leaves nothing behind', async () => {
    const { post, get, folder } = shared.desk
    const before = left()
    const { status, headers, bytes } = await post('/backups/download', { name: '' })
    assert.equal(status, 200)
    assert.match(
      headers['content-disposition']!,
      /^attachment; filename="firsthand-[\da-f]{8}-\d{8}T\d{6}Z\.db"$/,
    )
    const file = join(folder.path, 'downloaded.db')
    writeFileSync(file, bytes)
    assert.deepEqual(await checkCopy(file), { reviews: 2, log_size: 2 })
    assert.match(
      (await get('/backups')).body,
      /role="status"><p class="text">A backup was downloaded\./,
    )
    await until(async () => left().every(name => before.includes(name)))
  })

  it('Those kept elsewhere are listed and downloaded as they are, and nothing else there is', async () => {
    const { post, get, store, folder } = shared.desk
    await store.logKey()
    const [keyId] = await readKeyIds(folder.databaseUrl)
    const kept = backupName(keyId!, new Date('2026-11-17T03:00:00Z'))
    writeFileSync(join(backupTo, kept), Buffer.from([0, 255, 7]))
    const { body } = await get('/backups')
    assert.match(body, new RegExp(`value="${kept}"`))
    assert.doesNotMatch(body, new RegExp(`notes\\.txt|${OTHER}`))
    const { bytes, headers } = await post('/backups/download', { name: kept })
    assert.deepEqual([...bytes], [0, 255, 7])
    assert.equal(headers['content-disposition'], `attachment; filename="${kept}"`)
    for (const name of ['notes.txt', '../../etc/passwd', `x/../${kept}`]) {
      const { status, headers } = await post('/backups/download', { name })
      assert.deepEqual([status, headers.location], [303, '/backups'], name)
      assert.match((await get('/backups')).body, /role="alert"><p class="text">There is no backup/)
    }
  })

  it('A disk that is not there is a problem that the page tells, and no more', async () => {
    const { get } = shared.desk
    renameSync(backupTo, `${backupTo}-away`)
    const { status, body } = await get('/backups')
    renameSync(`${backupTo}-away`, backupTo)
    assert.equal(status, 200)
    assert.match(body, /The folder for backups [^<]* cannot be used \(ENOENT\)/)
    assert.match(body, /Make a backup and download it/)
  })

  it('Shows what is in one that is kept elsewhere, and how to restore it where the desk itself uses the database', async () => {
    const { post, get, folder } = shared.desk
    const settings = { ...NO_BACKUPS, backupTo, backupPassphrase: PASSPHRASE }
    const { file } = await backUpOutside(
      folder.databaseUrl,
      settings,
      new Date('2026-11-18T03:00:00Z'),
    )
    const { headers } = await post('/backups/look', { name: file })
    assert.match(headers.location!, /^\/backups\/[0-9a-f]{24}$/)
    const { body } = await get(headers.location!)
    assert.match(body, /It holds 2 reviews\. Its public log has 2 entries/)
    assert.match(body, /Its public log is the one that you publish now/)
    assert.match(body, /close this desk, stop the service, and run the command\./)
    assert.match(body, new RegExp(`firsthand restore-backup ${file}`))
    assert.equal(
      (await post('/backups/restore', { file: headers.location!.slice(-24) })).headers.location,
      '/backups',
    )
    for (const name of ['notes.txt', `x/../${OTHER}`])
      assert.equal((await post('/backups/look', { name })).headers.location, '/backups', name)
    assert.equal((await get(`/backups/${'0'.repeat(24)}`)).status, 404)
  })
})

describe('Backups at a desk on PostgreSQL', () => {
  const databaseUrl = 'postgres://localhost/firsthand'
  const shared = shareDesk({ rows: [], backup: { ...NO_BACKUPS, ...({ databaseUrl } as object) } })

  it('Are made and restored with its own tools, and the page says so', async () => {
    const { body } = await shared.desk.get('/backups')
    assert.match(
      body,
      /makes backups with pg_dump, and restores them with pg_restore into an empty database/,
    )
    assert.doesNotMatch(body, /type="file"|<form/)
  })
})
