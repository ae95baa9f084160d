/** Where `firsthand sync` pulls reviews from: fetches JSON, or throws a message for the operator. */
import { FileProblem } from '../../ingest/values/file-problem.ts'
import { UsageError } from '../base/exit.ts'
import {
  NoResponse,
  openRemote,
  parseAddress,
  type RemoteResponse,
  showUrl,
  WrongResponse,
} from '../base/remote.ts'

export interface RemoteSource {
  url: URL
  /** Host and path, for reports. */
  name: string
  /** For addresses of the same origin. */
  get(url: URL): Promise<JsonResponse>
}

export interface JsonResponse extends Omit<RemoteResponse, 'body'> {
  url: URL
  /** undefined if the body is not JSON. */
  json: unknown
}

const MAX_MEBIBYTES = 64

export function openRemoteSource(address: string): RemoteSource {
  const given = parseAddress(address)
  if (!given)
    throw new UsageError(
      'sync needs an http or https address, such as https://reviews.example.com or https://example.com/feed.json.',
    )
  const url = new URL(given)
  url.username = url.password = url.hash = ''
  return {
    url,
    name: url.host + (url.pathname === '/' ? '' : url.pathname),
    get: target => fetchJson(given, target),
  }
}

/** Whether the address stands for a whole service rather than one document. */
export const isOrigin = ({ pathname, search }: URL) => pathname === '/' && search === ''

export const describeResponse = ({ status, contentType }: JsonResponse) =>
  `status ${status} with ${contentType || 'no content type'}`

/** Opens a connection per request: the server may close an idle one just as it is used again. */
async function fetchJson(given: URL, url: URL): Promise<JsonResponse> {
  const remote = openRemote(given)
  try {
    const { body, ...response } = await remote.get(url.pathname + url.search, MAX_MEBIBYTES)
    return { ...response, url, json: parse(body.toString()) }
  } catch (error) {
    if (!(error instanceof NoResponse || error instanceof WrongResponse)) throw error
    throw new FileProblem(`Cannot read ${showUrl(url)}. ${error.message}`)
  } finally {
    await remote.close()
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
