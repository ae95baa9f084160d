import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { describe, it, type TestContext } from 'node:test'
import { parseCheckpoint } from '../../../src/ledger/checkpoint.ts'
import { findSignature, parseWitnessKey } from '../../../src/ledger/cosignature.ts'
import { system } from '../../../src/model/system.ts'
import { sha256, verifyBytes } from '../../../src/store/base/node-signatures.ts'
import { openStore } from '../../../src/store/open-store.ts'
import type { Store } from '../../../src/store/store.ts'
import { createWitness, openWitnessKey } from '../../../src/witness/witness.ts'
import { openTestStore } from '../../kit/store.ts'
import vectors from './vectors.json' with { type: 'json' }

const BASE_URL = 'https://witness.example:8443'
const LOGS = [{ origin: vectors.log.origin, key: vectors.log.key }]
const NOW = new Date('2026-11-17T06:30:00Z')

async function open(store: Store) {
  const key = await openWitnessKey(store, BASE_URL, system.randomBytes)
  return createWitness({ store, key, logs: LOGS, now: () => NOW })
}

const requestOf = (comment: string) => vectors.steps.find(one => one.comment === comment)!.request

async function setUp(t: TestContext) {
  const { store, folder } = await openTestStore(t)
  return { store, folder, witness: await open(store) }
}

describe('A witness', () => {
  it('A witness answers requests that another program made as C2SP tlog-witness says', async t => {
    const { witness } = await setUp(t)
    for (const { comment, status, request, size } of vectors.steps) {
      const answer = await witness.addCheckpoint(request)
      assert.equal(answer.status, status, `${comment}: ${answer.text}`)
      if (size !== null)
        assert.deepEqual([answer.text, answer.contentType], [`${size}\n`, 'text/x.tlog.size'])
    }
  })

  it('A witness signs with both its keys, and its name has host and port', async t => {
    const { witness } = await setUp(t)
    const { text } = await witness.addCheckpoint(vectors.steps[0]!.request)
    const { name, keys, logs } = await witness.overview()
    assert.equal(name, 'witness.example:8443/witness')
    const note = logs[0]!.record!.checkpoint
    assert.ok(note.endsWith(text))
    for (const key of keys) {
      const found = findSignature(parseCheckpoint(note), parseWitnessKey(key, sha256), verifyBytes)
      assert.deepEqual(found, { state: 'valid', time: NOW.getTime() / 1000 })
    }
    assert.equal(await witness.findCheckpoint(hash('sha256', vectors.log.origin)), note)
    assert.equal(await witness.findCheckpoint(hash('sha256', 'other')), null)
  })

  it('A witness rejects what is not a request', async t => {
    const { witness } = await setUp(t)
    const good = requestOf('one more entry')
    const bad = [
      '',
      'old 3',
      good.replace('old 3', 'old 03'),
      good.replace('old 3', 'old -1'),
      good.replace('old 3', 'old 99999999999999999999'),
      good.replace('old 3', `old 3${'\nAAAA'.repeat(64)}`),
      good.replace('old 3', 'old 3\nAAAA'),
      good.replace(/\n$/, ''),
      good.replace('\n\n', '\n'),
    ]
    for (const text of bad) assert.equal((await witness.addCheckpoint(text)).status, 400, text)
    assert.equal((await witness.overview()).logs[0]!.record, null)
  })

  it('A witness remembers what it cosigned, and its key, when it starts again', async t => {
    const { witness, store, folder } = await setUp(t)
    await witness.addCheckpoint(requestOf('the first checkpoint needs no proof'))
    const before = await witness.overview()
    await store.close()
    await using again = await openStore(folder.databaseUrl, system)
    const restarted = await open(again)
    assert.deepEqual(await restarted.overview(), before)
    assert.equal(
      (await restarted.addCheckpoint(requestOf('the first checkpoint needs no proof'))).status,
      409,
    )
    assert.notEqual(
      Buffer.from(await again.logKey()).toString('base64url'),
      (await again.memo<{ seed: string }>('witness_key'))!.seed,
    )
  })

  it('Of two forks at the same time, a witness cosigns one, on two connections', async t => {
    const { witness, folder } = await setUp(t)
    await using other = await openStore(folder.databaseUrl, system)
    const elsewhere = await open(other)
    for (const comment of ['the first checkpoint needs no proof', 'one more entry'])
      await witness.addCheckpoint(requestOf(comment))
    // Both extend the four entries.
    const [one, two] = [requestOf('from a power of two'), vectors.fork_of_four]
    const answers = await Promise.all(
      [witness, elsewhere].flatMap(each => [each.addCheckpoint(one), each.addCheckpoint(two)]),
    )
    const signed = answers.filter(({ status }) => status === 200)
    assert.equal(signed.length, 1)
    const { logs } = await witness.overview()
    assert.deepEqual(
      logs[0]!.record!.refusals.map(({ kind }) => kind),
      ['fork'],
    )
  })

  it('A witness keeps both sides of a fork, whatever old size it came with', async t => {
    const { witness } = await setUp(t)
    for (const comment of [
      'the first checkpoint needs no proof',
      'one more entry',
      'from a power of two',
    ])
      await witness.addCheckpoint(requestOf(comment))
    const fork = requestOf('another history of the same size')
    for (const request of [fork, fork, fork.replace('old 7', 'old 2')])
      await witness.addCheckpoint(request)
    const { record } = (await witness.overview()).logs[0]!
    assert.equal(record!.refusals.length, 1)
    const [{ kind, cosigned, refused }] = record!.refusals as [
      (typeof record & object)['refusals'][number],
    ]
    assert.equal(kind, 'fork')
    const [ours, theirs] = [parseCheckpoint(cosigned), parseCheckpoint(refused)]
    assert.equal(ours.size, theirs.size)
    assert.notDeepEqual(ours.root, theirs.root)
    // The log goes on where it was cosigned, and the evidence stays.
    assert.equal((await witness.addCheckpoint(requestOf('many entries at once'))).status, 200)
    assert.equal((await witness.overview()).logs[0]!.record!.refusals.length, 1)
  })

  it('A wrong proof is forgotten once the same checkpoint comes with the right one', async t => {
    const { witness } = await setUp(t)
    for (const comment of [
      'the first checkpoint needs no proof',
      'one more entry',
      'from a power of two',
    ])
      await witness.addCheckpoint(requestOf(comment))
    const good = requestOf('many entries at once')
    const bad = good.replace(/^(old 7\n).*\n/, '$1')
    assert.equal((await witness.addCheckpoint(bad)).status, 422)
    assert.deepEqual(
      (await witness.overview()).logs[0]!.record!.refusals.map(({ kind }) => kind),
      ['unproven'],
    )
    assert.equal((await witness.addCheckpoint(good)).status, 200)
    assert.deepEqual((await witness.overview()).logs[0]!.record!.refusals, [])
  })
})
