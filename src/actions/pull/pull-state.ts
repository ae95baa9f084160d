/** What is kept about each source between pulls, and which instance pulls it now. */
import type { ReviewSource } from '../../model/review-source.ts'
import type { Store } from '../../store/store.ts'
import type { PullProblem } from './pull-problem.ts'
import type { Validators } from './source-pages.ts'

export interface PullState {
  last_attempt_at: string | null
  last_success_at: string | null
  /** When the next pull is due. */
  next_at: string | null
  /** Since the last success. */
  failures: number
  problem: string | null
  validators: Validators | null
  /** The settings that the validators belong to. */
  asked: string | null
  /** One instance works on it until then. */
  claimed_until: string | null
}

const UNKNOWN: PullState = {
  last_attempt_at: null,
  last_success_at: null,
  next_at: null,
  failures: 0,
  problem: null,
  validators: null,
  asked: null,
  claimed_until: null,
}

export const pullMemo = (name: string) => `pull:${name}`

/** Longer than any pull takes: then another instance may take over. */
export const CLAIM_MS = 30 * 60_000

/**
 * Claims a source in one transaction, so that only one of several instances pulls it; null if another does, or, unless `isUrgent`, if
 * it is not due.
 */
export async function claimPull(
  store: Pick<Store, 'write'>,
  source: ReviewSource,
  now: Date,
  isUrgent: boolean,
): Promise<PullState | null> {
  return await store.write(async writer => {
    const state = { ...UNKNOWN, ...(await writer.memo<PullState>(pullMemo(source.name))) }
    const at = now.toISOString()
    if (state.claimed_until !== null && state.claimed_until > at) return null
    if (!isUrgent && state.next_at !== null && state.next_at > at) return null
    const claimed = {
      ...state,
      last_attempt_at: at,
      claimed_until: new Date(now.getTime() + CLAIM_MS).toISOString(),
    }
    await writer.setMemo(pullMemo(source.name), claimed)
    // What a source said about another question is no use.
    return claimed.asked === digestSource(source) ? claimed : { ...claimed, validators: null }
  })
}

/** Not the environment: a new key does not change the reviews. */
const digestSource = (source: ReviewSource) => JSON.stringify(source)

interface Chance {
  now: () => Date
  random: () => number
}

export async function settleSuccess(
  store: Pick<Store, 'write'>,
  source: ReviewSource,
  state: PullState,
  validators: Validators | null,
  { now, random }: Chance,
): Promise<void> {
  const at = now()
  await save(store, source, {
    ...state,
    last_success_at: at.toISOString(),
    next_at: nextAt(at, source.interval_hours * 3600, random),
    failures: 0,
    problem: null,
    validators,
    asked: digestSource(source),
    claimed_until: null,
  })
}

const save = (store: Pick<Store, 'write'>, source: ReviewSource, state: PullState) =>
  store.write(writer => writer.setMemo(pullMemo(source.name), state))

/** Returns how often it has failed by now. */
export async function settleFailure(
  store: Pick<Store, 'write'>,
  source: ReviewSource,
  state: PullState,
  problem: PullProblem,
  { now, random }: Chance,
): Promise<number> {
  const failures = state.failures + 1
  const seconds = waitAfter(failures, problem, source.interval_hours * 3600)
  const next_at = nextAt(now(), seconds, random)
  await save(store, source, { ...state, next_at, failures, problem: problem.message, claimed_until: null })
  return failures
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
