/** Reads the service that the page came from, as the check wants it. */

export interface Remote {
  /** The body of the answer. Throws for anything but the status 200. */
  get(path: string): Promise<Uint8Array>
  /** Whether an answer did not come: that says nothing about the reviews. */
  isLost(): boolean
}

const BUSY = [429, 503]
const TRIES = 8
const LONGEST_WAIT_SECONDS = 60
/** For a whole answer, however slowly it comes. */
const ANSWER_MS = 600_000

export function createRemote(onWait: (seconds: number) => void): Remote {
  let isLost = false

  function lose(message: string): Error {
    isLost = true
    return new Error(message)
  }

  /** A service lets each reader have so many answers a minute, and says when the next may come. */
  async function askPatiently(path: string): Promise<Response> {
    for (let attempt = 1; ; attempt++) {
      const answer = await fetch(path, { cache: cacheMode(path), signal: AbortSignal.timeout(ANSWER_MS) })
      const waitSeconds = Number(answer.headers.get('retry-after') ?? Number.NaN)
      const isWorthIt = attempt < TRIES && waitSeconds >= 0 && waitSeconds <= LONGEST_WAIT_SECONDS
      if (!BUSY.includes(answer.status) || !isWorthIt) return answer
      onWait(waitSeconds)
      await new Promise(resolve => setTimeout(resolve, waitSeconds * 1000))
    }
  }

  async function read(path: string): Promise<{ status: number; body: Uint8Array }> {
    try {
      const answer = await askPatiently(path)
      return { status: answer.status, body: new Uint8Array(await answer.arrayBuffer()) }
    } catch (error) {
      const isLate = (error as Error).name === 'TimeoutError'
      throw lose(isLate ? 'The answer took too long.' : 'There is no connection, or it broke off.')
    }
  }

  return {
    async get(path) {
      const { status, body } = await read(path)
      if (status === 200) return body
      const message = `The answer was ${status}.`
      throw status >= 500 || BUSY.includes(status) ? lose(message) : new Error(message)
    },
    isLost: () => isLost,
  }
}

/** A tile may be kept, but is asked for again: a log that was made anew has others at the same addresses. */
const cacheMode = (path: string) => (path.startsWith('/log/tile/') ? 'no-cache' : 'no-store')
