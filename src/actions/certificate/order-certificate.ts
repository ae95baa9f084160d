/** Orders a certificate from an authority by ACME (RFC 8555). The domain is proved by a response on port 80 (HTTP-01). */
import { X509Certificate } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import Client from 'acme-client/src/client.js'
import acme from 'acme-client/src/crypto/index.js'
import { unlessItThrows } from '../../model/scalars.ts'
import type { OperatorClient } from '../../outgoing/operator-client.ts'
import { generateKey } from './certificate-state.ts'

export interface Authority {
  /** The address of its directory. */
  url: string
  client: OperatorClient
  /** PEM. */
  accountKey: string
  /** Ends the order. */
  signal: AbortSignal
}

/** Rejects with a message for the operator. */
export async function orderCertificate(domain: string, authority: Authority) {
  const client = connectTo(authority)
  const { signal } = authority
  // For an account that exists, its own `createAccount` would send an update, which authorities reject if nothing changes.
  await client.api.createAccount({ termsOfServiceAgreed: true })
  const order = await client.createOrder({ identifiers: [{ type: 'dns', value: domain }] })
  await proveDomain(client, order, signal)
  await settled(() => client.getOrder(order), signal)
  const key = generateKey()
  const [, request] = await acme.createCsr({ altNames: [domain] }, key)
  await client.finalizeOrder(order, request)
  const done = await settled(() => client.getOrder(order), signal)
  if (done.status !== 'valid') throw new Error(`The authority ended the order as ${done.status}.`)
  const chain = await client.getCertificate(done)
  const certificate = unlessItThrows(() => new X509Certificate(chain))
  if (!certificate?.checkHost(domain))
    throw new Error(`The authority sent no certificate for ${domain}.`)
  return { key, chain }
}

type Order = Awaited<ReturnType<Client['createOrder']>>

/** Any instance can respond to the challenge (`respondToChallenge`), so nothing is published for it. */
async function proveDomain(client: Client, order: Order, signal: AbortSignal): Promise<void> {
  const read = async () => (await client.getAuthorizations(order))[0]!
  const { status, challenges } = await read()
  // The authority may remember an earlier proof.
  if (status === 'valid') return
  const challenge = challenges.find(({ type }) => type === 'http-01')
  if (!challenge) throw new Error('The authority offers no proof over HTTP.')
  await client.completeChallenge(challenge)
  const judged = await settled(read, signal)
  if (judged.status === 'valid') return
  const error = judged.challenges.find(({ type }) => type === 'http-01')?.error as {
    detail?: string
  }
  throw new Error(error?.detail ?? `The authority calls the proof ${judged.status}.`)
}

const LOOK_EVERY_MS = 1000

/** Until the authority has decided, or the signal ends it. */
async function settled<T extends { status: string }>(read: () => Promise<T>, signal: AbortSignal) {
  for (;;) {
    const item = await read()
    if (item.status !== 'pending' && item.status !== 'processing') return item
    await sleep(LOOK_EVERY_MS, undefined, { signal })
  }
}

/** Certificates are a few thousand bytes. */
const MAX_BYTES = 256 * 1024
const LIMIT_MS = 30_000

/** Its own HTTP client is replaced: every request of ours goes through guarded connections. */
function connectTo({ url, client, accountKey, signal }: Authority): OpenClient {
  const connected = new Client({ directoryUrl: url, accountKey }) as OpenClient
  connected.http.request = async (target, method, { data } = {}) => {
    const { status, headers, body } = await client.send(new URL(target), {
      method: method === 'post' ? 'POST' : 'GET',
      ...(data && {
        body: JSON.stringify(data),
        headers: { 'content-type': 'application/jose+json' },
      }),
      maxBytes: MAX_BYTES,
      limitMs: LIMIT_MS,
      signal,
    })
    const text = body.toString()
    return { status, headers, data: unlessItThrows(() => JSON.parse(text)) ?? text }
  }
  return connected
}

/** With the parts of it that its types leave out. */
type OpenClient = Client & {
  http: { request: AcmeRequest }
  api: { createAccount(account: { termsOfServiceAgreed: boolean }): Promise<unknown> }
}
type AcmeRequest = (url: string, method: string, options?: { data?: object }) => Promise<unknown>
