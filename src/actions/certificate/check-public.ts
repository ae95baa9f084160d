/** What stands between the owner and a live page: name servers, ports and the clock, each with its remedy. */
import type { RequestFailure } from '../../outgoing/failures.ts'
import { createIsAllowed, createResolve } from '../../outgoing/guarded-connections.ts'
import type { HttpResponse } from '../../outgoing/http-client.ts'
import { createProbeClient } from '../../outgoing/operator-client.ts'
import { type Check, type CheckedSettings, resultsOf } from '../check-result.ts'
import { MOST_DRIFT_MS } from '../health-checks.ts'
import { type CertificateState, respondToChallenge } from './certificate-state.ts'

export interface PublicSettings extends Pick<CheckedSettings, 'domain' | 'baseUrl'> {
  acmeDirectoryUrl: string
  outgoingAllowCidrs: string[]
}

const NO_DOMAIN =
  'No domain is set. Start the service with yours, as in firsthand serve reviews.example.com, or set DOMAIN.'
/** Authorities ask on port 80 (RFC 8555 §8.3). */
const HTTP_PORT = 80
/** What else may answer there has whole pages. */
const LIMITS = { maxBytes: 2 ** 23, limitMs: 10_000 }

export async function checkPublic(
  { domain, baseUrl, acmeDirectoryUrl, outgoingAllowCidrs }: PublicSettings,
  certificate: CertificateState | null,
  now: Date,
  httpPort = HTTP_PORT,
): Promise<Check[]> {
  if (baseUrl === undefined) return [resultsOf('domain').problem(NO_DOMAIN)]
  await using client = createProbeClient(outgoingAllowCidrs)
  const ask: Ask = url =>
    client
      .send(new URL(url), { method: 'GET', ...LIMITS })
      .catch((failure: RequestFailure) => failure)
  const { hostname } = new URL(baseUrl)
  const checks = [await checkName(hostname, outgoingAllowCidrs)]
  const key = certificate?.account_key ?? null
  if (checks[0]!.state === 'ok') {
    if (domain) checks.push(await checkPlainPort(ask, domain, httpPort, key))
    checks.push(await checkSecurePort(ask, baseUrl))
  }
  if (domain) checks.push(await checkAuthority(ask, acmeDirectoryUrl, now))
  return checks
}

type Ask = (url: string) => Promise<HttpResponse | RequestFailure>

/** As the name servers have it: visitors do not have the hosts file of this machine. */
async function checkName(host: string, networks: string[]): Promise<Check> {
  const { ok, problem } = resultsOf('dns')
  const isAllowed = createIsAllowed(networks)
  const addresses = await createResolve(isAllowed)(host).catch(() => [])
  const wrong = addresses.find(address => !isAllowed(address))
  if (addresses.length === 0)
    return problem(
      `${host} leads nowhere yet. Where you registered the domain, add a DNS record of type A for it with the public address of this machine; that may take an hour to arrive.`,
    )
  return wrong === undefined
    ? ok(`${host} leads to ${addresses.join(' and ')}.`)
    : problem(
        `${host} leads to ${wrong}, which only your own network reaches. Change its DNS record to the public address of this machine.`,
      )
}

const openPort = (failure: Error, name: string, host: string) =>
  `${failure.message} Run firsthand serve ${host} on this machine, and open ${name} in its firewall and in the router.`

const TOKEN = 'firsthand-check'

/** Asks what the authority asks. Only this installation can respond correctly. */
async function checkPlainPort(
  ask: Ask,
  host: string,
  port: number,
  key: string | null,
): Promise<Check> {
  const name = `port ${port}`
  const { ok, problem } = resultsOf(name)
  const answer = await ask(`http://${host}:${port}/.well-known/acme-challenge/${TOKEN}`)
  if (answer instanceof Error) return problem(openPort(answer, name, host))
  return key !== null && answer.body.toString() === respondToChallenge(TOKEN, key)
    ? ok(`The authority reaches this service through ${name}.`)
    : problem(
        `Something else answers at ${host} on ${name}. Stop that program, or change the DNS record if it is another machine; then run firsthand serve ${host}.`,
      )
}

async function checkSecurePort(ask: Ask, baseUrl: string): Promise<Check> {
  const { hostname, port } = new URL(baseUrl)
  const name = `port ${port || 443}`
  const { ok, problem } = resultsOf(name)
  const answer = await ask(`${baseUrl}/healthz`)
  if (!(answer instanceof Error))
    return ok(`${baseUrl} answers, and browsers accept its certificate.`)
  return /CERT|SIGN|EPROTO|ERR_SSL|ERR_TLS/.test(answer.code)
    ? problem(
        `${answer.message} It has no valid certificate yet; the line about the certificate says why.`,
      )
    : problem(openPort(answer, name, hostname))
}

/** To a machine that is in another year, no certificate is valid. */
async function checkAuthority(ask: Ask, directoryUrl: string, now: Date): Promise<Check> {
  const { ok, problem } = resultsOf('authority and clock')
  const answer = await ask(directoryUrl)
  if (answer instanceof Error)
    return problem(
      `The certificate authority does not answer: ${answer.message} Let this machine open connections to the internet, and check that its clock is right.`,
    )
  const minutes = Math.round(
    Math.abs(Date.parse(answer.headers.date ?? '') - now.getTime()) / 60_000,
  )
  return minutes * 60_000 > MOST_DRIFT_MS
    ? problem(
        `The clock of this machine is wrong by ${minutes} minutes. Set it, best by switching on network time: timedatectl set-ntp true`,
      )
    : ok('The certificate authority answers, and the clock agrees with its.')
}
