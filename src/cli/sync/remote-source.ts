/** What is asked of the side that reviews are pulled from: JSON, or a sentence why there is none. */
import { FileProblem } from '../../ingest/values/file-problem.ts'
import { UsageError } from '../base/exit.ts'
import {
  NoResponse,
  openRemote,
  parseAddress,
  type RemoteResponse,
  showUrl,
  WrongAnswer,
} from '../base/remote.ts'

export interface OtherSide {
  url: URL
  /** As reports name it. */
  name: string
  /** Only addresses of the same origin. */
  ask(url: URL): Promise<JsonAnswer>
}

export interface JsonAnswer extends Omit<RemoteResponse, 'body'> {
  url: URL
  /** undefined where the body is something else. */
  json: unknown
}

const LARGEST_MEBIBYTES = 64

export function openOtherSide(address: string): OtherSide {
  const given = parseAddress(address)
  if (!given)
    throw new UsageError(
      'sync takes an http or https address, such as https://reviews.example.com or https://example.com/feed.json.',
    )
  const url = new URL(given)
  url.username = url.password = url.hash = ''
  return {
    url,
    name: url.host + (url.pathname === '/' ? '' : url.pathname),
    ask: target => ask(given, target),
  }
}

/** Whether it names a whole service rather than one document. */
export const isOrigin = ({ pathname, search }: URL) => pathname === '/' && search === ''

export const describeAnswer = ({ status, contentType }: JsonAnswer) =>
  `status ${status} with ${contentType || 'no content type'}`

/** Each time over a new connection: an idle one may be closed in the moment that it is used again. */
async function ask(given: URL, url: URL): Promise<JsonAnswer> {
  const remote = openRemote(given)
  try {
    const { body, ...answer } = await remote.ask(url.pathname + url.search, LARGEST_MEBIBYTES)
    return { ...answer, url, json: parse(body.toString()) }
  } catch (error) {
    if (!(error instanceof NoResponse || error instanceof WrongAnswer)) throw error
    throw new FileProblem(`${showUrl(url)}: cannot be read. ${error.message}`)
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
