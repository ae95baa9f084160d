/** HTTP requests to addresses that the operator chose. Every response is untrusted, and every failure is one for the operator. */
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import packageJson from '../../package.json' with { type: 'json' }
import { asFailure, RequestFailure } from './failures.ts'
import { connectAnywhere, connectConfigured, createIsAllowed } from './guarded-connections.ts'
import {
  createHttpClient,
  type HttpClientOptions,
  type HttpRequest,
  type HttpResponse,
} from './http-client.ts'

export type OperatorClient = ReturnType<typeof createClient>

export interface OperatorRequest extends Pick<HttpRequest, 'method' | 'headers' | 'silenceMs'> {
  body?: string | Uint8Array
  signal?: AbortSignal
  maxBytes: number
  /** For the whole response, however slowly it arrives. */
  limitMs?: number
}

const SILENCE_MS = 60_000
const LIMIT_MS = 600_000

const USER_AGENT = `Firsthand/${packageJson.version}`

/** For sources of reviews and webhooks for alerts. */
export const createOperatorClient = (networks: string[], userAgent = USER_AGENT) =>
  createClient({ connect: connectConfigured(networks), userAgent })

/** For looking at the service from outside, over plain HTTP as well. */
export const createProbeClient = (networks: string[]) =>
  createClient({
    connect: connectConfigured(networks, createIsAllowed(networks)),
    userAgent: USER_AGENT,
  })

/** For addresses that the operator typed or that are the operator's own: no visitor or review can name another. */
export const createUncheckedClient = () =>
  createClient({ connect: connectAnywhere(), userAgent: USER_AGENT })

function createClient(options: HttpClientOptions) {
  const http = createHttpClient(options)
  return {
    /** Does not follow redirects: they could lead a secret elsewhere. Rejects with a RequestFailure if there is no response. */
    async send(url: URL, request: OperatorRequest): Promise<HttpResponse> {
      const { method, body, signal, silenceMs = SILENCE_MS, maxBytes, limitMs = LIMIT_MS } = request
      const limit = AbortSignal.timeout(limitMs)
      try {
        const response = await http.send(url, {
          ...request,
          silenceMs,
          target: url.pathname + url.search,
          ...(body !== undefined && { body: Buffer.from(body) }),
          signal: signal ? AbortSignal.any([signal, limit]) : limit,
          isRepeatable: method === 'GET',
        } as HttpRequest)
        return { ...response, body: await readBody(response, maxBytes) }
      } catch (error) {
        throw asFailure(error as Error, url)
      }
    },
    close: http.close,
    [Symbol.asyncDispose]: http.close,
  }
}

const decompress = promisify(gunzip)

async function readBody({ headers, body }: HttpResponse, maxBytes: number): Promise<Buffer> {
  const limit =
    maxBytes < 2 ** 20 ? `${maxBytes / 1024} KiB` : `${Math.round(maxBytes / 2 ** 20)} MiB`
  const tooLarge = () => new RequestFailure(`The response is larger than ${limit}.`, 'too large')
  if (body.length > maxBytes) throw tooLarge()
  if (headers['content-encoding'] !== 'gzip') return body
  return await decompress(body, { maxOutputLength: maxBytes }).catch(error => {
    throw error.code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge() : error
  })
}
