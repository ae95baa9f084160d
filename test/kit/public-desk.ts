/** The desk at the public address for tests: a real service, and browsers whose device has passkeys. */
import type { TestContext } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { DEFAULT_PLACES } from '../../src/actions/shell-command.ts'
import { createInvitation, hashOfToken } from '../../src/desk/base/invitation.ts'
import { createPublicDesk } from '../../src/desk/public-desk.ts'
import { system } from '../../src/model/system.ts'
import type { Store } from '../../src/store/store.ts'
import { borrowPage, type WindowOptions } from './borrow-page.ts'
import { type DeskAnswer, type DeskCall, NO_BACKUPS, sendTo } from './desk.ts'
import { startTestService, type TestService, type TestServiceOptions, until } from './service.ts'
import { openTestStore } from './store.ts'

export interface TestPublicDesk extends TestService {
  store: Store
  /** How far the clock of the desk is ahead of that of the machine, which the service has. */
  clock: { aheadMs: number }
  /** Returns the path of a new invitation, which the service knows. */
  invite(name: string): Promise<string>
  /** A bare request, without a session. */
  call(path: string, options?: DeskCall): Promise<DeskAnswer>
}

export async function startPublicDesk(
  t: TestContext,
  options: TestServiceOptions = {},
): Promise<TestPublicDesk> {
  const clock = { aheadMs: 0 }
  const now = () => new Date(Date.now() + clock.aheadMs)
  const places = { ...DEFAULT_PLACES, ...NO_BACKUPS }
  const service = await startTestService(t, {
    ...options,
    mountDesk: place =>
      createPublicDesk({
        ...place,
        ...system,
        now,
        places,
        check: async () => ({ checks: [], status: null }),
      }),
  })
  places.databaseUrl = service.folder.databaseUrl
  const { store } = await openTestStore(t, service.folder)
  const call: TestPublicDesk['call'] = (path, request) =>
    sendTo(Number(new URL(service.url).port), path, request)
  return {
    ...service,
    store,
    clock,
    call,
    async invite(name) {
      const link = await createInvitation(store.deskAccess, service.url, name, { ...system, now })
      await until(async () => (await call('/desk')).status !== 404)
      return new URL(link).pathname
    },
  }
}

/** Signs someone in as a passkey would, and returns the cookie. */
export async function openDeskSession(
  { deskAccess }: Store,
  user_name: string,
  when: Date,
): Promise<string> {
  const at = when.toISOString()
  const times = {
    started_at: at,
    seen_at: at,
    confirmed_at: at,
    visited_before: null,
    notice: null,
  }
  const token = `token of ${user_name}`
  const who = { user_name, passkey_id: `of ${user_name}`, device: 'Android' }
  await deskAccess.openSession({ token_hash: hashOfToken(token), ...who, ...times }, '')
  return `__Host-firsthand_desk=${token}`
}

export const PHONE = { width: 390, height: 844 }

/** A browser on a device of its own, which unlocks its passkeys without asking. */
export async function borrowDevice(
  t: TestContext,
  browser: Browser,
  options: WindowOptions = { viewport: PHONE },
): Promise<Page> {
  const page = await borrowPage(t, browser, options)
  const session = await page.context().newCDPSession(page)
  t.after(() => session.detach())
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return page
}
