/** The one HTTP client: requests over guarded connections that it keeps per origin. It follows no redirects, and bounds every body. */
import type { Socket } from 'node:net'
import type { Client, Dispatcher } from 'undici'
import { bareHost, type Connect, openConnection } from './guarded-connections.ts'

/** Where a request goes. */
export type Destination = Pick<URL, 'host' | 'origin'>

export type HttpClient = ReturnType<typeof createHttpClient>

/** What is used of an AbortSignal. */
export type Cancellation = Pick<AbortSignal, 'aborted' | 'reason'> & {
  addEventListener(type: 'abort', listener: () => void): void
}

export interface HttpRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  target: string
  headers?: Record<string, string>
  body?: Uint8Array
  /** Ends the request; unless there is `silenceMs`, nothing else limits its time. */
  signal: Cancellation
  /** How long the response may take to begin, or stop in the middle. */
  silenceMs?: number
  /** How much of the response body to read, if any; a longer one is cut off with its connection. */
  maxBytes?: number
  /** Closes the connection afterwards, because no other request to this origin will follow soon. */
  isLast?: boolean
  /** Whether to send it again on a new connection if the server closed an idle one just as we reused it. */
  isRepeatable?: boolean
}

export interface HttpResponse {
  status: number
  /** The first value of each. */
  headers: Record<string, string | undefined>
  body: Buffer
}

export interface HttpClientOptions {
  connect: Connect
  userAgent: string
  /** Called for each new connection, after its certificate was verified. */
  onConnect?: (host: string) => void
}

/** Below the 5 seconds after which many servers close an idle connection. */
const KEEP_ALIVE_MS = 4000

export function createHttpClient({ connect, userAgent, onConnect }: HttpClientOptions) {
  /** Errors of sockets that had carried a response before. */
  const afterReuse = new WeakSet<Error>()
  const watched = watchConnections(connect, (host, socket) => {
    onConnect?.(host)
    socket.on('error', error => socket.bytesRead > 0 && afterReuse.add(error))
  })
  const connections = createConnections(watched)

  /** Does not follow redirects. Rejects if there is no response. */
  async function send(destination: Destination, request: HttpRequest): Promise<HttpResponse> {
    const client = await connections.take(destination.origin)
    let isReusable = false
    try {
      const response = await exchange(client, request, userAgent)
      isReusable = !request.isLast
      return response
    } catch (error) {
      // A new connection has no such excuse.
      const isStale = isBrokenSocket(error) && afterReuse.has(error as Error)
      if (!request.isRepeatable || !isStale) throw error
      connections.closeIdle(destination.origin)
      return await send(destination, { ...request, isLast: true, isRepeatable: false })
    } finally {
      connections.giveBack(destination.origin, client, isReusable)
    }
  }

  return {
    send,
    /** Opens a connection and closes it without a request. Rejects if that fails. */
    async open({ origin }: Destination): Promise<void> {
      const socket = await openConnection(watched, new URL(origin))
      socket.destroy()
    },
    close: connections.close,
  }
}

const isBrokenSocket = (error: unknown) =>
  ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '')

function watchConnections(
  connect: Connect,
  watch: (host: string, socket: Socket) => void,
): Connect {
  return (options, callback) =>
    connect(options, (...result) => {
      const [, socket] = result
      if (socket) watch(bareHost(options.hostname).replace(/\.$/, ''), socket)
      callback(...result)
    })
}

/**
 * How many are open at once, the callers decide. undici's own pool would open another whenever a request follows a response at
 * once, because it takes a connection for busy until the next turn of the event loop.
 */
function createConnections(connect: Connect) {
  const all = new Set<Client>()
  /** The last one used is taken first. */
  const idle = new Map<string, Client[]>()

  async function open(origin: string): Promise<Client> {
    const { default: undici } = await import('undici')
    const client = new undici.Client(origin, { ...CLIENT_OPTIONS, connect })
    all.add(client)
    client.on('disconnect', () => removeIdle(origin, client) && discard(origin, client))
    return client
  }

  function removeIdle(origin: string, client: Client): boolean {
    const clients = idle.get(origin) ?? []
    const index = clients.indexOf(client)
    if (index >= 0) clients.splice(index, 1)
    return index >= 0
  }

  function discard(origin: string, client: Client): void {
    all.delete(client)
    if (idle.get(origin)?.length === 0) idle.delete(origin)
    client.destroy(() => {})
  }

  return {
    /** An idle connection, or one that opens with its first request. */
    take: async (origin: string) => idle.get(origin)?.pop() ?? (await open(origin)),
    giveBack(origin: string, client: Client, isReusable: boolean): void {
      const clients = idle.get(origin)
      if (!isReusable || !client.stats.connected) discard(origin, client)
      else if (clients) clients.push(client)
      else idle.set(origin, [client])
    },
    closeIdle(origin: string): void {
      for (const client of idle.get(origin) ?? []) discard(origin, client)
      idle.delete(origin)
    },
    async close(): Promise<void> {
      await Promise.all(Array.from(all, client => client.destroy()))
    },
  }
}

const CLIENT_OPTIONS: Client.Options = {
  pipelining: 1,
  keepAliveTimeout: KEEP_ALIVE_MS,
  keepAliveMaxTimeout: KEEP_ALIVE_MS,
  // Every request has a signal with a time limit.
  headersTimeout: 0,
  bodyTimeout: 0,
}

/** Reading a short body to its end keeps the connection usable. */
const DISCARDED_BYTES = 16 * 1024
const NO_BYTES = Buffer.alloc(0)
const TOO_LONG = new Error('The rest of the response is not needed.')

/** Less work for each request than undici's own `request`, which makes a stream of the response. */
function exchange(client: Client, request: HttpRequest, userAgent: string): Promise<HttpResponse> {
  const { method, target, body = null, signal, silenceMs, maxBytes, isLast = false } = request
  const { promise, resolve, reject } = Promise.withResolvers<HttpResponse>()
  let controller: Dispatcher.DispatchController | undefined
  const response: HttpResponse = { status: 0, headers: {}, body: NO_BYTES }
  const chunks: Buffer[] = []
  let length = 0
  const end = () => {
    if (chunks.length > 0) response.body = Buffer.concat(chunks)
    resolve(response)
  }
  signal.addEventListener('abort', () => {
    if (controller) controller.abort(signal.reason)
    else reject(signal.reason)
  })
  client.dispatch(
    {
      path: target,
      method,
      headers: { 'user-agent': userAgent, ...request.headers },
      body,
      reset: isLast,
      ...(silenceMs !== undefined && { headersTimeout: silenceMs, bodyTimeout: silenceMs }),
    },
    {
      onRequestStart(started) {
        controller = started
        if (signal.aborted) started.abort(signal.reason)
      },
      onResponseStart(_, status, fields) {
        // Something else follows a response such as 103 (RFC 9110 §15.2).
        if (status < 200) return
        response.status = status
        response.headers = firstValues(fields)
      },
      onResponseData(_, chunk) {
        length += chunk.length
        if (maxBytes !== undefined) chunks.push(chunk)
        if (length <= (maxBytes ?? DISCARDED_BYTES)) return
        end()
        controller!.abort(TOO_LONG)
      },
      onResponseEnd: end,
      onResponseError(_, error) {
        // Where only the status counts, a response may break off after it.
        if (maxBytes === undefined && response.status > 0) end()
        else reject(error)
      },
    },
  )
  return promise
}

/** A loop, because this is done for every delivery. */
function firstValues(
  fields: Record<string, string | string[] | undefined>,
): HttpResponse['headers'] {
  const first: HttpResponse['headers'] = {}
  for (const name in fields) {
    const value = fields[name]
    first[name] = Array.isArray(value) ? value[0] : value
  }
  return first
}
