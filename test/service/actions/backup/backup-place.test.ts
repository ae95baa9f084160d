import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { describe, it, type TestContext } from 'node:test'
import { backUpOutside } from '../../../../src/actions/back-up.ts'
import { encryptFile } from '../../../../src/actions/backup/age-file.ts'
import { backupName } from '../../../../src/actions/backup/backup-place.ts'
import { readKeyIds } from '../../../../src/actions/backup/own-backups.ts'
import { system } from '../../../../src/model/system.ts'
import { openStore, sqlitePath } from '../../../../src/store/open-store.ts'
import { keepLogKey } from '../../../../src/store/sqlite/database-file.ts'
import { runCommand } from '../../../kit/command.ts'
import { makeFolder } from '../../../kit/folder.ts'
import { useQuickPassphrases } from '../../../kit/quick-passphrases.ts'
import { row, rows } from '../../../kit/rows.ts'
import { importInto, startTestService, until } from '../../../kit/service.ts'
import { startTestWebServer } from '../../../kit/web-server.ts'

const PASSPHRASE = 'a passphrase for tests'
const FOLDER = { backupKeep: 1, backupS3Region: '', outgoingAllowCidrs: [] }
const KEY = { id: 'AKIDEXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' }

/** An installation with a folder for backups. */
async function install(t: TestContext) {
  const { path, databaseUrl } = await makeFolder(t)
  const outside = join(path, 'outside')
  mkdirSync(outside)
  await importInto(databaseUrl, rows(3))
  const env = { BACKUP_TO: outside, BACKUP_PASSPHRASE: PASSPHRASE, DATABASE_URL: databaseUrl }
  return {
    path,
    outside,
    databaseUrl,
    env,
    firsthand: (...args: string[]) => runCommand(args, { cwd: path, env }),
  }
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** By the rules of AWS Signature Version 4; a header that is not signed could be changed on the way. */
function isSigned({ method, url, headers }: IncomingMessage, body: Buffer): boolean {
  const [, date = '', region = '', signed = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/(\d{8})\/([\w-]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=(\w{64})$/.exec(
      headers.authorization ?? '',
    ) ?? []
  const { pathname, searchParams } = new URL(url!, 'http://localhost')
  const quote = (text: string) =>
    encodeURIComponent(text).replaceAll(
      /[!'()*]/g,
      one => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
    )
  const query = [...searchParams]
    .map(pair => pair.map(quote).join('='))
    .sort()
    .join('&')
  const hash = createHash('sha256').update(body).digest('hex')
  const lines = signed.split(';').map(name => `${name}:${headers[name]}\n`)
  const request = [method, pathname, query, lines.join(''), signed, hash].join('\n')
  const scope = `${date}/${region}/s3/aws4_request`
  const digest = createHash('sha256').update(request).digest('hex')
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, digest].join('\n')
  const key = [date, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    hmac,
    `AWS4${KEY.secret}`,
  )
  return (
    headers['x-amz-content-sha256'] === hash &&
    /(?:^|;)host(?:;|$)/.test(signed) &&
    hmac(key, text).toString('hex') === signature
  )
}

/** The settings for a bucket that keeps one backup. */
const inBucket = (url: string) => ({
  BACKUP_TO: url,
  BACKUP_KEEP: '1',
  BACKUP_S3_KEY: `${KEY.id}:${KEY.secret}`,
  OUTGOING_ALLOW_CIDRS: '127.0.0.0/8',
})

/** As much of S3 as a bucket for backups needs. */
async function startBucket(t: TestContext, isBroken = () => false, keepsAll = false) {
  const objects = new Map<string, Buffer>()
  const { url } = await startTestWebServer(t, async (incoming, outgoing) => {
    const body = await buffer(incoming)
    const { pathname, searchParams } = new URL(incoming.url!, 'http://localhost')
    const key = decodeURIComponent(pathname.replace(/^\/bucket\/?/, ''))
    if (!isSigned(incoming, body) || !pathname.startsWith('/bucket'))
      return void outgoing.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>')
    if (incoming.method === 'PUT') objects.set(key, body)
    if (incoming.method === 'DELETE' && keepsAll)
      return void outgoing.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>')
    if (incoming.method === 'DELETE') objects.delete(key)
    if (incoming.method !== 'GET')
      return void outgoing.writeHead(incoming.method === 'PUT' ? 200 : 204).end()
    if (key === '') {
      const found = [...objects.keys()].filter(one => one.startsWith(searchParams.get('prefix')!))
      return void outgoing.end(
        `<ListBucketResult>${found.map(one => `<Contents><Key>${one}</Key></Contents>`).join('')}</ListBucketResult>`,
      )
    }
    const object = isBroken() ? Buffer.from('lost') : objects.get(key)
    return void outgoing
      .writeHead(object ? 200 : 404)
      .end(object ?? '<Error><Code>NoSuchKey</Code></Error>')
  })
  return { objects, url: `${url}/bucket/our backups/larkfield` }
}

/** An earlier backup of the installation, which nothing can read. */
async function placeOld(objects: Map<string, Buffer>, databaseUrl: string): Promise<void> {
  keepLogKey(sqlitePath(databaseUrl))
  const [keyId] = await readKeyIds(databaseUrl)
  const name = backupName(keyId!, new Date('2020-01-01T00:00:00Z'))
  objects.set(`our backups/larkfield/${name}`, Buffer.from('old'))
}

describe('A backup outside of the machine', () => {
  useQuickPassphrases()

  it('It is encrypted, and restores on a bare machine with one command', async t => {
    const { path, outside, databaseUrl, env, firsthand } = await install(t)
    const made = await firsthand('backup')
    assert.match(
      made.stdout,
      /^Encrypted, read back and checked: 3 reviews and 3 log entries, .* in firsthand-[\da-f]{8}-\d{8}T\d{6}Z\.db\.age\.\n$/,
    )
    const [name = '', ...others] = readdirSync(outside)
    assert.deepEqual(others, [])
    assert.equal(readFileSync(join(outside, name)).includes('Review number'), false)
    assert.deepEqual(
      readdirSync(path).filter(file => file.includes('backup')),
      [],
    )
    const bare = await makeFolder(t)
    const target = { ...env, DATABASE_URL: `sqlite:${bare.path}/new/firsthand.db` }
    const restored = await runCommand(['restore-backup', 'newest'], { cwd: bare.path, env: target })
    assert.match(
      restored.stdout,
      new RegExp(
        `^Restored ${name}: 3 log entries\\. Start the service again\\.\nThere was no database to compare with\\. `,
      ),
    )
    assert.deepEqual(readdirSync(join(bare.path, 'new')), ['firsthand.db'])
    const again = await runCommand(['restore-backup', join(outside, name)], {
      cwd: bare.path,
      env: { ...target, DATABASE_URL: databaseUrl },
    })
    assert.equal(again.code, 0)
    const locked = await runCommand(['restore-backup', join(outside, name)], {
      cwd: bare.path,
      env: { DATABASE_URL: databaseUrl },
    })
    assert.match(locked.stderr, /is encrypted\. Set BACKUP_PASSPHRASE/)
  })

  it('One that cannot be restored is named as its owner knows it, and leaves nothing behind', async t => {
    const { outside, env, firsthand } = await install(t)
    await firsthand('backup')
    const [name = ''] = readdirSync(outside)
    const bare = await makeFolder(t)
    const restore = async (file: string, changes = {}) => {
      const target = { ...env, DATABASE_URL: 'sqlite:data/reviews/firsthand.db', ...changes }
      const { code, stderr } = await runCommand(['restore-backup', file], {
        cwd: bare.path,
        env: target,
      })
      assert.deepEqual([code, readdirSync(bare.path)], [1, []])
      return stderr
    }
    assert.equal(await restore('none.db'), 'There is no file none.db.\n')
    assert.equal(
      await restore('newest', { BACKUP_PASSPHRASE: 'another passphrase' }),
      `BACKUP_PASSPHRASE does not open ${name}. Use the one it was made with.\n`,
    )
    const note = join(outside, 'note.txt')
    writeFileSync(note, 'Not a database.')
    await encryptFile(note, join(outside, name), PASSPHRASE)
    const reason = await restore('newest')
    assert.ok(reason.startsWith(`${name} is not a usable backup: `), reason)
    writeFileSync(join(outside, name), readFileSync(join(outside, name)).subarray(0, -1))
    assert.equal(
      await restore('newest'),
      `${name} is damaged: it is not as it was written. Use another backup.\n`,
    )
  })

  it('The drill proves that the newest one restores, changes nothing, and fails where it does not', async t => {
    const { path, outside, firsthand } = await install(t)
    assert.match(
      (await firsthand('restore-backup', 'newest', '--drill')).stderr,
      /^There is no backup in the place/,
    )
    await firsthand('backup')
    // SQLite makes files beside a database that it reads.
    const files = () => readdirSync(path).filter(file => !/-(?:shm|wal)$/.test(file))
    const before = files()
    const { code, stdout } = await firsthand('restore-backup', 'newest', '--drill')
    assert.equal(code, 0)
    assert.match(
      stdout,
      /^firsthand-[\w-]+\.db\.age can be restored: 3 reviews and 3 log entries, the log as it was written\. Nothing was changed\.\n$/,
    )
    assert.deepEqual(files(), before)
    const [name = ''] = readdirSync(outside)
    const bytes = readFileSync(join(outside, name))
    bytes[bytes.length - 1]! ^= 1
    writeFileSync(join(outside, name), bytes)
    const failed = await firsthand('restore-backup', 'newest', '--drill')
    assert.equal(failed.code, 1)
    assert.match(failed.stderr, /is damaged: it is not as it was written/)
  })

  it('The newest are kept, and files of others stay', async t => {
    const { outside, databaseUrl } = await install(t)
    const settings = {
      backupTo: outside,
      backupPassphrase: PASSPHRASE,
      backupKeep: 2,
      backupS3Region: '',
      outgoingAllowCidrs: [],
    }
    const others = [
      'firsthand-00000000-20200101T000000Z.db.age',
      'firsthand-20200101T000000Z.db.age',
      'photo.jpg',
    ]
    for (const name of others) writeFileSync(join(outside, name), '')
    const days = [1, 2, 3].map(day => new Date(Date.UTC(2026, 5, day)))
    for (const day of days) await backUpOutside(databaseUrl, settings, day)
    const [keyId] = await readKeyIds(databaseUrl)
    const own = days.slice(1).map(day => backupName(keyId!, day))
    assert.deepEqual(readdirSync(outside).toSorted(), [...others, ...own].toSorted())
  })

  it('Two installations with one place each keep and restore their own', async t => {
    const place = await install(t)
    const other = await install(t)
    await importInto(other.databaseUrl, [row({ source_id: 'more' })])
    const env = { ...place.env, BACKUP_KEEP: '1' }
    const run = (one: typeof place, ...args: string[]) =>
      runCommand(args, { cwd: one.path, env: { ...env, DATABASE_URL: one.databaseUrl } })
    for (const one of [place, other]) assert.equal((await run(one, 'backup')).code, 0)
    assert.equal(readdirSync(place.outside).length, 2)
    for (const [one, count] of [
      [place, 3],
      [other, 4],
    ] as const) {
      const { stdout } = await run(one, 'restore-backup', 'newest', '--drill')
      assert.match(stdout, new RegExp(`can be restored: ${count} reviews`))
    }
    const bare = await makeFolder(t)
    const onBare = (name: string) =>
      runCommand(['restore-backup', name], {
        cwd: bare.path,
        env: { ...env, DATABASE_URL: 'sqlite:data/x.db' },
      })
    const { stderr } = await onBare('newest')
    assert.match(
      stderr,
      /^BACKUP_TO has backups of several installations\. Name the one to restore/,
    )
    const [keyId] = await readKeyIds(other.databaseUrl)
    const name = readdirSync(place.outside).find(file => file.includes(keyId!))!
    assert.match(stderr, new RegExp(name))
    assert.match((await onBare(name)).stdout, new RegExp(`^Restored ${name}: 4 log entries`))
  })

  it('A service makes its backup although another installation has just made one there', async t => {
    const place = await install(t)
    await place.firsthand('backup')
    const settings = { backupTo: place.outside, backupPassphrase: PASSPHRASE }
    const service = await startTestService(t, { rows: rows(2), settings })
    await until(() => service.log.some(({ msg }) => msg.startsWith('Made a backup outside')))
    assert.equal(readdirSync(place.outside).length, 2)
  })

  it('After a change of the key the earlier backups are still those of the installation', async t => {
    const { outside, databaseUrl } = await install(t)
    const settings = { backupTo: outside, backupPassphrase: PASSPHRASE, ...FOLDER }
    await backUpOutside(databaseUrl, settings, new Date('2026-06-01T00:00:00Z'))
    await using store = await openStore(databaseUrl, system)
    await store.write(writer => writer.rotateLogKey('reviews.example/log'))
    const { file } = await backUpOutside(databaseUrl, settings, new Date('2026-06-02T00:00:00Z'))
    assert.deepEqual(readdirSync(outside), [file])
  })

  it('A folder that is not there is not made: the disk may not be mounted', async t => {
    const { path, env } = await install(t)
    const gone = join(path, 'gone')
    const { code, stderr } = await runCommand(['backup'], {
      cwd: path,
      env: { ...env, BACKUP_TO: gone },
    })
    assert.deepEqual([code, existsSync(gone)], [1, false])
    assert.match(stderr, /The folder for backups .*gone cannot be used \(ENOENT\)/)
  })

  it('One that does not come back as it was written is removed, and the older ones stay', async t => {
    const { path, env, databaseUrl } = await install(t)
    const { objects, url } = await startBucket(t, () => true)
    await placeOld(objects, databaseUrl)
    const bucket = { ...env, ...inBucket(url) }
    const { code, stderr } = await runCommand(['backup'], { cwd: path, env: bucket })
    assert.equal(code, 1)
    assert.match(
      stderr,
      /^firsthand-[\da-f]{8}-\d{8}T\d{6}Z\.db\.age is not encrypted with a passphrase/,
    )
    assert.equal(objects.size, 1)
  })

  it('One that is stored counts, even if the bucket deletes no older one', async t => {
    const { path, env, databaseUrl } = await install(t)
    const { objects, url } = await startBucket(t, () => false, true)
    await placeOld(objects, databaseUrl)
    const bucket = { ...env, ...inBucket(url) }
    const { code } = await runCommand(['backup'], { cwd: path, env: bucket })
    assert.deepEqual([code, objects.size], [1, 2])
    const { stdout } = await runCommand(['check'], { cwd: path, env: bucket })
    assert.match(stdout, /The last backup is of today/)
  })

  it('A bucket gets signed requests, is rotated, and the drill reads from it', async t => {
    const { path, env, databaseUrl } = await install(t)
    const { objects, url } = await startBucket(t)
    await placeOld(objects, databaseUrl)
    const bucket = {
      ...env,
      BACKUP_TO: url,
      BACKUP_KEEP: '1',
      BACKUP_S3_KEY: `${KEY.id}:${KEY.secret}`,
      BACKUP_S3_REGION: 'eu-central-1',
      OUTGOING_ALLOW_CIDRS: '127.0.0.0/8',
    }
    const made = await runCommand(['backup'], { cwd: path, env: bucket })
    assert.equal(made.stderr, '')
    assert.equal(objects.size, 1)
    assert.match(
      [...objects.keys()][0]!,
      /^our backups\/larkfield\/firsthand-[\da-f]{8}-2\d{7}T\d{6}Z\.db\.age$/,
    )
    const drill = await runCommand(['restore-backup', 'newest', '--drill'], {
      cwd: path,
      env: bucket,
    })
    assert.match(drill.stdout, /can be restored: 3 reviews/)
    const wrong = await runCommand(['backup'], {
      cwd: path,
      env: { ...bucket, BACKUP_S3_KEY: `${KEY.id}:other` },
    })
    assert.match(
      wrong.stderr,
      /The bucket for backups rejected a request: 403 SignatureDoesNotMatch/,
    )
    const guarded = await runCommand(['backup'], {
      cwd: path,
      env: { ...bucket, OUTGOING_ALLOW_CIDRS: '' },
    })
    assert.notEqual(guarded.code, 0)
    assert.doesNotMatch(guarded.stderr, /at .*\.ts:/)
  })

  it('The service makes one when it starts, not another the same day, and says so when it cannot', async t => {
    const { outside } = await install(t)
    const settings = { backupTo: outside, backupPassphrase: PASSPHRASE }
    const first = await startTestService(t, { rows: rows(2), settings })
    await until(() => readdirSync(outside).length === 1)
    await until(() => first.log.some(({ msg }) => msg.startsWith('Made a backup outside')))
    const failing = await startTestService(t, {
      rows: rows(2),
      settings: { ...settings, backupTo: join(outside, 'no') },
    })
    await until(() =>
      failing.log.some(({ msg }) => /^No backup was made; .* cannot be used/.test(msg)),
    )
    assert.equal(readdirSync(outside).length, 1)
  })
})
