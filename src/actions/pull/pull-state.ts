/** What is kept about each source between pulls, and which instance pulls it now. */
import type { ReviewSource } from '../../model/review-source.ts'
import type { Store } from '../../store/store.ts'
import type { PullProblem, Validators } from './source-pages.ts'

const UNKNOWN = {
  last_attempt_at: null as string | null,
  last_success_at: null as string | null,
  /** When the next pull is due. */
  next_at: null as string | null,
  /** Since the last success. */
  failures: 0,
  /** What the last success changed, in words. */
  brought: null as string | null,
  problem: null as string | null,
  validators: null as Validators | null,
  /** The settings that the validators belong to. */
  asked: null as string | null,
  /** One instance works on it until then. */
  claimed_until: null as string | null,
}
export type PullState = typeof UNKNOWN

export const pullMemo = (name: string) => `pull:${name}`

/** Longer than any pull takes: then another instance may take over. */
export const CLAIM_MS = 30 * 60_000

export interface ClaimDependencies {
  store: Pick<Store, 'write'>
  now: () => Date
  random: () => number
}

/** Claims a source in one transaction, so that only one of several instances pulls it; null if another does, or, unless `isUrgent`, if it is not due. */
export async function claimPull(
  source: ReviewSource,
  { store, now, random }: ClaimDependencies,
  isUrgent: boolean,
) {
  const memo = pullMemo(source.name)
  // Not the environment: a new key does not change the reviews.
  const asked = JSON.stringify(source)
  const claimed = await store.write(async writer => {
    const state = { ...UNKNOWN, ...(await writer.memo<PullState>(memo)) }
    const at = now().toISOString()
    const isClaimed = state.claimed_until !== null && state.claimed_until > at
    const mustWait = !isUrgent && state.next_at !== null && state.next_at > at
    if (isClaimed || mustWait) return null
    const claimed_until = new Date(Date.parse(at) + CLAIM_MS).toISOString()
    await writer.setMemo(memo, { ...state, last_attempt_at: at, claimed_until })
    return { ...state, last_attempt_at: at, claimed_until: null }
  })
  if (!claimed) return null
  // What a source said about another question is no use.
  const before = { ...claimed, validators: claimed.asked === asked ? claimed.validators : null }
  const intervalSeconds = source.interval_hours * 3600
  const settle = (waitSeconds: number, outcome: Partial<PullState>) => {
    const next_at = nextAt(now(), waitSeconds, random)
    return store.write(writer => writer.setMemo(memo, { ...before, ...outcome, next_at }))
  }
  return {
    validators: before.validators,
    async succeed(validators: Validators | null, brought: string): Promise<void> {
      const success = { last_success_at: now().toISOString(), failures: 0, problem: null }
      await settle(intervalSeconds, { ...success, brought, validators, asked })
    },
    /** Returns how often it has failed by now. */
    async fail(problem: PullProblem): Promise<number> {
      const failures = before.failures + 1
      const waitSeconds = waitAfter(failures, problem, intervalSeconds)
      await settle(waitSeconds, { failures, problem: problem.message })
      return failures
    },
  }
}

const FIRST_WAIT_SECONDS = 300
const QUOTA_WAIT_SECONDS = 3600
const LONGEST_WAIT_SECONDS = 7 * 86_400

/** Twice as long each time, up to the interval; never sooner than the service asked. */
export function waitAfter(
  failures: number,
  { kind, waitSeconds }: Pick<PullProblem, 'kind' | 'waitSeconds'>,
  intervalSeconds: number,
): number {
  const growing = Math.min(FIRST_WAIT_SECONDS * 2 ** Math.min(failures - 1, 20), intervalSeconds)
  const least = kind === 'passing' ? growing : Math.max(growing, QUOTA_WAIT_SECONDS)
  return Math.min(Math.max(least, waitSeconds ?? 0), LONGEST_WAIT_SECONDS)
}

const JITTER = 0.1

/** Up to a tenth later, so that not everyone comes at the same minute; never sooner. */
export const nextAt = (at: Date, seconds: number, random: () => number) =>
  new Date(at.getTime() + seconds * 1000 * (1 + JITTER * random())).toISOString()
