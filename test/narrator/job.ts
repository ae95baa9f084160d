/** The job that asks, with a builder before it and an endpoint behind it. */
import type { TestContext } from 'node:test'
import { pino } from 'pino'
import { startNarration } from '../../src/service/narration.ts'
import { until } from '../kit/service.ts'
import { startBuilder } from '../kit/snapshot-builder.ts'
import { honestAnswer, type ReceivedRequest, type Reply, startEndpoint } from './endpoint.ts'
import { reviewRows } from './reviews.ts'

export const honest = (request: ReceivedRequest): Reply => ({ content: honestAnswer(request) })

/** A builder, an endpoint, and the job between them on a clock that the test sets. */
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
    const narration = startNarration(
      builder.store,
      {
        url: endpoint.url,
        model: 'tiny-1',
        key: 'sk-4711',
        timeoutMs: 1000,
        debounceMs: 10,
        now: () => new Date(clock.now),
      },
      pino({ base: null }, { write: line => void log.push(JSON.parse(line).msg) }),
    )
    t.after(() => narration.close())
    return narration
  }
  const isSettled = (lines: number) => until(() => log.length >= lines)
  return { builder, endpoint, log, clock, start, isSettled }
}
