/** What the hub keeps: topics, subscriptions and the requests for them. No lock outlasts a call; work on a row is claimed. */
import type { HubMode, Subscriber, TopicPath } from '../../model/subscription.ts'
import type { DUE_COLUMNS, SubscriptionRequestTable, SubscriptionTable } from '../base/tables.ts'

export type SubscriptionRow = SubscriptionTable
/** What a delivery needs of it. */
export type DueRow = Pick<SubscriptionRow, (typeof DUE_COLUMNS)[number]>
export type RequestRow = SubscriptionRequestTable

export interface HubStore {
  /** Notes what a topic holds. An instance that is behind another changes nothing. */
  setTopic(path: TopicPath, hash: string, version: number): Promise<void>
  /** Takes the place of an earlier request for the same pair. */
  accept(request: NewRequest, limits: HubLimits): Promise<Acceptance>
  claimRequests(claim: Claim): Promise<RequestRow[]>
  /** Subscriptions that are behind and due, ordered by host, so that a connection serves several. */
  claimDeliveries(claim: Claim, part: Part): Promise<DueRow[]>
  /** Answers whether a subscription ended by it. */
  settleRequest(row: RequestRow, outcome: RequestOutcome): Promise<boolean>
  /** Answers with the ids of those that were removed: one that was renewed or had ended meanwhile is not. */
  settleDeliveries(settled: Settled[]): Promise<Set<string>>
  /** When the next row is due that is not due yet. */
  nextDueAt(): Promise<string | null>
  /** Answers with how many leases were over. */
  removeExpired(): Promise<number>
  remove(id: string): Promise<boolean>
  /** With their callbacks whole. */
  list(): Promise<Subscriber[]>
  measure(): Promise<TopicMeasure[]>
}

export interface NewRequest {
  mode: HubMode
  topic: TopicPath
  topicUrl: string
  callback: string
  host: string
  secret: string | null
  leaseSeconds: number
  /** Milliseconds until it is due. */
  delayMs: number
}

export interface HubLimits {
  perTopic: number
  perHost: number
  pending: number
}

export type Acceptance = 'accepted' | 'no topic' | 'topic full' | 'host full' | 'too many pending'

export interface Claim {
  /** Another for each look, so that a claim which ran out settles nothing. */
  by: string
  seconds: number
  /** Rows that were slow or failed before are claimed apart from the others. */
  slow: boolean
  limit: number
  /** None of these hosts. */
  without: string[]
}

/** Which subscriptions are looked at. */
export interface Part {
  /** Only topics whose newest content the caller has. */
  hashes: string[]
  /** Only those that come after this one. */
  after: { host: string; id: string }
}

export interface Settled {
  row: DueRow
  outcome: DeliveryOutcome
}

export type RequestOutcome =
  | { kind: 'verified'; sentAt: Date }
  | { kind: 'rejected' }
  | { kind: 'again'; at: Date; because: 'failed' | 'slow' | 'stopped' }

export type DeliveryOutcome =
  | { kind: 'delivered'; hash: string; status: number }
  | { kind: 'failed'; status: number | null; at: Date }
  | { kind: 'again'; at: Date; because: 'slow' | 'stopped' }
  | { kind: 'ended' }

export interface TopicMeasure {
  topic: TopicPath
  active: number
  pending: number
  behind: number
  oldest_behind_since: string | null
}
