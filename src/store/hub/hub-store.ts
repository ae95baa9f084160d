/** The hub's port to the store: topics, subscriptions and requests. No lock outlasts a call; instances claim rows instead. */
import type { HubMode, OwnSubscription, Subscriber, TopicPath } from '../../model/subscription.ts'
import type { HeldInstance } from '../base/database-engine.ts'
import type {
  DenialTable,
  SubscriptionRequestTable,
  SubscriptionTable,
  SuspensionTable,
  WaitReason,
} from '../base/tables.ts'

export type SubscriptionRow = SubscriptionTable
/** The part of a subscription that a delivery needs. */
export type DueRow = Omit<
  SubscriptionRow,
  | 'lease_seconds'
  | 'next_attempt_at'
  | 'claimed_until'
  | 'delivered_hash'
  | 'behind_since'
  | 'last_status'
  | 'attempts'
>
export type RequestRow = SubscriptionRequestTable
export type DenialRow = DenialTable
/** The callback of a suspension must not be shown in full. */
export type Suspension = SuspensionTable

/**
 * What the hub keeps. Instances share the work by claiming rows for a minute; a claim that ran out settles nothing.
 *
 * @example
 * await store.hub.setTopic('/feed.xml', hash, version)
 * const claim = { by: 'instance-1', seconds: 60, slow: false, limit: 64, without: [] }
 * const rows = await store.hub.claimDeliveries(claim, { hashes: [hash], after: { host: '', id: '' } })
 * const outcome = { kind: 'delivered', hash, status: 204 } as const
 * await store.hub.settleDeliveries(rows.map(row => ({ row, outcome })))
 */
export interface HubStore {
  /** Sets the current content of a topic. Ignored if another instance has already set a newer version. */
  setTopic(path: TopicPath, hash: string, version: number): Promise<void>
  /** Replaces an earlier request for the same topic and callback. */
  accept(request: NewRequest, limits: HubLimits): Promise<Acceptance>
  /** Whether the pair has a subscription whose lease has not expired. */
  isSubscribed(topic: TopicPath, callback: string): Promise<boolean>
  claimRequests(claim: Claim): Promise<RequestRow[]>
  /** Claims subscriptions that are behind and due, ordered by host, so that they can share a connection. */
  claimDeliveries(claim: Claim, range: SubscriptionRange): Promise<DueRow[]>
  /** Returns true if this ended a subscription. */
  settleRequest(row: RequestRow, outcome: RequestOutcome): Promise<boolean>
  /** Returns the ids of removed subscriptions. One that was renewed or ended in the meantime is not removed. */
  settleDeliveries(settled: Settled[]): Promise<Set<string>>
  /** When the next job becomes due; null if none is scheduled. */
  nextDueAt(): Promise<string | null>
  /** Returns how many subscriptions had expired. */
  removeExpired(): Promise<number>
  /** Ends a subscription, or drops a request. The subscriber gets a denial notice with the reason. */
  remove(id: string, reason: string): Promise<boolean>
  claimDenials(claim: Pick<Claim, 'by' | 'seconds' | 'limit'>): Promise<DenialRow[]>
  settleDenial(row: DenialRow, outcome: DenialOutcome): Promise<void>
  /** Records what the hub has suspended, for other processes to see; replaces an earlier record. */
  suspend(suspension: Suspension): Promise<void>
  /** Makes due what waited for the end of the suspension. */
  liftSuspension(suspension: Pick<Suspension, 'scope' | 'subject'>): Promise<void>
  /** Those that have not ended. */
  listSuspensions(): Promise<Suspension[]>
  /** One callback for each host that has received a delivery. */
  listReached(): Promise<ReachedCallback[]>
  /** With full callback URLs, which must not be shown. */
  list(): Promise<Subscriber[]>
  /** Within its lease. */
  findSubscription(topic: TopicPath, callback: string): Promise<SubscriptionStatus | undefined>
  /** Returns false if the proof was spent before. */
  spendProof(proof: string, keepMs: number): Promise<boolean>
  /** Makes the current content due again; undefined if there is no such subscription any more. */
  replay(id: string): Promise<SubscriptionStatus | undefined>
  /** Makes everyone who is behind due now; returns how many had to wait. */
  retryAll(): Promise<number>
  measure(): Promise<TopicMeasure[]>
  /** Whether something was recorded at a time that is yet to come: the clock was set back since. */
  hasFutureRecords(): Promise<boolean>
  /** After the clock was set back: nothing waits longer than it could have to wait from now on, and nothing is behind since a time to come. */
  bringForward(own: string, retrySeconds: number[]): Promise<void>
  /** Makes an instance known, so that others can take over its claims as soon as its process has ended. */
  joinInstances(id: string, onLost: () => void): Promise<HeldInstance>
  leaveInstances(id: string): Promise<void>
  /** Returns how many other instances had ended since the last call. */
  freeClaimsOfEnded(own: string): Promise<number>
}

export interface NewRequest {
  mode: HubMode
  topic: TopicPath
  topicUrl: string
  callback: string
  host: string
  secret: string | null
  leaseSeconds: number
  /** How long the verification must wait. */
  delayMs: number
}

export interface HubLimits {
  perTopic: number
  perHost: number
  pending: number
}

export type Acceptance = 'accepted' | 'no topic' | 'topic full' | 'host full' | 'too many pending'

export interface Claim {
  /** The instance, a hyphen, and a number that is unique for each call, so that a claim that ran out settles nothing. */
  by: string
  seconds: number
  /** Claims either callbacks that were slow or failed before, or all others. */
  slow: boolean
  limit: number
  /** Hosts to leave out. */
  without: string[]
}

/** Which subscriptions may be claimed. */
export interface SubscriptionRange {
  /** Only those to topics whose current content the caller has. */
  hashes: string[]
  /** Only those after this one, ordered by host and id. */
  after: { host: string; id: string }
}

export interface Settled {
  row: DueRow
  outcome: DeliveryOutcome
}

export type RequestOutcome =
  | { kind: 'verified'; sentAt: Date }
  | { kind: 'rejected' }
  | { kind: 'again'; at: Date; because: 'failed' | 'slow' | 'stopped' | 'outage' }

export type DeliveryOutcome =
  | { kind: 'delivered'; hash: string; status: number }
  | { kind: 'failed'; status: number | null; at: Date }
  | { kind: 'again'; at: Date; because: 'slow' | 'stopped' | WaitReason }
  /** With the reason for the denial notice, if the subscriber gets one. */
  | { kind: 'ended'; denial?: string }

export type DenialOutcome = { kind: 'done' } | { kind: 'again'; at: Date; attempts: number }

export interface ReachedCallback {
  host: string
  callback: string
}

export interface SubscriptionStatus extends OwnSubscription {
  id: string
  /** Encrypted. */
  secret: string | null
}

export interface TopicMeasure {
  topic: TopicPath
  active: number
  pending: number
  behind: number
  oldest_behind_since: string | null
}
