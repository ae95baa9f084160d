/** Passkeys: what a browser is asked, and whether its response is right. */
import { createHmac, randomBytes } from 'node:crypto'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { DeskPasskeyTable } from '../../store/base/tables.ts'
import type { DeskAccess } from '../../store/desk-access.ts'
import { createSignedToken, timeOfToken } from './signed-token.ts'

export type Passkeys = ReturnType<typeof createPasskeys>

const CHALLENGE_MS = 5 * 60_000
const PURPOSE = 'challenge for a passkey'

export function createPasskeys(access: DeskAccess, secretKey: string, origin: string, now: () => Date) {
  const rpID = new URL(origin).hostname
  const expected = { expectedOrigin: origin, expectedRPID: rpID, requireUserVerification: true }
  const derive = (purpose: string, text: string) =>
    createHmac('sha256', secretKey).update(`${purpose}\n${text}`).digest()

  /** An invitation is spent once, so a challenge of its own is enough for it. */
  const challengeOf = (invitation: string) => derive('challenge for an invitation', invitation)

  /** Our challenges say when they were made; no instance has to remember them. */
  function timeOfChallenge(challenge: string): number | null {
    const madeMs = timeOfToken(secretKey, PURPOSE, Buffer.from(challenge, 'base64url').toString())
    return madeMs !== null && now().getTime() - madeMs <= CHALLENGE_MS ? madeMs : null
  }

  return {
    creationOptions: (invitation: string, userName: string, businessName: string) =>
      generateRegistrationOptions({
        rpName: businessName,
        rpID,
        userName,
        userDisplayName: userName,
        // The same for the same name, so that a phone replaces the passkey that it has.
        userID: Uint8Array.from(derive('user of the desk', userName)),
        challenge: Uint8Array.from(challengeOf(invitation)),
        timeout: CHALLENGE_MS,
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      }),

    requestOptions: () =>
      generateAuthenticationOptions({
        rpID,
        challenge: createSignedToken(secretKey, PURPOSE, now().getTime(), randomBytes(16)),
        timeout: CHALLENGE_MS,
        userVerification: 'required',
      }),

    /** Returns the new passkey, or null if the response is not one to this invitation. */
    async readNew(invitation: string, user_name: string, device: string, json: string) {
      const expectedChallenge = challengeOf(invitation).toString('base64url')
      const verified = await orNull(() =>
        verifyRegistrationResponse({ response: JSON.parse(json), expectedChallenge, ...expected }),
      )
      if (!verified?.registrationInfo) return null
      const { id, publicKey, counter } = verified.registrationInfo.credential
      const at = now().toISOString()
      const public_key = Buffer.from(publicKey).toString('base64url')
      return { id, user_name, public_key, counter, device, created_at: at, used_at: at }
    },

    /** Returns the passkey as it was before, or null if the response is wrong or was used already. */
    async use(json: string): Promise<DeskPasskeyTable | null> {
      const response = await orNull(async () => JSON.parse(json))
      const passkey = typeof response?.id === 'string' ? await access.findPasskey(response.id) : undefined
      if (!passkey) return null
      const { id, counter } = passkey
      const publicKey = Uint8Array.from(Buffer.from(passkey.public_key, 'base64url'))
      let madeMs: number | null = null
      const expectedChallenge = (challenge: string) => {
        madeMs = timeOfChallenge(challenge)
        return madeMs !== null
      }
      const credential = { id, publicKey, counter }
      const verified = await orNull(() =>
        verifyAuthenticationResponse({ response, expectedChallenge, credential, ...expected }),
      )
      if (!verified?.verified || madeMs === null) return null
      const { newCounter } = verified.authenticationInfo
      return (await access.usePasskey(id, new Date(madeMs).toISOString(), newCounter)) ? passkey : null
    },
  }
}

/** The library throws at whatever is wrong with a response. */
const orNull = <T>(work: () => Promise<T>): Promise<T | null> => Promise.try(work).catch(() => null)
