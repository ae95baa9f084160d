/** SIGTERM and SIGINT for commands that run until they are stopped. */
import { EXIT } from './result.ts'

/** Ctrl-C may arrive twice: from the terminal, and passed on by npm or the launcher. */
const SAME_REQUEST_MS = 1000
/** Whoever has ended by then would be killed by the second: nothing listens while Node tears down. */
const PASSED_ON_MS = 300

/** Aborted when the operator asks the program to stop; asking again later ends it at once. */
export function listenForStop(process: NodeJS.Process): AbortSignal {
  const stopping = new AbortController()
  let askedMs: number | undefined
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (askedMs !== undefined && performance.now() - askedMs > SAME_REQUEST_MS) process.exit(EXIT.failed)
      if (askedMs === undefined) setTimeout(() => {}, PASSED_ON_MS)
      askedMs ??= performance.now()
      stopping.abort()
    })
  return stopping.signal
}
