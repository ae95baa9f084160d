/** What a further thread does: it responds on the same port to what is read from the Snapshot, and forwards the rest to the main thread. */
import type { MessagePort } from 'node:worker_threads'
import { forwardTo } from '../http/forward-request.ts'
import { type HttpServer, listen } from '../http/http-server.ts'
import { unpackSnapshot } from '../publish/packed-snapshot.ts'
import { openSnapshot, type Snapshot } from '../publish/snapshot.ts'
import { createMcp, createServiceApp, type FaultLog, type ServiceAppSettings } from './service-app.ts'

export interface ServingData {
  settings: ServiceAppSettings & { host: string; port: number; baseUrl: string; isSecure: boolean }
  times: BigInt64Array
  /** Where the main thread takes requests. */
  socketPath: string
  /** The number of the Snapshot that all threads serve. */
  served: Int32Array
}

/** From the main thread, also to say that `served` has changed. */
export interface ServingMessage {
  next?: { packed: SharedArrayBuffer; number: number }
  certificate?: Parameters<HttpServer['useCertificate']>[0]
  stopWithinMs?: number
}

/** To the main thread. */
export interface ServingReport {
  hasOpened?: boolean
  logged?: Parameters<FaultLog['error']>
  counted?: RequestCount[]
}

type RequestCount = [route: string, status: number, tookMs: number]

const COUNT_EVERY_MS = 200

export async function serveRequests(port: MessagePort, data: ServingData): Promise<void> {
  const { settings, times, socketPath, served } = data
  const report = (message: ServingReport) => port.postMessage(message)
  const log: FaultLog = { error: (...logged) => report({ logged }) }
  const opened: { number: number; snapshot: Snapshot }[] = []
  const counted: RequestCount[] = []
  let snapshot: Snapshot | undefined
  let server: Promise<HttpServer> | undefined
  let certificate: ServingMessage['certificate']

  /** All threads look at the same number, so they swap at the same time. */
  function current(): Snapshot | undefined {
    while (opened[0] && opened[0].number <= Atomics.load(served, 0)) snapshot = opened.shift()!.snapshot
    return snapshot
  }

  const reportCounts = () => report({ counted: counted.splice(0) })
  /** A message for each request would cost as much as the request. */
  function countRequest(...request: RequestCount): void {
    if (counted.push(request) === 1) setTimeout(reportCounts, COUNT_EVERY_MS).unref()
  }

  const mcp = createMcp(current, settings, log)
  const started = { publication: { current, problem: () => undefined }, mcp, isDraining: false }
  const app = createServiceApp(settings, started, { countRequest }, log, times, forwardTo(socketPath))

  async function stop(deadlineMs: number): Promise<void> {
    started.isDraining = true
    await mcp.close()
    await (await server)?.close(deadlineMs)
    reportCounts()
    port.close()
  }

  port.on('message', async ({ next, stopWithinMs, ...message }: ServingMessage) => {
    if (stopWithinMs !== undefined) return await stop(stopWithinMs)
    certificate = message.certificate ?? certificate
    if (next) opened.push({ number: next.number, snapshot: openSnapshot(unpackSnapshot(next.packed)) })
    if (next) report({ hasOpened: true })
    const now = current()
    // Until there is one, clients reach the main thread.
    if (!now) return
    mcp.announce(now)
    server ??= listen(app, { ...settings, reusePort: true })
    if (certificate) (await server).useCertificate(certificate)
  })
}
