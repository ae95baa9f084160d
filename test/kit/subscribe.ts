/** Requests to a service's hub, as subscribers send them. */
import { type IncomingHttpHeaders, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { TopicPath } from '../../src/model/subscription.ts'
import { type CallbackServer, startCallback } from './callback.ts'
import { queryDatabase } from './query-database.ts'
import { type TestService, until } from './service.ts'
import { share } from './share.ts'

export const HUB_PATH = '/api/websub/hub'

export interface HubWireAnswer {
  status: number
  headers: IncomingHttpHeaders
  text: string
  /** When its head arrived, by performance.now(). */
  atMs: number
}

/** Undefined fields are left out; text and bytes are sent unchanged. */
export type HubForm = Record<string, string | undefined> | string | Uint8Array

export async function subscribe(
  serviceUrl: string,
  form: HubForm,
  headers: Record<string, string> = {},
): Promise<HubWireAnswer> {
  const body = encode(form)
  const { promise, resolve, reject } = Promise.withResolvers<HubWireAnswer>()
  const { port } = new URL(serviceUrl)
  const options = { host: '127.0.0.1', port, path: HUB_PATH, method: 'POST', agent: false }
  const length = { 'content-length': String(body.length) }
  request({ ...options, headers: { ...FORM_TYPE, ...length, ...headers } }, answer => {
    const atMs = performance.now()
    const { statusCode, headers } = answer
    text(answer).then(read => resolve({ status: statusCode!, headers, text: read, atMs }), reject)
  })
    .on('error', reject)
    .end(body)
  return await promise
}

const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' }

function encode(form: HubForm): Uint8Array {
  if (form instanceof Uint8Array) return form
  if (typeof form === 'string') return Buffer.from(form)
  const given = Object.entries(form).filter(
    (field): field is [string, string] => field[1] !== undefined,
  )
  return Buffer.from(new URLSearchParams(given).toString())
}

/** The hub accepts subscriptions only once it has stored its topics, a moment after the service is ready. */
export async function untilHubIsReady({ folder }: TestService): Promise<void> {
  await until(
    async () =>
      (await queryDatabase(folder.databaseUrl, 'select * from topic')).length ===
      TopicPath.options.length,
  )
}

/**
 * One callback for all tests of a describe block. Call it before `shareService`: only then does the service trust its
 * certificate and not wait for it at the end.
 */
export function shareCallback(): { readonly server: CallbackServer } {
  const started = share(t => startCallback(t))
  return {
    get server() {
      return started()
    },
  }
}
