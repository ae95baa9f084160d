/** Reads the service that the page came from, as the check wants it. */

/** Nothing came: that says nothing about the reviews. */
export class NoAnswer extends Error {}

const BUSY = [429, 503]
const TRIES = 8
const LONGEST_WAIT_SECONDS = 60
/** For a whole answer, however slowly it comes. */
const ANSWER_MS = 600_000

/** The body of the answer. Throws for anything but the status 200. */
export async function readFromOrigin(path: string, onWait: (seconds: number) => void): Promise<Uint8Array> {
  const answer = await askPatiently(path, onWait).catch(giveUp)
  const { status } = answer
  if (status === 200) return new Uint8Array(await answer.arrayBuffer().catch(giveUp))
  const Problem = status >= 500 || BUSY.includes(status) ? NoAnswer : Error
  throw new Problem(`The answer was ${status}.`)
}

/** A service lets each reader have so many answers a minute, and says when the next may come. */
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

/** A log that was made anew has other tiles at the same addresses; of the rest, caches may hold some older than others. */
function ask(path: string): Promise<Response> {
  const signal = AbortSignal.timeout(ANSWER_MS)
  return path.startsWith('/log/tile/')
    ? fetch(path, { cache: 'no-cache', signal })
    : fetch(`${path}?fresh=${Date.now()}`, { cache: 'no-store', signal })
}

function giveUp({ name }: Error): never {
  const isLate = name === 'TimeoutError'
  throw new NoAnswer(isLate ? 'The answer took too long.' : 'There is no connection, or it broke off.')
}
