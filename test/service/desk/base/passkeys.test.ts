import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createPasskeys } from '../../../../src/desk/base/passkeys.ts'
import { openTestStore } from '../../../kit/store.ts'

it('A database that fails is not taken for a wrong passkey', async t => {
  const { store, query } = await openTestStore(t)
  const passkeys = createPasskeys(store, 'https://reviews.example', () => new Date())
  assert.equal(await passkeys.readNew('{}', 'Rosa', 'Android'), null)
  await query('alter table setting rename to taken_away')
  await assert.rejects(passkeys.readNew('{}', 'Rosa', 'Android'), /setting/)
})
