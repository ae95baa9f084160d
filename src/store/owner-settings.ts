/** Settings that the owner entered at the desk, by the names of their variables. They may be keys, so they are sealed. */
import { randomBytes } from 'node:crypto'
import { createSeal } from './base/sealed-secrets.ts'
import type { Store } from './store.ts'

const MEMO = 'owner-settings'

export type Sealing = { secretKey: string[] }

const openSeal = async (store: Store, { secretKey }: Sealing) =>
  createSeal([...secretKey, await store.secretKey()], randomBytes)

/** Each is sealed by itself; without those whose key is lost. */
export async function readOwnerSettings(
  store: Store,
  sealing: Sealing,
): Promise<Record<string, string>> {
  const { open } = await openSeal(store, sealing)
  const settings = Object.entries((await store.memo<Record<string, string>>(MEMO)) ?? {})
  const opened = settings.map(([name, sealed]) => [name, open(sealed) ?? ''])
  return Object.fromEntries(opened.filter(([, value]) => value !== ''))
}

/** An empty value removes the setting; the others stay, even if this process lacks the key that sealed them. */
export async function saveOwnerSettings(
  store: Store,
  sealing: Sealing,
  changes: Record<string, string>,
) {
  const { close } = await openSeal(store, sealing)
  const sealed = Object.entries(changes).map(([name, value]) => [name, value && close(value)])
  await store.write(async writer => {
    const known = await writer.memo<Record<string, string>>(MEMO)
    const settings = Object.entries({ ...known, ...Object.fromEntries(sealed) })
    await writer.setMemo(MEMO, Object.fromEntries(settings.filter(([, value]) => value !== '')))
  })
}
