/**
 * For `node --test --test-reporter`: writes what becomes of each test to TEST_REPORT, at once,
 * because the process may die.
 */
import { appendFileSync } from 'node:fs'
import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'

/** A line of the report. */
export type Reported =
  | { failed: string; place: string; why: string }
  | { begun: string }
  | { ended: string }
  | { counts: Record<string, number> }
  | { alive: string[] }

/** How long a process may stay when all its tests have ended. */
const ALL_ENDED_MS = 20_000

export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const write = (line: Reported) =>
    appendFileSync(process.env.TEST_REPORT!, `${JSON.stringify(line)}\n`)
  const path: string[] = []
  let running = 0
  for await (const { type, data } of events) {
    if (type === 'test:enqueue' && data.nesting === 0) {
      write({ begun: data.file! })
      running++
    }
    if (type === 'test:start') path.splice(data.nesting, path.length, data.name)
    if (type === 'test:fail') {
      const { error } = data.details
      // A suite fails with its tests, which have said why.
      if ((error as { failureType?: string }).failureType !== 'subtestsFailed')
        write({
          failed: [...path.slice(0, data.nesting), data.name].join(' > '),
          place: `${data.file}:${data.line}:${data.column}`,
          why: describe(error.cause ?? error),
        })
    }
    if ((type === 'test:pass' || type === 'test:fail') && data.nesting === 0) {
      write({ ended: data.file! })
      if (--running === 0) setTimeout(sayWhatLives, ALL_ENDED_MS, write).unref()
    }
    if (type === 'test:summary') write({ counts: data.counts })
  }
  // A reporter is a generator, even one that writes elsewhere.
  yield ''
}

/** Without the frames of Node itself. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return inspect(error)
  const lines = (error.stack ?? error.message)
    .split('\n')
    .filter(line => !/^ +at .*\bnode:/.test(line))
  return [...lines, ...(error.cause ? [`caused by ${describe(error.cause)}`] : [])].join('\n')
}

function sayWhatLives(write: (line: Reported) => void): void {
  write({ alive: process.getActiveResourcesInfo() })
  process.exit(1)
}
