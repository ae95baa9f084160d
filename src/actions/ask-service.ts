/** Asks the public address whether the service answers there, and says what that means. */
import { HealthFact } from '../model/health-fact.ts'
import { cleanLine, unlessItThrows } from '../model/scalars.ts'
import type { RequestFailure } from '../outgoing/failures.ts'
import { createUncheckedClient } from '../outgoing/operator-client.ts'
import { type Check, type CheckedSettings, resultsOf } from './check-result.ts'
import type { InstallationStatus } from './installation-status.ts'

/** What the public address answers. */
export type ServiceAnswer = Awaited<ReturnType<typeof askService>>

/** What else may answer there has whole pages. */
const LIMITS = { maxBytes: 2 ** 23, limitMs: 10_000 }

export async function askService({ baseUrl, port }: CheckedSettings) {
  const origin = baseUrl ?? `http://localhost:${port}`
  await using client = createUncheckedClient()
  const get = async (path: string) => {
    const { status, headers, body } = await client.send(new URL(origin + path), {
      method: 'GET',
      headers: { 'cache-control': 'no-cache' },
      ...LIMITS,
    })
    return { status, headers, text: body.toString('latin1') }
  }
  try {
    const { status, headers, text } = await get('/readyz')
    const checkpoint = status === 200 ? await get('/log/checkpoint') : null
    const size = checkpoint?.status === 200 ? checkpoint.text.split('\n')[1] : undefined
    const ready = readyIn(text)
    const date = Date.parse(headers.date ?? '')
    return {
      status,
      ready: ready !== null,
      publishing: ready?.problem ?? null,
      facts: ready?.facts ?? [],
      at: Number.isNaN(date) ? null : new Date(date),
      logSize: size !== undefined && /^\d{1,15}$/.test(size) ? Number(size) : null,
    }
  } catch (error) {
    const { name, code } = error as RequestFailure
    return { problem: cleanLine(code || name) }
  }
}

/** null if it is not the response of a Firsthand. */
function readyIn(text: string): { problem: string | null; facts: HealthFact[] } | null {
  const { status, problem, facts } = unlessItThrows(() => JSON.parse(text)) ?? {}
  if (typeof status !== 'string') return null
  return {
    problem: typeof problem === 'string' ? cleanLine(problem) : null,
    facts: HealthFact.array().catch([]).parse(facts),
  }
}

/** What only the running service knows about itself, and what is wrong with the database that it has open. */
export const checksOfService = (answer: ServiceAnswer): Check[] =>
  ('problem' in answer ? [] : answer.facts)
    .filter(
      ({ name, status }) =>
        /^(?:publication|hub|witnesses|outgoing DNS)$/.test(name) ||
        (name === 'database' && status !== 'ok'),
    )
    .map(({ name, status, detail }) => ({ name, state: status, message: cleanLine(detail) }))

export function describeService(
  { baseUrl, port }: CheckedSettings,
  answer: ServiceAnswer,
  status: InstallationStatus | null,
): Check {
  const { ok, warning, problem } = resultsOf('public address')
  const origin = baseUrl ?? `http://localhost:${port}`
  if ('problem' in answer)
    return baseUrl === undefined
      ? warning(
          `${origin} does not answer: the service is not running here, or its public address is not set (docs/operations.md).`,
        )
      : problem(
          `${origin} does not answer (${answer.problem}). Is the service running, and does the name lead to it?`,
        )
  if (!answer.ready)
    return problem(
      `${origin}/readyz is not the response of a Firsthand (status ${answer.status}). Check the public address that is set (docs/operations.md), and the web server in front.`,
    )
  if (answer.publishing)
    return problem(`${origin} answers, but has a problem: ${answer.publishing}`)
  if (answer.status !== 200)
    return warning(`${origin} answers, but is not ready (status ${answer.status}).`)
  const { logSize } = answer
  if (status && logSize !== null && status.log.size > 0 && logSize !== status.log.size)
    return warning(
      `${origin} answers, but its log has ${logSize} entries and this database ${status.log.size}. A change may be on its way; otherwise another database is served there.`,
    )
  return ok(`${origin} answers and is ready.`)
}
