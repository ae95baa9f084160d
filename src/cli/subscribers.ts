/** `firsthand subscribers`: lists who gets notified of changes and who is behind, ends one subscription, or retries what waits. */
import { describeCallback } from '../hub/callback-url.ts'
import type { Subscriber } from '../model/subscription.ts'
import type { Suspension } from '../store/hub/hub-store.ts'
import type { Store } from '../store/store.ts'
import { EXIT, openDatabase, printResult, UsageError } from './base/result.ts'
import { type Cell, countOf, layOut } from './base/screen.ts'

export interface SubscribersOptions {
  databaseUrl: string
  json: boolean
  /** The id of the subscription to end. */
  remove?: string
  retry: boolean
  callbackHost?: string
  behind: boolean
  page?: string
}

export async function subscribers(
  options: SubscribersOptions,
  streams: NodeJS.Process,
): Promise<number> {
  const { databaseUrl, json, remove, retry, callbackHost, behind, page } = options
  if (page !== undefined && !/^[1-9]\d{0,6}$/.test(page))
    throw new UsageError('--page needs a number from 1.')
  await using store = await openDatabase(databaseUrl)
  const { hub } = store
  if (remove !== undefined) return await removeOne(hub, remove, json, streams)
  if (retry) return await retryAll(hub, json, streams)
  const all = await hub.list()
  const found = all.filter(
    ({ callback, behind_since }) =>
      (callbackHost === undefined || new URL(callback).hostname === callbackHost) &&
      (!behind || behind_since !== null),
  )
  const start = (Number(page ?? 1) - 1) * PAGE_ROWS
  const shown = json && page === undefined ? found : found.slice(start, start + PAGE_ROWS)
  const list = shown.map(one => ({ ...one, callback: describeCallback(one.callback) }))
  const suspensions = await hub.listSuspensions()
  return printResult(streams, json, list, () => {
    if (list.length === 0)
      return all.length > 0 ? 'No subscribers match.\n' : 'There are no subscribers yet.\n'
    return describeAll(list, suspensions) + describePage(start, list.length, found.length)
  })
}

type Hub = Store['hub']

async function removeOne(
  hub: Hub,
  id: string,
  json: boolean,
  streams: NodeJS.Process,
): Promise<number> {
  const removed = await hub.remove(id, 'the operator ended the subscription')
  if (!json && !removed)
    streams.stderr.write(
      `There is no subscription ${id}. Run firsthand subscribers to list them.\n`,
    )
  else {
    const done = `Removed subscription ${id}. The running service tells the subscriber.\n`
    printResult(streams, json, { id, removed }, () => done)
  }
  return removed ? EXIT.done : EXIT.failed
}

async function retryAll(hub: Hub, json: boolean, streams: NodeJS.Process): Promise<number> {
  const retried = await hub.retryAll()
  const due =
    retried === 1 ? '1 subscriber that waited is' : `${retried} subscribers that waited are`
  return printResult(streams, json, { retried }, () =>
    retried === 0
      ? 'No subscriber waits for another attempt.\n'
      : `${due} due now. The running service sends within seconds.\n`,
  )
}

const PAGE_ROWS = 100

function describePage(start: number, count: number, found: number): string {
  if (count === found) return ''
  const next = start + count < found ? ` For more: --page ${start / PAGE_ROWS + 2}` : ''
  return `\nSubscribers ${start + 1} to ${start + count} of ${found}.${next}\n`
}

function describeAll(list: Subscriber[], suspensions: Suspension[]): string {
  const behind = list.filter(({ behind_since }) => behind_since !== null)
  return [
    describeList(list),
    ...(behind.length > 0
      ? [`Behind: ${behind.length}\n${behind.map(describeBehind).join('')}`]
      : []),
    ...(suspensions.length > 0
      ? [`Suspended:\n${suspensions.map(describeSuspension).join('')}`]
      : []),
  ].join('\n')
}

const TITLES = ['ID', 'TOPIC', 'CALLBACK', 'STATE', 'LEASE UNTIL', 'LAST DELIVERY']
/** Fits a terminal, if the callbacks leave room. No column is left out. */
const MAX_WIDTH = 100

const layOutAll = (list: Subscriber[]) =>
  layOut([TITLES.map(text => ({ text })), ...list.map(cells)], {
    width: Infinity,
    paint: (_, text) => text,
  })

function describeList(list: Subscriber[]): string {
  const excess = Math.max(...layOutAll(list).map(line => line.length)) - MAX_WIDTH
  const longest = Math.max(...list.map(({ callback }) => callback.length))
  const room = Math.max(MIN_CALLBACK, longest - excess)
  return `${layOutAll(list.map(one => ({ ...one, callback: shorten(one.callback, room) }))).join('\n')}\n`
}

/** The hash, which tells callbacks apart, and a little of the host. */
const MIN_CALLBACK = 20

/** Cuts the beginning: the end of a host name says more, and the hash follows it. */
const shorten = (text: string, width: number) =>
  text.length <= width ? text : `…${text.slice(text.length - width + 1)}`

function cells(subscriber: Subscriber): Cell[] {
  const { id, state, topic, callback, expires_at, behind_since, last_delivered_at } = subscriber
  return [
    id,
    topic,
    callback,
    state === 'pending' ? 'pending' : behind_since ? 'behind' : 'current',
    expires_at ? expires_at.slice(0, 10) : '-',
    last_delivered_at ? minute(last_delivered_at) : 'none',
  ].map(text => ({ text }))
}

function describeBehind(subscriber: Subscriber): string {
  const { id, behind_since, failures, next_attempt_at, suspended_until, attempts } = subscriber
  const facts = [
    `since ${minute(behind_since!)}`,
    countOf(failures, 'failure'),
    suspended_until
      ? `suspended until ${minute(suspended_until)}`
      : `next attempt ${minute(next_attempt_at!)}`,
  ]
  const lines = attempts.map(({ at, status }) => `    ${minute(at)}  ${status ?? 'no response'}\n`)
  return `  ${id}  ${facts.join(', ')}\n${lines.join('')}`
}

function describeSuspension({ scope, subject, ends_at, reason }: Suspension): string {
  const what =
    { everything: 'all deliveries', host: subject, callback: '' }[scope] ||
    describeCallback(subject)
  return `  ${what} until ${minute(ends_at)}: ${reason}\n`
}

/** 2026-11-15 06:30Z */
const minute = (time: string) => `${time.slice(0, 16).replace('T', ' ')}Z`
