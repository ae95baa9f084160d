import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { system } from '../../src/model/system.ts'
import type { DeskPasskeyTable, DeskSessionTable } from '../../src/store/base/tables.ts'
import { openStore } from '../../src/store/open-store.ts'
import { openTestStore } from '../kit/store.ts'

const NOON = '2026-06-01T12:00:00.000Z'
const ONE = '2026-06-01T13:00:00.000Z'
const TWO = '2026-06-01T14:00:00.000Z'

const passkey: DeskPasskeyTable = {
  id: 'credential',
  user_name: 'Rosa',
  public_key: 'key',
  device: 'iPhone',
  created_at: NOON,
  used_at: NOON,
}

const session: DeskSessionTable = {
  token_hash: 'first',
  user_name: 'Rosa',
  passkey_id: 'credential',
  device: 'iPhone',
  started_at: NOON,
  seen_at: NOON,
  confirmed_at: NOON,
  visited_before: null,
  notice: null,
}

describe('Who may use the desk at the public address', () => {
  it('The desk is open while there is a valid invitation or a passkey', async t => {
    const { deskAccess } = (await openTestStore(t)).store
    assert.equal(await deskAccess.isOpen(NOON), false)
    await deskAccess.invite('hash', 'Rosa', NOON, ONE)
    assert.equal(await deskAccess.isOpen(NOON), true)
    assert.equal(await deskAccess.isOpen(ONE), false, 'expired')
    assert.equal(await deskAccess.enroll('hash', passkey), true)
    assert.equal(await deskAccess.isOpen(TWO), true)
    await deskAccess.removePasskey('credential')
    assert.equal(await deskAccess.isOpen(NOON), false)
  })

  it('An invitation is exchanged for one passkey, however many ask at once, and for none when it has expired', async t => {
    const { store, folder } = await openTestStore(t)
    const other = await openStore(folder.databaseUrl, system)
    t.after(() => other.close())
    await store.deskAccess.invite('hash', 'Rosa', NOON, ONE)
    assert.equal(await store.deskAccess.findInvitation('hash', NOON), 'Rosa')
    assert.equal(await store.deskAccess.findInvitation('hash', ONE), null)
    assert.equal(await store.deskAccess.findInvitation('other', NOON), null)
    assert.equal(await store.deskAccess.enroll('hash', { ...passkey, created_at: ONE }), false)
    const asked = [store, other, store, other].map(({ deskAccess }, count) =>
      deskAccess.enroll('hash', { ...passkey, id: `credential ${count}` }),
    )
    assert.deepEqual((await Promise.all(asked)).toSorted(), [false, false, false, true])
    assert.equal((await store.deskAccess.passkeys()).length, 1)
    assert.equal(await store.deskAccess.findInvitation('hash', NOON), null)
  })

  it('A new invitation deletes those that have expired', async t => {
    const { store, query } = await openTestStore(t)
    await store.deskAccess.invite('old', 'Rosa', NOON, ONE)
    await store.deskAccess.invite('new', 'Rosa', ONE, TWO)
    const left = await query('select token_hash from desk_invitation')
    assert.deepEqual(
      left.map(({ token_hash }) => token_hash),
      ['new'],
    )
  })

  it('A response to a challenge counts once, and none to an earlier challenge counts after it', async t => {
    const { deskAccess } = (await openTestStore(t)).store
    await deskAccess.invite('hash', 'Rosa', NOON, ONE)
    await deskAccess.enroll('hash', passkey)
    assert.equal(await deskAccess.usePasskey('credential', TWO), true)
    assert.equal(await deskAccess.usePasskey('credential', TWO), false)
    assert.equal(await deskAccess.usePasskey('credential', ONE), false)
    assert.equal(await deskAccess.usePasskey('unknown', TWO), false)
    assert.deepEqual({ ...(await deskAccess.passkeys())[0] }, { ...passkey, used_at: TWO })
  })

  it('Sessions are found on every instance until they are idle or ended, and end with their passkey', async t => {
    const { store, folder } = await openTestStore(t)
    const { deskAccess } = await openStore(folder.databaseUrl, system).then(other => {
      t.after(() => other.close())
      return other
    })
    for (const token_hash of ['first', 'second', 'third'])
      await store.deskAccess.openSession(
        { ...session, token_hash, passkey_id: `of ${token_hash}` },
        NOON,
      )
    const first = (await deskAccess.sessions(NOON)).find(({ token_hash }) => token_hash === 'first')
    assert.deepEqual({ ...first }, { ...session, passkey_id: 'of first' })
    assert.deepEqual(await deskAccess.sessions(ONE), [], 'idle')
    await deskAccess.changeSession('first', { seen_at: ONE, notice: '{}' })
    assert.equal((await store.deskAccess.sessions(ONE))[0]?.notice, '{}')
    await store.deskAccess.endSession('second')
    await store.deskAccess.removePasskey('of third')
    assert.deepEqual(
      (await deskAccess.sessions(NOON)).map(({ token_hash }) => token_hash),
      ['first'],
    )
  })

  it('The log lists the last actions first, and forgets what is too old', async t => {
    const { deskAccess } = (await openTestStore(t)).store
    const note = { user_name: 'Rosa', action: 'reply', detail: 'Saved.', review_id: null }
    for (const at of [NOON, ONE, TWO]) await deskAccess.noteAction({ ...note, id: at, at }, ONE)
    assert.deepEqual(
      (await deskAccess.actions(9)).map(({ at }) => at),
      [TWO, ONE],
    )
    assert.equal((await deskAccess.actions(1)).length, 1)
  })
})
