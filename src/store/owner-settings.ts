/** Settings that the owner entered at the desk, by the names of their variables. They may be keys, so they are sealed. */
import { randomBytes } from 'node:crypto'
import { createSeal } from './base/sealed-secrets.ts'
import type { Store } from './store.ts'

const MEMO = 'owner-settings'

export type Sealing = { secretKey: string[] }

const openSeal = async (store: Store, { secretKey }: Sealing) =>
  createSeal([...secretKey, await store.secretKey()], randomBytes)

/** There are none if the key that sealed them is lost. */
export async function readOwnerSettings(store: Store, sealing: Sealing): Promise<Record<string, string>> {
  const sealed = await store.memo<string>(MEMO)
  return JSON.parse((sealed && (await openSeal(store, sealing)).open(sealed)) || '{}')
}

/** An empty value removes the setting. */
export async function saveOwnerSettings(store: Store, sealing: Sealing, changes: Record<string, string>) {
  const settings = Object.entries({ ...(await readOwnerSettings(store, sealing)), ...changes })
  const kept = Object.fromEntries(settings.filter(([, value]) => value !== ''))
  const sealed = (await openSeal(store, sealing)).close(JSON.stringify(kept))
  await store.write(writer => writer.setMemo(MEMO, sealed))
}
