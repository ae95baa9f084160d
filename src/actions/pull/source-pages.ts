/** Fetches the pages of a source. */
import { recordsOf } from '../../ingest/files/json-records.ts'
import { isObject, valueAt } from '../../ingest/values/parse-json.ts'
import type { Secret } from '../../model/review-source.ts'
import { cleanLine, unlessItThrows } from '../../model/scalars.ts'
import type { HttpResponse } from '../../outgoing/http-client.ts'
import type { OperatorClient } from '../../outgoing/operator-client.ts'
import { type PullTarget, secretsOf } from './presets.ts'

export type Environment = Record<string, string | undefined>

/** What a source said about its only page, to ask next time whether it changed. */
export type Validators = { etag?: string | undefined; lastModified?: string | undefined }

export interface FetchOptions {
  client: OperatorClient
  environment: Environment
  maxPages: number
  known: Validators | null
  signal: AbortSignal
}

const MAX_BYTES = 64 * 2 ** 20

/**
 * null if nothing changed since the last pull. `validators` is null if there are several pages: the first says nothing about the
 * others. `isCut`: there are more pages than the source may have.
 */
export async function fetchPages(target: PullTarget, options: FetchOptions) {
  const { maxPages, known } = options
  const ask = await createAsk(target, options)
  const pages: Buffer[] = []
  const seen = new Set<string>()
  let first: HttpResponse | undefined
  for (let url: URL | null = target.url; url !== null; ) {
    if (pages.length === maxPages) return { pages, validators: null, isCut: true }
    // A source that repeats itself would never end.
    if (seen.has(url.href)) break
    seen.add(url.href)
    const response = await ask(url, first ? null : known)
    if (response.status === 304) return null
    first ??= response
    pages.push(response.body)
    url = nextPage(target, response.body, pages.length)
  }
  const { etag, 'last-modified': lastModified } = first!.headers
  return { pages, validators: pages.length === 1 ? { etag, lastModified } : null, isCut: false }
}

type Ask = (url: URL, known: Validators | null) => Promise<HttpResponse>

async function createAsk(
  target: PullTarget,
  { client, environment, signal }: FetchOptions,
): Promise<Ask> {
  const read = createReadSecret(target, environment)
  const secrets = secretsOf(target).flatMap(name => environment[name]?.trim() || [])
  const headers = Object.fromEntries(
    Object.entries(target.headers).map(([name, one]) => [name, read(one)]),
  )
  if (target.oauth) {
    const token = await fetchToken(target.oauth, read, client, secrets, signal)
    secrets.push(token)
    headers.authorization = `Bearer ${token}`
  }
  return async (url, known) => {
    const full = new URL(url)
    for (const [name, one] of Object.entries(target.query)) full.searchParams.set(name, read(one))
    const response = await client.send(full, {
      method: 'GET',
      headers: {
        accept: 'application/json, text/csv;q=0.9, */*;q=0.5',
        ...conditions(known),
        ...headers,
      },
      signal,
      maxBytes: MAX_BYTES,
      ...(target.patienceMs && { silenceMs: target.patienceMs }),
    })
    checkStatus(response, full, secrets)
    return response
  }
}

const conditions = (known: Validators | null) => ({
  ...(known?.etag && { 'if-none-match': known.etag }),
  ...(known?.lastModified && { 'if-modified-since': known.lastModified }),
})

/** A header with a line break or another control character would be a second header. */
const PRINTABLE = /^[\x20-\x7e]+$/

function createReadSecret(
  target: PullTarget,
  environment: Environment,
): (secret: Secret) => string {
  const missing = [...new Set(secretsOf(target).filter(name => !environment[name]))]
  if (missing.length > 0)
    throw new PullProblem(
      `A key is missing: ${missing.join(', ')}. Enter it at the desk, under Import, or set it in the environment of this program; do not write secrets into the business file.`,
      'setup',
    )
  return ({ env, prefix }) => {
    const value = environment[env]!.trim()
    if (PRINTABLE.test(value)) return prefix + value
    throw new PullProblem(`${env} must be one line of plain characters.`, 'setup')
  }
}

/** RFC 6749 §6. */
async function fetchToken(
  { url, clientId, clientSecret, refreshToken }: NonNullable<PullTarget['oauth']>,
  read: (secret: Secret) => string,
  client: OperatorClient,
  secrets: string[],
  signal: AbortSignal,
): Promise<string> {
  const form = new URLSearchParams({
    grant_type: 'refresh_token',
    client_id: read(clientId),
    client_secret: read(clientSecret),
    refresh_token: read(refreshToken),
  })
  const response = await client.send(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: form.toString(),
    signal,
    maxBytes: 2 ** 20,
  })
  const token = documentOf(response.body)?.access_token
  if (response.status === 200 && typeof token === 'string' && PRINTABLE.test(token)) return token
  if (response.status >= 500) throw new PullProblem(statusOf(response, url, secrets), 'passing')
  throw new PullProblem(
    `${statusOf(response, url, secrets)} The refresh token was not accepted; authorize the program again and set ${refreshToken.env}.`,
    'setup',
  )
}

/** Some services report an error with status 200. */
function checkStatus(response: HttpResponse, url: URL, secrets: string[]): void {
  const { status, headers } = response
  if (status === 304 || (status === 200 && !errorIn(response.body))) return
  const what = statusOf(response, url, secrets)
  if (status === 429 || status === 402 || (status === 200 && /run out|quota|limit/i.test(what)))
    throw new PullProblem(
      `${what} The quota of your account is used up.`,
      'quota',
      secondsOf(headers['retry-after']),
    )
  if (status === 401 || status === 403)
    throw new PullProblem(`${what} Check the key and what it may read.`, 'setup')
  if (status === 202)
    throw new PullProblem(`${what} The service is still collecting the reviews.`, 'passing')
  if (status >= 500 || status === 408)
    throw new PullProblem(what, 'passing', secondsOf(headers['retry-after']))
  if (status >= 300 && status < 400)
    throw new PullProblem(
      `${what} Redirects are not followed, because they could lead a key elsewhere: use the final address.`,
      'setup',
    )
  throw new PullProblem(what, 'setup')
}

function statusOf({ status, body }: HttpResponse, { hostname }: URL, secrets: string[]): string {
  const said = errorIn(body)
  return `${hostname} answered ${status}${said ? `: "${quoteService(said, secrets)}".` : '.'}`
}

/** As these services and most others write it. */
function errorIn(body: Buffer): string | null {
  const document = documentOf(body)
  if (!document) return null
  const { error, errorMessage, message, error_description, fault } = document
  const found = [error_description, error, errorMessage, fault].find(
    one => one !== undefined && one !== null && one !== false && one !== 0,
  )
  if (found === undefined)
    return typeof message === 'string' && !hasRecords(document) ? message : null
  if (isObject(found)) return String(found.message ?? found.faultstring ?? 'an error')
  return String(found)
}

const hasRecords = (document: Record<string, unknown>) =>
  Object.values(document).some(Array.isArray)

const LARGEST_ERROR = 2 ** 16

/** The response as a JSON object; null where it is something else. */
function documentOf(body: Buffer): Record<string, unknown> | null {
  const value = parse(body)
  return isObject(value) && (body.length < LARGEST_ERROR || hasRecords(value)) ? value : null
}

const parse = (body: Buffer): unknown => unlessItThrows(() => JSON.parse(body.toString()))

/** RFC 9110 §10.2.3, the form in seconds. */
const secondsOf = (retryAfter: string | undefined) =>
  /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) : null

function nextPage({ url, paging }: PullTarget, body: Buffer, pageNumber: number): URL | null {
  if (!paging) return null
  const document = parse(body)
  if ('next' in paging) return linkedPage(url, valueAt(document, paging.next.split('.')))
  const next = new URL(url)
  if ('token' in paging) {
    const token = valueAt(document, paging.token.split('.'))
    if (typeof token !== 'string' || token === '') return null
    next.searchParams.set(paging.parameter, token)
  } else {
    if (!unlessItThrows(() => recordsOf(document).records.length)) return null
    const [name, at] =
      'page' in paging ? [paging.page, pageNumber + 1] : [paging.offset, pageNumber * paging.step]
    next.searchParams.set(name, String(at))
  }
  return next
}

/** Another origin must not get the key. */
function linkedPage(url: URL, link: unknown): URL | null {
  if (typeof link !== 'string' || !URL.canParse(link, url.href)) return null
  const next = new URL(link, url)
  if (next.origin === url.origin) return next
  throw new PullProblem(
    `The next page is at another address, ${next.hostname}, which must not get the key.`,
    'setup',
  )
}

/** `passing`: may work next time. `quota`: the service will not answer for a while. `setup`: stays until the operator changes something. */
export type PullProblemKind = 'passing' | 'quota' | 'setup'

export class PullProblem extends Error {
  override name = 'PullProblem'
  readonly kind: PullProblemKind
  /** What the service asked for. */
  readonly waitSeconds: number | null

  constructor(message: string, kind: PullProblemKind, waitSeconds: number | null = null) {
    super(message)
    this.kind = kind
    this.waitSeconds = waitSeconds
  }
}

const LONGEST = 200

/** What a service says, as one line without anything secret: some repeat the key in their errors. */
export function quoteService(text: string, secrets: string[]): string {
  let shown = cleanLine(text)
  for (const secret of secrets)
    for (const spelling of new Set([secret, encodeURIComponent(secret)]))
      shown = shown.replaceAll(spelling, '…')
  return shown.length > LONGEST ? `${shown.slice(0, LONGEST - 1)}…` : shown
}
