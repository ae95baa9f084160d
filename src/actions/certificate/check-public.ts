/** What stands between the owner and a live page: name servers, ports and the clock, each with its remedy. */
import packageJson from '../../../package.json' with { type: 'json' }
import { createIsAllowed } from '../../outgoing/allowed-addresses.ts'
import type { RequestFailure } from '../../outgoing/failures.ts'
import { createResolve } from '../../outgoing/guarded-connections.ts'
import { createProbeClient, type OperatorClient } from '../../outgoing/operator-client.ts'
import { type Check, resultsOf } from '../check-result.ts'
import { MOST_DRIFT_MS } from '../health-checks.ts'
import { type CertificateState, respondToChallenge } from './certificate-state.ts'

export interface PublicSettings {
  domain?: string | undefined
  baseUrl?: string | undefined
  acmeDirectoryUrl: string
  outgoingAllowCidrs: string[]
}

/** Where authorities ask (RFC 8555 §8.3). */
const HTTP_PORT = 80

export async function checkPublic(
  settings: PublicSettings,
  certificate: CertificateState | null,
  now: Date,
  httpPort = HTTP_PORT,
): Promise<Check[]> {
  const { domain, baseUrl, acmeDirectoryUrl, outgoingAllowCidrs } = settings
  if (baseUrl === undefined)
    return [
      resultsOf('domain').problem(
        'No domain is set. Start the service with yours, as in firsthand serve reviews.example.com, or set DOMAIN.',
      ),
    ]
  const { hostname } = new URL(baseUrl)
  const client = createProbeClient(outgoingAllowCidrs, `Firsthand/${packageJson.version}`)
  try {
    const dns = await checkName(hostname, outgoingAllowCidrs)
    const key = certificate?.account_key ?? null
    return [
      dns,
      ...(dns.state === 'ok' && domain ? [await checkPlainPort(client, hostname, httpPort, key)] : []),
      ...(dns.state === 'ok' ? [await checkSecurePort(client, baseUrl)] : []),
      ...(domain ? [await checkAuthorityClock(client, acmeDirectoryUrl, now)] : []),
    ]
  } finally {
    await client.close()
  }
}

/** As the name servers have it: others do not read the hosts file of this machine. */
async function checkName(host: string, networks: string[]): Promise<Check> {
  const { ok, problem } = resultsOf('dns')
  const isAllowed = createIsAllowed(networks)
  const addresses = await createResolve(isAllowed)(host).catch(() => [])
  if (addresses.length === 0)
    return problem(
      `${host} leads nowhere yet. Where you registered the domain, add a DNS record of type A for it with the public address of this machine; that may take an hour to arrive.`,
    )
  const wrong = addresses.find(address => !isAllowed(address))
  return wrong === undefined
    ? ok(`${host} leads to ${addresses.join(' and ')}.`)
    : problem(
        `${host} leads to ${wrong}, which only your own network reaches. Change its DNS record to the public address of this machine.`,
      )
}

const LIMITS = { maxBytes: 65_536, limitMs: 10_000 }
const TOKEN = 'firsthand-check'

/** Asks what the authority asks. Only this installation can respond correctly. */
async function checkPlainPort(
  client: OperatorClient,
  host: string,
  httpPort: number,
  accountKey: string | null,
): Promise<Check> {
  const name = `port ${httpPort}`
  const { ok, problem } = resultsOf(name)
  const url = new URL(`http://${host}:${httpPort}/.well-known/acme-challenge/${TOKEN}`)
  try {
    const { body } = await client.send(url, { method: 'GET', ...LIMITS })
    return accountKey !== null && body.toString() === respondToChallenge(TOKEN, accountKey)
      ? ok(`The authority reaches this service through ${name}.`)
      : problem(
          `Something else answers at ${host} on ${name}. Stop that program, or change the DNS record if it is another machine; then run firsthand serve ${host}.`,
        )
  } catch (error) {
    return problem(`${(error as Error).message} ${openPort(name, host)}`)
  }
}

const openPort = (name: string, host: string) =>
  `Run firsthand serve ${host} on this machine, and open ${name} in its firewall and in the router.`

async function checkSecurePort(client: OperatorClient, baseUrl: string): Promise<Check> {
  const { hostname, port } = new URL(baseUrl)
  const name = `port ${port || 443}`
  const { ok, problem } = resultsOf(name)
  try {
    await client.send(new URL('/healthz', baseUrl), { method: 'GET', ...LIMITS })
    return ok(`${baseUrl} answers, and browsers accept its certificate.`)
  } catch (error) {
    const { message, code } = error as RequestFailure
    return /CERT|SIGN|EPROTO|ERR_SSL|ERR_TLS/.test(code)
      ? problem(`${message} It has no valid certificate yet; the line about the certificate says why.`)
      : problem(`${message} ${openPort(name, hostname)}`)
  }
}

/** A certificate is worth nothing to a machine that is in another year. */
async function checkAuthorityClock(client: OperatorClient, directoryUrl: string, now: Date): Promise<Check> {
  const { ok, problem } = resultsOf('authority')
  try {
    const { headers } = await client.send(new URL(directoryUrl), { method: 'GET', ...LIMITS })
    const driftMs = Math.abs(Date.parse(headers.date ?? '') - now.getTime())
    return driftMs > MOST_DRIFT_MS
      ? problem(
          `The clock of this machine is wrong by ${Math.round(driftMs / 60_000)} minutes. Set it, best by switching on network time: timedatectl set-ntp true`,
        )
      : ok('The certificate authority answers, and the clock agrees with its.')
  } catch (error) {
    return problem(
      `The certificate authority does not answer: ${(error as Error).message} Let this machine open connections to the internet, and check that its clock is right.`,
    )
  }
}
