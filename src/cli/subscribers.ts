/** `firsthand subscribers`: lists who gets notified of changes, or ends one subscription. */
import type { Subscriber } from '../model/subscription.ts'
import { system } from '../service/system.ts'
import { openExisting } from '../store/open-store.ts'
import type { Store } from '../store/store.ts'
import { describeCallback } from '../websub/callback-url.ts'
import { EXIT } from './base/exit.ts'
import { writeJson } from './base/json-output.ts'

export interface SubscribersOptions {
  databaseUrl: string
  json: boolean
  /** The id of the subscription to end. */
  remove?: string
}

export async function subscribers(
  { databaseUrl, json, remove }: SubscribersOptions,
  streams: NodeJS.Process,
): Promise<number> {
  const store = await openExisting(databaseUrl, system)
  try {
    if (remove !== undefined) return await removeOne(store, remove, json, streams)
    const list = (await store.hub.list()).map(subscriber => ({
      ...subscriber,
      callback: describeCallback(subscriber.callback),
    }))
    if (json) writeJson(streams, list)
    else streams.stdout.write(describeList(list))
    return EXIT.done
  } finally {
    await store.close()
  }
}

async function removeOne(store: Store, id: string, json: boolean, streams: NodeJS.Process): Promise<number> {
  const removed = await store.hub.remove(id, 'the operator ended the subscription')
  if (json) writeJson(streams, { id, removed })
  else if (removed) streams.stdout.write(`Removed subscription ${id}.\n`)
  else streams.stderr.write(`There is no subscription ${id}. Run firsthand subscribers to list them.\n`)
  return removed ? EXIT.done : EXIT.failed
}

const TITLES = ['ID', 'STATE', 'TOPIC', 'CALLBACK', 'LEASE UNTIL', 'FAILURES', 'LAST DELIVERY']

function describeList(list: Subscriber[]): string {
  if (list.length === 0) return 'There are no subscribers yet.\n'
  const rows = [TITLES, ...list.map(cells)]
  const widths = TITLES.map((_, column) => Math.max(...rows.map(row => row[column]!.length)))
  const lines = rows.map(row =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  )
  return `${lines.join('\n')}\n`
}

function cells(subscriber: Subscriber): string[] {
  const { id, state, topic, callback, expires_at, failures, last_delivered_at, last_status } = subscriber
  const last = last_delivered_at ? minute(last_delivered_at) : 'none'
  return [
    id,
    state,
    topic,
    callback,
    expires_at ? minute(expires_at) : '-',
    failures > 0 ? `${failures} (${last_status ?? 'no response'})` : '0',
    last,
  ]
}

/** 2026-11-15 06:30Z */
const minute = (time: string) => `${time.slice(0, 16).replace('T', ' ')}Z`
