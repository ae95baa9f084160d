/** The way in for requests with a body: what each must pass before it is read, in whatever form the endpoint says no. */
import { messageOf } from '../model/errors.ts'
import { readBody } from './request-body.ts'
import { type Ctx, type Refuse, respondPreflight, tooManyRequests } from './response.ts'

export interface Inbox {
  /** For the Allow header. */
  methods: string
  /** What another method is told; absent where the endpoint itself looks at the method. */
  help?: string
  requestHeaders?: string
  maxBytes: number
  refuse: Refuse
}

/** null if the body may be read. `waitSeconds` is asked only by a request that has passed everything else. */
export function refusePost(c: Ctx, inbox: Inbox, isReady: boolean, waitSeconds: () => number) {
  const { methods, help, requestHeaders, refuse } = inbox
  const { method } = c.req
  if (method === 'OPTIONS' && methods.includes(method))
    return respondPreflight(c, methods, requestHeaders)
  if (method !== 'POST' && help) return refuse(c, 'method_not_allowed', help, { allow: methods })
  if (!isReady) return refuse(c, 'unavailable', messageOf('unavailable'), { 'retry-after': '1' })
  const seconds = waitSeconds()
  return seconds > 0 ? tooManyRequests(c, seconds, refuse) : null
}

export async function readPost(c: Ctx, { maxBytes, refuse }: Inbox): Promise<Buffer | Response> {
  const body = await readBody(c.env.incoming, maxBytes)
  return (
    body ??
    refuse(c, 'too_large', messageOf('too_large', { bytes: maxBytes }), { connection: 'close' })
  )
}
