/** `firsthand watch`: archives the reviews of other sites, and reports what changed since the last run. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type WatchReport, watchSite } from '../../actions/watch/watch-site.ts'
import { webhookBody } from '../../alerts/alert.ts'
import { writeTextFile } from '../../ingest/files/input-file.ts'
import { cleanLine, unlessItThrows, withoutScheme } from '../../model/scalars.ts'
import { system } from '../../model/system.ts'
import { createUncheckedClient } from '../../outgoing/operator-client.ts'
import { serviceAt } from '../../outgoing/typed-address.ts'
import { EXIT, readTypedUrl, type Streams, writeJson } from '../base/result.ts'
import { createProgress } from '../base/screen.ts'

type WatchOptions = { folder: string; webhook?: string; feed?: string; json: boolean }

export async function watch(
  urls: string[],
  options: WatchOptions,
  streams: Streams,
): Promise<number> {
  const { folder, webhook, feed, json } = options
  const { stdout, stderr } = streams
  const addresses = urls.map(url => readTypedUrl(url, NEEDS_ADDRESS))
  const target =
    webhook === undefined
      ? null
      : readTypedUrl(webhook, '--webhook needs an http or https address.')
  const reports: WatchReport[] = []
  for (const address of addresses) {
    const progress = createProgress(stderr, 'Entries')
    const place = join(folder, withoutScheme(serviceAt(address)).replaceAll(/[^\w.-]/g, '_'))
    const report = await watchSite(address, place, system.now(), progress.update).finally(
      progress.clear,
    )
    reports.push(report)
    if (!json) (report.verified ? stdout : stderr).write(describe(report))
  }
  if (json) writeJson({ stdout }, reports)
  const news = reports.filter(one => one.news)
  if (feed !== undefined) await extendFeed(feed, news)
  const isSent = !target || (await send(target, news, stderr))
  if (reports.some(({ verified }) => verified === false)) return EXIT.notVerified
  return isSent && reports.every(({ verified }) => verified) ? EXIT.done : EXIT.failed
}

const NEEDS_ADDRESS = 'watch needs http or https addresses, such as https://reviews.example.com.'

const titleOf = ({ url, verified, events }: WatchReport) =>
  verified
    ? `${url}: ${events.length} ${events.length === 1 ? 'change' : 'changes'}`
    : `${url}: NOT VERIFIED`

function describe({ url, verified, summary, events }: WatchReport): string {
  const prefix = verified === false ? 'NOT VERIFIED: ' : ''
  const changes = verified ? events.map(({ text }) => `  ${cleanLine(text)}\n`) : []
  return [`${cleanLine(`${url}: ${prefix}${summary}`)}\n`, ...changes].join('')
}

const LIMITS = { maxBytes: 2 ** 20, limitMs: 30_000 }

/** One message for each site. What could not be sent is in the archive too. */
async function send(
  target: URL,
  news: WatchReport[],
  stderr: NodeJS.WriteStream,
): Promise<boolean> {
  await using client = createUncheckedClient()
  try {
    const topic = decodeURIComponent(target.hash.slice(1))
    for (const report of news) {
      const lines = report.events.map(({ text }) => cleanLine(text))
      const alert = { kind: 'watch' as const, title: titleOf(report), lines, reviews: [] }
      const body = JSON.stringify({ ...webhookBody(alert, topic), report })
      const headers = { 'content-type': 'application/json' }
      const { status } = await client.send(target, { method: 'POST', headers, body, ...LIMITS })
      if (status >= 300) throw new Error(`${target.hostname} answered ${status}.`)
    }
    return true
  } catch (error) {
    stderr.write(
      `The report was not sent: ${cleanLine((error as Error).message)} It is in the archive.\n`,
    )
    return false
  }
}

const MAX_ITEMS = 200

/** A JSON Feed (https://www.jsonfeed.org/version/1.1/), the newest report first. */
async function extendFeed(file: string, news: WatchReport[]): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => '')
  const before = unlessItThrows(() => (JSON.parse(text) as { items: object[] }).items) ?? []
  const items = news.map(report => ({
    id: `${report.url}#${report.checked_at}`,
    url: report.url,
    title: titleOf(report),
    content_text: [report.summary, ...report.events.map(({ text: line }) => line)]
      .map(cleanLine)
      .join('\n'),
    date_published: report.checked_at,
  }))
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    title: 'Changes to reviews',
    items: [...items.reverse(), ...before].slice(0, MAX_ITEMS),
  }
  await writeTextFile(file, `${JSON.stringify(feed, null, 2)}\n`)
}
