/** Reads from the service that served this page, in the form the audit expects. */

/** No response: that says nothing about the reviews. */
export class NoAnswer extends Error {}

const BUSY = [429, 503]
const TRIES = 8
const LONGEST_WAIT_SECONDS = 60
/** The time for a complete response, however slowly it arrives. */
const ANSWER_MS = 600_000

/** Returns the body. Throws on any status but 200. */
export async function readFromService(
  home: string,
  path: string,
  onWait: (seconds: number) => void,
): Promise<Uint8Array> {
  const answer = await askPatiently(home + path.slice(1), onWait).catch(giveUp)
  const { status } = answer
  if (status === 200) return new Uint8Array(await answer.arrayBuffer().catch(giveUp))
  const Problem = status >= 500 || BUSY.includes(status) ? NoAnswer : Error
  throw new Problem(`The response was ${status}.`)
}

/** The service limits requests per minute and says when to retry. */
async function askPatiently(path: string, onWait: (seconds: number) => void): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const answer = await ask(path)
    const waitSeconds = Number(answer.headers.get('retry-after') ?? Number.NaN)
    const isWorthIt = attempt < TRIES && waitSeconds >= 0 && waitSeconds <= LONGEST_WAIT_SECONDS
    if (!BUSY.includes(answer.status) || !isWorthIt) return answer
    onWait(waitSeconds)
    await new Promise(resolve => setTimeout(resolve, waitSeconds * 1000))
  }
}

/** A recreated log has different tiles at the same addresses, and caches may mix old and new. */
function ask(path: string): Promise<Response> {
  const signal = AbortSignal.timeout(ANSWER_MS)
  return path.includes('/log/tile/')
    ? fetch(path, { cache: 'no-cache', signal })
    : fetch(`${path}${path.includes('?') ? '&' : '?'}fresh=${Date.now()}`, {
        cache: 'no-store',
        signal,
      })
}

function giveUp({ name }: Error): never {
  const isLate = name === 'TimeoutError'
  throw new NoAnswer(
    isLate ? 'The response took too long.' : 'There is no connection, or it broke off.',
  )
}
