/** Where a sync reads from: fetches JSON, or throws a message for the operator. */
import { FileProblem } from '../../ingest/values/file-problem.ts'
import { unlessItThrows } from '../../model/scalars.ts'
import { RequestFailure } from '../../outgoing/failures.ts'
import { openRemote, showUrl } from '../../outgoing/typed-address.ts'

export type RemoteSource = ReturnType<typeof openRemoteSource>

export type JsonResponse = Awaited<ReturnType<RemoteSource['get']>>

const MAX_MEBIBYTES = 64

export function openRemoteSource(address: URL) {
  const url = new URL(address)
  url.username = url.password = url.hash = ''
  const remote = openRemote(address)
  return {
    url,
    /** Host and path, for reports. */
    name: url.host + (url.pathname === '/' ? '' : url.pathname),
    /** For addresses of the same origin. `json` is undefined if the body is not JSON. */
    async get(target: URL) {
      try {
        const { body, ...response } = await remote.get(
          target.pathname + target.search,
          MAX_MEBIBYTES,
        )
        return {
          ...response,
          url: target,
          json: unlessItThrows<unknown>(() => JSON.parse(body.toString())),
        }
      } catch (error) {
        if (!(error instanceof RequestFailure)) throw error
        throw new FileProblem(`Cannot read ${showUrl(target)}. ${error.message}`)
      }
    },
    close: remote.close,
  }
}

/** Whether the address stands for a whole service rather than one document. */
export const isOrigin = ({ pathname, search }: URL) => pathname === '/' && search === ''

export const describeResponse = ({ status, contentType }: JsonResponse) =>
  `status ${status} with ${contentType || 'no content type'}`
