/** Looks after the builder: starts its process for a change, keeps it warm for a while, ends it, and tries again if it fails. */
import { fork } from 'node:child_process'
import type { BuilderData, BuilderReport, BuilderRequest } from '../build/builder.ts'
import { moduleFile } from '../package/package-files.ts'

/** The process of a builder, or what behaves like one. */
export interface BuilderPort {
  send(message: { begin: BuilderData } | { request: BuilderRequest }): void
  // biome-ignore lint/suspicious/noExplicitAny: what comes with an event depends on the event
  on(event: 'message' | 'exit', listener: (value: any) => void): unknown
  kill(): void
}

interface BuilderProcessDependencies {
  data: BuilderData
  start: () => BuilderPort
  onReport: (report: BuilderReport) => void
  /** How long it stays after its last request: the next change is often near. */
  warmMs?: number
  /** How long it may say nothing while it works. */
  patienceMs?: number
}

const WARM_MS = 60_000
const PATIENCE_MS = 600_000
const FIRST_RETRY_MS = 1000
const LONGEST_RETRY_MS = 60_000

/** Measured with 2,000 reviews: 162 MB instead of 240, and a sixth less CPU time. */
const LITTLE_GARBAGE = '--max-semi-space-size=4'

/** What it prints, such as a crash of Node, goes where the service's own output goes. */
export const startBuilderProcess = (): BuilderPort =>
  fork(moduleFile('build/main'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: [LITTLE_GARBAGE],
  })

export function createBuilderProcess({
  data,
  start,
  onReport,
  warmMs = WARM_MS,
  patienceMs = PATIENCE_MS,
}: BuilderProcessDependencies) {
  /** What is to be asked for, and what was asked for and is not done yet: nothing is asked for twice at a time. */
  const wanted = new Set<BuilderRequest>()
  const underway = new Set<BuilderRequest>()
  let port: BuilderPort | undefined
  let failures = 0
  let timer: NodeJS.Timeout | undefined
  let closed = false
  let ended = Promise.resolve()

  const wait = (ms: number, then: () => void) => {
    clearTimeout(timer)
    timer = setTimeout(then, ms).unref()
  }

  function begin(): BuilderPort {
    const started = start()
    const { promise, resolve } = Promise.withResolvers<void>()
    ended = promise
    port = started
    started.on('message', (report: BuilderReport) => port === started && take(report))
    started.on('exit', () => {
      resolve()
      if (port !== started) return
      port = undefined
      if (underway.size > 0)
        fail('The process that builds what is published has ended unexpectedly.')
    })
    started.send({ begin: data })
    return started
  }

  function ask(): void {
    if (closed) return
    const asked = port ?? begin()
    for (const request of wanted.difference(underway)) {
      wanted.delete(request)
      underway.add(request)
      asked.send({ request })
    }
    expectReport()
  }

  function expectReport(): void {
    wait(patienceMs, () => {
      end()
      fail(
        `The process that builds what is published has said nothing for ${patienceMs / 1000} seconds.`,
      )
    })
  }

  function take(report: BuilderReport): void {
    if ('problem' in report) {
      fail(report.problem)
      return
    }
    if ('done' in report) underway.delete('build')
    if ('damage' in report) underway.delete('look for damage')
    failures = 0
    onReport(report)
    if (wanted.size > 0) ask()
    else if (underway.size > 0) expectReport()
    else wait(warmMs, end)
  }

  /** Tries again, after a longer wait each time. */
  function fail(problem: string): void {
    if (closed) return
    for (const request of underway) wanted.add(request)
    underway.clear()
    wait(Math.min(FIRST_RETRY_MS * 2 ** failures++, LONGEST_RETRY_MS), ask)
    onReport({ problem })
  }

  function end(): void {
    const ending = port
    port = undefined
    ending?.kill()
  }

  return {
    /** A request that waits to be tried again is tried at once. */
    request(request: BuilderRequest): void {
      wanted.add(request)
      ask()
    },
    async close(): Promise<void> {
      closed = true
      clearTimeout(timer)
      end()
      await ended
    },
  }
}
