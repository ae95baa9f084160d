/** Invitations to the desk at the public address: each enrolls one passkey, within a day. */
import { createHash } from 'node:crypto'
import { cleanLine } from '../../model/scalars.ts'
import { DESK_PATH } from '../../publish/base/public-paths.ts'
import type { DeskAccess } from '../../store/desk-access.ts'

export const INVITATION_PATH = '/invitation/'
const VALID_MS = 24 * 3600_000
const LONGEST_NAME = 60

/** Passkeys exist only where browsers trust the connection: over HTTPS, and on this machine. */
export function canHavePasskeys(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl)
  return protocol === 'https:' || hostname === 'localhost'
}

/** Returns the link. The database has only its hash. */
export async function createInvitation(
  access: DeskAccess,
  baseUrl: string,
  name: string,
  { now, randomBytes }: { now(): Date; randomBytes(size: number): Uint8Array },
): Promise<string> {
  const token = Buffer.from(randomBytes(24)).toString('base64url')
  const expiresAt = new Date(now().getTime() + VALID_MS).toISOString()
  await access.invite(hashOfToken(token), name, now().toISOString(), expiresAt)
  return baseUrl + DESK_PATH + INVITATION_PATH + token
}

export const readUserName = (text: string) => cleanLine(text).slice(0, LONGEST_NAME)

export const hashOfToken = (token: string) => createHash('sha256').update(token).digest('base64url')
