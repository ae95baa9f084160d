/** The narration job between a snapshot builder and a fake endpoint. */
import type { TestContext } from 'node:test'
import { pino } from 'pino'
import { startNarration } from '../../../src/serve/narration.ts'
import {
  honestAnswer,
  type ReceivedRequest,
  type Reply,
  startEndpoint,
} from '../../kit/narrator/endpoint.ts'
import { reviewRows } from '../../kit/narrator/reviews.ts'
import { until } from '../../kit/service.ts'
import { startBuilder } from '../../kit/snapshot-builder.ts'

export const honest = (request: ReceivedRequest): Reply => ({ content: honestAnswer(request) })

/**
 * A builder, an endpoint, and the job between them, on a clock that the test sets. Before it asks, the job records its call in a
 * transaction: `writes` counts the finished ones of a job, and `calls` reads what was recorded.
 */
export async function prepare(
  t: TestContext,
  reply: (request: ReceivedRequest, call: number) => Reply = honest,
  rows = reviewRows(),
) {
  const builder = await startBuilder(t)
  await builder.take(rows)
  const endpoint = await startEndpoint(t, reply)
  const log: string[] = []
  const clock = { now: Date.UTC(2026, 10, 15) }
  const start = () => {
    const writes = { count: 0 }
    const write: typeof builder.store.write = async work => {
      const result = await builder.store.write(work)
      writes.count++
      return result
    }
    const narration = startNarration(
      { write },
      {
        url: endpoint.url,
        model: 'tiny-1',
        key: 'sk-4711',
        timeoutMs: 30_000,
        debounceMs: 10,
        now: () => new Date(clock.now),
      },
      pino({ base: null }, { write: line => void log.push(JSON.parse(line).msg) }),
    )
    t.after(() => narration.close())
    return {
      ...narration,
      writes,
      hasWritten: (count: number) => until(() => writes.count >= count),
    }
  }
  const isSettled = (lines: number) => until(() => log.length >= lines)
  const calls = () => builder.store.write(writer => writer.narratorCalls())
  return { builder, endpoint, log, clock, start, isSettled, calls }
}
