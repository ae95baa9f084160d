import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { audit, type Pin } from '../../../src/ledger/audit.ts'
import { append, EMPTY_FRONTIER, rootOf } from '../../../src/ledger/frontier.ts'
import { encodeEntry } from '../../../src/ledger/ledger-entry.ts'
import { leafHash } from '../../../src/ledger/merkle-tree.ts'
import { checkpointBody } from '../../../src/ledger/sign-checkpoint.ts'
import type { KeyEntry } from '../../../src/model/change.ts'
import {
  createFakeService,
  createSigner,
  type FakeService,
  type Files,
  type Signer,
} from '../../kit/ledger/fake-service.ts'
import { sha256 } from '../../kit/ledger/known-tree.ts'

const NAME = 'reviews.example/log'

async function check(files: Files, pinned: Pin | null = null) {
  const get = async (path: string) => files.get(path) ?? assert.fail(path)
  return await audit({ get, hash: async bytes => sha256(bytes), pinned })
}

const fails = (work: Promise<unknown>, code: string, says: RegExp) =>
  assert.rejects(work, (error: Error & { code: string }) => {
    assert.equal(error.code, code, error.message)
    assert.match(error.message, says)
    return true
  })

/** The signed head of the log as it is, with more lines below the root. */
function noteOf({ entries }: FakeService, signer: Signer, more = ''): string {
  const tree = entries.reduce(
    (grown, entry) => append(grown, leafHash(encodeEntry(entry), sha256), sha256),
    EMPTY_FRONTIER,
  )
  return signer.note(NAME, checkpointBody(NAME, entries.length, rootOf(tree, sha256)) + more)
}

function say({ entries }: FakeService, entry: Pick<KeyEntry, 'op' | 'key' | 'checkpoint'>): void {
  entries.push({ seq: entries.length + 1, at: '2026-03-14T09:00:00.000Z', v: 2, ...entry })
}

function rotate(service: FakeService, from: Signer, to: Signer, signedBy = from): void {
  const checkpoint = noteOf(service, signedBy, `${to.vkey(NAME)}\n`)
  say(service, { op: 'rotate', key: from.vkey(NAME), checkpoint })
}

/** A log as it is signed by another key. */
function signedWith(signer: Signer, service: FakeService): Files {
  const other = createFakeService(signer)
  other.entries.push(...service.entries)
  return new Map([
    ...service.publish(),
    ...[...other.publish()].filter(([path]) => path.startsWith('/log/c')),
  ]).set('/log/key', Buffer.from(`${signer.vkey(NAME)}\n`))
}

function begin(signer: Signer): FakeService {
  const service = createFakeService(signer)
  service.verifyAs('platform')
  service.show('add', 1)
  return service
}

describe('The key of a log', () => {
  const [first, second, third] = [createSigner(), createSigner(), createSigner()]

  it('Whoever checked before follows every change that the key before it signed', async () => {
    const service = begin(first)
    const { pin } = await check(service.publish())
    rotate(service, first, second)
    service.show('add', 2)
    const once = await check(signedWith(second, service), pin)
    assert.deepEqual(
      once.keys.map(({ op, key }) => [op, key]),
      [['rotate', first.vkey(NAME)]],
    )
    rotate(service, second, third)
    for (const pinned of [null, pin, once.pin])
      assert.equal((await check(signedWith(third, service), pinned)).pin.key, third.vkey(NAME))
  })

  it('A change that the old key did not sign is found', async () => {
    const service = begin(first)
    const { pin } = await check(service.publish())
    rotate(service, first, second, second)
    await fails(check(signedWith(second, service), pin), 'signature', /not signed by/)
    await fails(check(signedWith(second, service)), 'signature', /not signed by/)
  })

  it('A log that is still signed with a replaced key, or with one that no entry names, is found', async () => {
    const service = begin(first)
    const { pin } = await check(service.publish())
    rotate(service, first, second)
    await fails(check(service.publish()), 'key', /than its own entries say/)
    await fails(check(signedWith(third, service), pin), 'key', /than at the last check/)
  })

  it('A history that was rewritten before the change is a fork, whoever signed the change', async () => {
    const service = begin(first)
    service.show('add', 2)
    const { pin } = await check(service.publish())
    const rewritten = begin(first)
    rotate(rewritten, first, second)
    rewritten.show('add', 3)
    await fails(check(signedWith(second, rewritten), pin), 'fork', /rewritten/)
  })

  it('A log that continues a lost one says so to everyone, and whoever saw the lost one is still warned', async () => {
    const lost = begin(first)
    const { pin } = await check(lost.publish())
    const service = begin(second)
    say(service, { op: 'predecessor', key: first.vkey(NAME), checkpoint: noteOf(lost, first) })
    const { keys } = await check(service.publish())
    assert.deepEqual([keys[0]!.op, keys[0]!.key], ['predecessor', first.vkey(NAME)])
    await fails(
      check(service.publish(), pin),
      'key',
      /another key.*It says that it continues the log of that check/,
    )
  })

  it('A predecessor whose checkpoint its key did not sign is found', async () => {
    const service = begin(second)
    say(service, { op: 'predecessor', key: first.vkey(NAME), checkpoint: noteOf(service, second) })
    await fails(check(service.publish()), 'signature', /not signed by/)
  })

  it('An entry about a key that is no key fails the audit', async () => {
    const { pin } = await check(begin(first).publish())
    const service = begin(first)
    say(service, { op: 'rotate', key: 'x', checkpoint: null })
    await fails(check(service.publish(), pin), 'history', /A key in the log/)
  })
})
