/** Lets subscribers who prove that they know their secret look at their subscription, or get the content again. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import {
  type OwnSubscription,
  SubscriptionAction,
  SubscriptionForm,
  type SubscriptionParameter,
} from '../model/subscription.ts'
import { StoreProblem } from '../store/base/store-problem.ts'
import type { SubscriptionStatus } from '../store/hub/hub-store.ts'
import { isPrintable } from './callback-url.ts'
import type { HubParts } from './hub-parts.ts'
import { findTopic } from './subscription-request.ts'

/** Takes the form of a request, and never throws because of what is in it. */
export type AnswerSubscriber = (form: string) => Promise<SubscriberAnswer>

export interface SubscriberAnswer {
  status: 200 | 202 | 400 | 404 | 429 | 503
  subscription?: OwnSubscription
  retryAfterSeconds?: number
}

const TOLERANCE_MS = 5 * 60_000
/** So that requests for subscriptions that do not exist take as long as the others. */
const NO_SECRET = 'the secret of nobody'

export function createAnswerSubscriber(parts: HubParts): AnswerSubscriber {
  const { store, baseUrl, seal, waitForPair, nowMs } = parts
  const sealedNoSecret = seal.close(NO_SECRET)

  /** null unless the form proves that its sender knows the secret of the subscription. */
  async function findProven(form: Form): Promise<SubscriptionStatus | null> {
    const topic = findTopic(form.topic, baseUrl)
    const mayExist = topic !== undefined && isPrintable(form.callback)
    const found = mayExist ? await store.findSubscription(topic, form.callback) : undefined
    const secret = seal.open(found?.secret ?? sealedNoSecret)
    const isProven = isProof(form, secret ?? NO_SECRET) && isRecent(form.time, nowMs())
    return found?.secret && secret !== null && isProven ? found : null
  }

  async function answer(form: Form): Promise<SubscriberAnswer> {
    const found = await findProven(form)
    // A proof is good for one request, and any instance may have had it before.
    if (!found || !(await store.spendProof(form.proof.toLowerCase(), 2 * TOLERANCE_MS)))
      return NOT_FOUND
    const { data: action } = SubscriptionAction.safeParse(form.action)
    if (!action) return { status: 400 }
    const retryAfterSeconds = waitForPair(`own ${found.topic} ${form.callback}`)
    if (retryAfterSeconds > 0) return { status: 429, retryAfterSeconds }
    if (action === 'status') return { status: 200, subscription: describe(found) }
    const again = await store.replay(found.id)
    return again ? { status: 202, subscription: describe(again) } : NOT_FOUND
  }

  return async text => {
    const form = readForm(text)
    if (!form) return NOT_FOUND
    try {
      return await answer(form)
    } catch (error) {
      if (error instanceof StoreProblem) return { status: 503, retryAfterSeconds: 10 }
      throw error
    }
  }
}

const NOT_FOUND: SubscriberAnswer = { status: 404 }

type Form = Record<SubscriptionParameter, string>

/** null unless every parameter is there once. */
function readForm(text: string): Form | null {
  const sent = new URLSearchParams(text)
  const names = Object.keys(SubscriptionForm.shape) as SubscriptionParameter[]
  if (names.some(name => sent.getAll(name).length !== 1)) return null
  return Object.fromEntries(names.map(name => [name, sent.get(name)!])) as Form
}

function isProof({ callback, topic, action, time, proof }: Form, secret: string): boolean {
  const expected = createHmac('sha256', secret)
    .update([callback, topic, action, time].join('\n'))
    .digest()
  const given = Buffer.alloc(expected.length)
  const isHex = /^[0-9a-f]{64}$/i.test(proof) && given.write(proof, 'hex') === expected.length
  return timingSafeEqual(given, expected) && isHex
}

/** Unix seconds, or a timestamp such as 2026-11-16T20:15:00Z. */
function isRecent(time: string, nowMs: number): boolean {
  const isSeconds = /^\d{1,12}$/.test(time)
  const ms = isSeconds ? Number(time) * 1000 : TIMESTAMP.test(time) ? Date.parse(time) : Number.NaN
  return Math.abs(ms - nowMs) <= TOLERANCE_MS
}

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/

function describe({
  id: _id,
  secret: _secret,
  ...subscription
}: SubscriptionStatus): OwnSubscription {
  return subscription
}
