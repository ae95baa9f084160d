import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { copyFile } from 'node:fs/promises'
import { describe, it, type TestContext } from 'node:test'
import { parseCheckpoint } from '../../../src/ledger/checkpoint.ts'
import { findSignature, parseWitnessKey } from '../../../src/ledger/cosignature.ts'
import type { HealthFact } from '../../../src/model/health-fact.ts'
import { sha256, verifyBytes } from '../../../src/store/base/node-signatures.ts'
import { sqlitePath } from '../../../src/store/open-store.ts'
import { makeFolder } from '../../kit/folder.ts'
import { rows } from '../../kit/rows.ts'
import {
  importInto,
  startAgain,
  startTestService,
  type TestService,
  until,
} from '../../kit/service.ts'
import {
  addressOf,
  LOOPBACK,
  readKeyOf,
  readText,
  readWitnesses,
  startCosigned,
  startTestWitness,
  untilCosigned,
} from '../../kit/witness.ts'

async function readWitnessFact({ url }: { url: string }) {
  const { facts }: { facts: HealthFact[] } = JSON.parse(await readText(`${url}/readyz`))
  return facts.find(({ name }) => name === 'witnesses')
}

describe('A second signer', () => {
  it('Every new checkpoint gets the cosignatures of the witness, with both its keys', async t => {
    const first = await startTestService(t, { rows: rows(3) })
    const { log, witness, addresses } = await startCosigned(t, first)
    await untilCosigned(log, 2)
    await first.importRows(rows(9))
    await until(async () => (await readWitnesses(log)).witnesses.every(({ size }) => size === 9))
    const note = await readText(`${log.url}/log/checkpoint`)
    for (const { key } of addresses)
      assert.equal(
        findSignature(parseCheckpoint(note), parseWitnessKey(key, sha256), verifyBytes).state,
        'valid',
      )
    const [{ origin, record }] = (await witness.overview()).logs as [
      Awaited<ReturnType<typeof witness.overview>>['logs'][0],
    ]
    assert.equal(record!.size, 9)
    const witnessed = await readText(`${witness.url}/witness/${hash('sha256', origin)}/checkpoint`)
    assert.equal(parseCheckpoint(witnessed).body, parseCheckpoint(note).body)
    const { log_size, witnesses } = await readWitnesses(log)
    assert.deepEqual(
      [log_size, witnesses.map(({ key }) => key)],
      [9, addresses.map(({ key }) => key)],
    )
    const policy = await readText(`${log.url}/policy`)
    assert.match(policy, /\/witness signed it at 9 entries on /)
    // Proofs come with the same checkpoint.
    const proof = JSON.parse(await readText(`${log.url}/api/log/proof?from=3`))
    assert.equal(proof.checkpoint, note)
  })

  it('Cosignatures survive a restart, and are gone when the witness is no longer one', async t => {
    const first = await startTestService(t, { rows: rows(3) })
    const { log, addresses } = await startCosigned(t, first)
    await untilCosigned(log, 2)
    const before = await readWitnesses(log)
    await log.close()
    const again = await startAgain(t, first, { ...addressOf(first), witnesses: addresses })
    assert.deepEqual(await readWitnesses(again), before)
    await again.close()
    const without = await startAgain(t, first)
    await until(async () => (await readWitnesses(without)).witnesses.length === 0)
    await untilCosigned(without, 0)
  })

  it('A log that lost entries is not cosigned, its operator is told, and the witness keeps both sides of the fork', async t => {
    const first = await startTestService(t, { rows: rows(5) })
    const key = await readKeyOf(first)
    const witness = await startTestWitness(t, [key])
    const witnesses = witness.addresses.slice(0, 1)
    await first.close()
    const backup = await copyOf(t, first)
    const log = await startAgain(t, first, { ...LOOPBACK, ...addressOf(first), witnesses })
    await untilCosigned(log, 1)
    assert.equal((await readWitnessFact(log))?.status, 'ok')
    await first.importRows(rows(8))
    await until(async () => (await witness.overview()).logs[0]!.record?.size === 8)
    await log.close()

    const lines: string[] = []
    const settings = { ...LOOPBACK, ...addressOf(first), witnesses }
    const rewritten = await startAgain(t, backup, settings, undefined, lines)
    await until(() =>
      lines.some(line => /has cosigned 8 entries of this log, which now has 5\./.test(line)),
    )
    const { status, detail } = (await readWitnessFact(rewritten))!
    assert.equal(status, 'warning')
    assert.match(detail, /^A witness has not cosigned the newest state of the log\./)
    assert.equal(await readKeyOf(rewritten), key)
    const others = rows(20).slice(12)
    await importInto(backup.folder.databaseUrl, others.slice(0, 3))
    await until(async () => (await witness.overview()).logs[0]!.record!.refusals.length === 1)
    await importInto(backup.folder.databaseUrl, others)
    await until(async () => (await witness.overview()).logs[0]!.record!.refusals.length === 2)
    await until(() =>
      lines.some(line => /does not accept that this log continues the 8 entries/.test(line)),
    )
    const { refusals, size } = (await witness.overview()).logs[0]!.record!
    assert.deepEqual([size, refusals.map(({ kind }) => kind)], [8, ['fork', 'unproven']])
    const page = await readText(`${witness.url}/witness`)
    assert.match(page, /localhost:\d+\/log showed two different histories of the same length/)
    assert.match(page, /came without proof that it continues/)
    await untilCosigned(rewritten, 0)
  })

  it('Without logs to cosign, there is no witness', async t => {
    const { url } = await startTestService(t)
    assert.equal(await readWitnessFact({ url }), undefined)
    for (const path of ['/witness', '/witness.json', '/witness/add-checkpoint'])
      for (const method of ['GET', 'POST'])
        assert.equal((await fetch(url + path, { method })).status, 404, path)
  })

  it('Requests to a witness are limited in size and number', async t => {
    const log = await startTestService(t, { rows: rows(1) })
    const key = await readKeyOf(log)
    const { url } = await startTestService(t, {
      settings: { rateLimitPerMinute: 600, witnessFor: [{ origin: key.split('+')[0]!, key }] },
    })
    const send = (body: string) => fetch(`${url}/witness/add-checkpoint`, { method: 'POST', body })
    assert.equal((await send('a'.repeat(128 * 1024 + 1))).status, 413)
    assert.equal((await fetch(`${url}/witness/add-checkpoint`)).status, 405)
    const statuses = await Promise.all(
      Array.from({ length: 40 }, async () => (await send('old 0\n')).status),
    )
    assert.deepEqual([...new Set(statuses)].sort(), [400, 429])
  })
})

/** The database and the business file of a service that is closed, in another folder. */
async function copyOf(t: TestContext, { folder }: Pick<TestService, 'folder'>) {
  const copy = await makeFolder(t)
  await copyFile(sqlitePath(folder.databaseUrl), sqlitePath(copy.databaseUrl))
  await copyFile(`${folder.path}/business.json`, `${copy.path}/business.json`)
  return { folder: copy }
}
