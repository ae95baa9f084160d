/** Who has opened the desk: sessions in memory, which end with the desk or after a day without a request. */
import { timingSafeEqual } from 'node:crypto'
import { parse } from 'hono/utils/cookie'
import type { DeskSessionTable } from '../../store/base/tables.ts'

export interface DeskSession {
  /** Every form repeats it, and only pages of the desk know it. */
  csrf: string
  /** The owner was last here then; null at the first visit. */
  visitedBefore: string | null
  /** The next page tells what the last action did. */
  notice: DeskNotice | null
  /** Of someone who signed in at the public address; absent on the owner's machine. */
  remote?: DeskSessionTable
}

export type DeskNotice = { kind: 'done' | 'problem'; text: string }

export type DeskSessions = ReturnType<typeof createDeskSessions>

export const IDLE_MS = 24 * 3600_000
const MOST_SESSIONS = 20

export function createDeskSessions(
  port: number,
  nowMs: () => number,
  randomBytes: (size: number) => Uint8Array,
) {
  // Cookies ignore ports, so the name has the port in it.
  const name = `firsthand_desk_${port}`
  const open = new Map<string, { session: DeskSession; seenMs: number }>()
  const random = () => Buffer.from(randomBytes(24)).toString('base64url')

  return {
    /** Returns the new session, and the cookie that stands for it. */
    open(visitedBefore: string | null) {
      const id = random()
      const session: DeskSession = { csrf: random(), visitedBefore, notice: null }
      open.set(id, { session, seenMs: nowMs() })
      // The oldest one goes: every session took a link of its own.
      if (open.size > MOST_SESSIONS) open.delete(open.keys().next().value!)
      return { session, cookie: `${name}=${id}; Path=/; HttpOnly; SameSite=Strict` }
    },

    find(cookieHeader: string | undefined): DeskSession | null {
      const id = parse(cookieHeader ?? '', name)[name] ?? ''
      const found = open.get(id)
      if (!found || nowMs() - found.seenMs > IDLE_MS) {
        open.delete(id)
        return null
      }
      found.seenMs = nowMs()
      return found.session
    },
  }
}

export function isCsrfToken({ csrf }: DeskSession, given: string | null): boolean {
  const [own, other] = [Buffer.from(csrf), Buffer.from(given ?? '')]
  return own.length === other.length && timingSafeEqual(own, other)
}
