/** Passkeys: what a browser is asked, and whether its response is right. */
import { randomBytes } from 'node:crypto'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { DeskPasskeyTable } from '../../store/base/tables.ts'
import type { Store } from '../../store/store.ts'
import { createSignedToken, timeOfToken } from './signed-token.ts'

const CHALLENGE_MS = 5 * 60_000
const PURPOSE = 'challenge for a passkey'
/** EdDSA, ES256 and RS256 (COSE numbers): every supported Node verifies these, and newer ones only some. */
const supportedAlgorithmIDs = [-8, -7, -257]

export function createPasskeys({ deskAccess, secretKey }: Store, origin: string, now: () => Date) {
  const rpID = new URL(origin).hostname
  const expected = { expectedOrigin: origin, expectedRPID: rpID, requireUserVerification: true }

  /** Challenges say when they were made, so that no instance has to remember them. */
  const newChallenge = async () =>
    createSignedToken(await secretKey(), PURPOSE, now().getTime(), randomBytes(16))

  /** Asks the database before the response is read: that it fails must not pass for a wrong response. */
  async function createTimeOfChallenge() {
    const key = await secretKey()
    return (challenge: string): number | null => {
      const token = Buffer.from(challenge, 'base64url').toString()
      const madeMs = timeOfToken(key, PURPOSE, token)
      return madeMs !== null && now().getTime() - madeMs <= CHALLENGE_MS ? madeMs : null
    }
  }

  return {
    creationOptions: async (userName: string, rpName: string) =>
      await generateRegistrationOptions({
        rpName,
        rpID,
        userName,
        userDisplayName: userName,
        challenge: await newChallenge(),
        timeout: CHALLENGE_MS,
        supportedAlgorithmIDs,
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      }),

    requestOptions: async () =>
      await generateAuthenticationOptions({
        rpID,
        challenge: await newChallenge(),
        timeout: CHALLENGE_MS,
        userVerification: 'required',
      }),

    /** Returns the new passkey, or null if the response is wrong. */
    async readNew(
      json: string,
      user_name: string,
      device: string,
    ): Promise<DeskPasskeyTable | null> {
      const timeOfChallenge = await createTimeOfChallenge()
      const expectedChallenge = (challenge: string) => timeOfChallenge(challenge) !== null
      const options = { expectedChallenge, supportedAlgorithmIDs, ...expected }
      const verified = await orNull(() =>
        verifyRegistrationResponse({ response: JSON.parse(json), ...options }),
      )
      if (!verified?.registrationInfo) return null
      const { id, publicKey } = verified.registrationInfo.credential
      const at = now().toISOString()
      const public_key = Buffer.from(publicKey).toString('base64url')
      return { id, user_name, public_key, device, created_at: at, used_at: at }
    },

    /** Returns the passkey as it was before, or null if the response is wrong or was used already. */
    async use(json: string): Promise<DeskPasskeyTable | null> {
      const response = await orNull(async () => JSON.parse(json))
      const passkey = (await deskAccess.passkeys()).find(({ id }) => id === response?.id)
      if (!passkey) return null
      const { id, public_key } = passkey
      const timeOfChallenge = await createTimeOfChallenge()
      let madeMs: number | null = null
      const expectedChallenge = (challenge: string) => {
        madeMs = timeOfChallenge(challenge)
        return madeMs !== null
      }
      // A challenge that works once makes the counter, which few devices have, unnecessary.
      const credential = {
        id,
        publicKey: Uint8Array.from(Buffer.from(public_key, 'base64url')),
        counter: 0,
      }
      const verified = await orNull(() =>
        verifyAuthenticationResponse({ response, expectedChallenge, credential, ...expected }),
      )
      if (!verified?.verified || madeMs === null) return null
      return (await deskAccess.usePasskey(id, new Date(madeMs).toISOString())) ? passkey : null
    },
  }
}

/** The library throws at whatever is wrong with a response. */
const orNull = <T>(work: () => Promise<T>): Promise<T | null> => Promise.try(work).catch(() => null)
