/** All settings, in the order of the help, and the kinds of values they have, each with the message for a wrong one. */
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { DEFAULT_PLACES } from '../../actions/shell-command.ts'
import { unlessItThrows } from '../../ingest/values/unless-it-throws.ts'
import { parseNoteKey, parseWitnessKey } from '../../ledger/cosignature.ts'
import { LOG_LEVELS } from '../../serve/log-levels.ts'
import type { ServiceSettings } from '../../serve/service.ts'
import { sha256 } from '../../store/base/node-sha256.ts'

const Text = z.string().min(1)

function number(max: number) {
  const error = `must be a whole number from 0 to ${max}`
  return z
    .union([z.number(), z.string().regex(/^\d+$/).transform(Number)], error)
    .pipe(z.int(error).min(0, error).max(max, error))
}
const Origin = z
  .url({ protocol: /^https?$/, error: 'must be a URL such as https://reviews.example.com' })
  .refine(isOrigin, 'must be an origin, without a path or query')
  .transform(url => new URL(url).origin)
/** A list in firsthand.json, or separated by commas. */
const List = z.union([
  z.array(z.string()),
  z.string().transform(list => list.split(',').map(entry => entry.trim())),
])

const Networks = List.transform(entries => entries.filter(entry => entry !== '')).refine(
  entries => entries.every(isNetwork),
  'must list addresses or networks, such as 127.0.0.1,10.0.0.0/8',
)

const Seconds = z
  .union([
    z.array(z.number()),
    z
      .string()
      .transform(list => list.split(',').map(entry => (entry.trim() === '' ? Number.NaN : Number(entry)))),
  ])
  .refine(
    list => list.length === 2 && list.every(seconds => seconds >= 1),
    'must be two numbers of seconds, each at least 1, such as 60,1800',
  )
const MIN_KEY_LENGTH = 16
const Keys = List.refine(
  keys => keys.every(key => key.length >= MIN_KEY_LENGTH),
  `must have at least ${MIN_KEY_LENGTH} characters each; separate older keys with commas`,
)

const LlmUrl = z
  .url({ protocol: /^https?$/, error: 'must be a URL such as https://llm.example.com/v1' })
  .refine(
    url => URL.canParse(url) && isConfidential(new URL(url)),
    'must start with https:// unless it is on a private network',
  )
  .refine(
    url => URL.canParse(url) && new URL(url).username === '',
    'must not contain a user name: use INSIGHTS_LLM_KEY for the key',
  )

/** Reviews and the key travel over it. A name without a dot is this machine or a container next to it. */
function isConfidential({ protocol, hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (protocol === 'https:' || /^[^.:]+$|\.(?:localhost|local|internal)$/.test(host)) return true
  return ipaddr.isValid(host) && PRIVATE.includes(ipaddr.process(host).range())
}
const PRIVATE = ['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat']

function isOrigin(url: string): boolean {
  return URL.canParse(url) && new URL(url).href === `${new URL(url).origin}/`
}

function isNetwork(entry: string): boolean {
  const [address = '', prefix, ...rest] = entry.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return prefix === undefined || (/^\d+$/.test(prefix) && Number(prefix) <= (version === 6 ? 128 : 32))
}

/** As the registry defines it: the kind of the public key, and the key. */
const RegistryProof = z
  .string()
  .regex(
    /^v=MCPv1; k=(?:ed25519|ecdsap384); p=[A-Za-z\d+/]{16,200}={0,2}$/,
    'must look like v=MCPv1; k=ed25519; p=PUBLIC_KEY, with the key in Base64',
  )

/** A published npm package in one exact version. */
const Package = z
  .string()
  .regex(
    /^(?:@[a-z\d][\w.-]*\/)?[a-z\d][\w.-]*@\d+\.\d+\.\d+(?:-[\w.-]+)?$/,
    'must be a package with its version, such as firsthand@1.2.3',
  )

const LlmModel = z.string().regex(/^[\w.:/@+-]{1,100}$/, 'must be the name of a model, such as gpt-5-mini')
const LlmKey = z.string().regex(/^[\x21-\x7e]+$/, 'must be a key without spaces')

const WebhookUrl = z.url({
  protocol: /^https?$/,
  error: 'must be a URL such as https://hooks.example.com/abc',
})
const SmtpUrl = z.url({
  protocol: /^smtps?$/,
  error: 'must be a URL such as smtps://user:password@mail.example.com',
})
/** Also keeps a line break out of the mail. */
const EmailAddress = z.email('must be an e-mail address such as owner@example.com')
const EmailAddresses = List.pipe(z.array(EmailAddress))
const Switch = z.union(
  [z.boolean(), z.enum(['true', 'false']).transform(text => text === 'true')],
  'must be true or false',
)

/** `key@place`, as both settings about witnesses have it. No key contains an @. */
const KEY_AND_PLACE = /^([^\s+]+\+[0-9a-f]{8}\+[^\s@]+)(?:@(\S+))?$/

/** `check` throws or returns false if the two are not what is needed. */
function keyList(error: string, check: (key: string, place: string) => unknown) {
  return List.transform((entries, context) =>
    entries
      .filter(entry => entry !== '')
      .map(entry => {
        const [, key = '', place = ''] = KEY_AND_PLACE.exec(entry) ?? []
        if (!unlessItThrows(() => check(key, place))) context.addIssue(error)
        return { key, place }
      }),
  )
}
const Witnesses = keyList(
  'must list keys of witnesses with their addresses: name+id+key@https://witness.example',
  (key, place) => parseWitnessKey(key, sha256) && /^https?:$/.test(new URL(place).protocol),
).transform(list => list.map(({ key, place }) => ({ key, url: place.replace(/\/$/, '') })))
const WitnessFor = keyList(
  'must list keys of logs as /log/key shows them, name+id+key; add @origin if it is not the name',
  key => parseNoteKey(key, sha256),
).transform(list => list.map(({ key, place }) => ({ key, origin: place || key.split('+')[0]! })))

/** The variable and the flag of a setting follow from its name, and the default from its schema unless `fallback` describes it. */
type Described = [takes: string, help: string, schema: z.ZodType, fallback?: string]

const DESCRIBED: Record<keyof ServiceSettings, Described> = {
  port: ['number', 'port to listen on', number(65535).default(8080)],
  host: ['address', 'address to listen on; 0.0.0.0 for every network', Text.default('127.0.0.1')],
  baseUrl: [
    'url',
    'the public address; every absolute URL is built from it',
    Origin.optional(),
    'http://localhost:PORT',
  ],
  databaseUrl: ['url', 'where the reviews are kept', Text.default(DEFAULT_PLACES.databaseUrl)],
  businessFile: ['file', 'the file that describes the business', Text.default(DEFAULT_PLACES.businessFile)],
  rateLimitPerMinute: [
    'number',
    'requests per minute for each client; 0 for no limit',
    number(1_000_000).default(600),
  ],
  trustProxy: ['networks', 'proxies whose X-Forwarded-For header is trusted', Networks.default([])],
  secretKey: [
    'key',
    "encrypts subscribers' secrets in the database; older keys may follow, separated by commas",
    Keys.default([]),
    'generated once, kept in the database',
  ],
  websubCallbackAllowCidrs: [
    'networks',
    'networks where callbacks are allowed besides the public internet',
    Networks.default([]),
  ],
  websubRetrySeconds: [
    'seconds',
    'delays before the second and third attempts of a delivery',
    Seconds.default([60, 1800]),
  ],
  websubMinLeaseSeconds: ['number', 'the shortest lease of a subscription', number(2_592_000).default(300)],
  websubMaxPerHost: [
    'number',
    'most subscriptions of one callback host to one topic',
    number(1_000_000).default(100),
  ],
  websubMaxPerTopic: ['number', 'most subscriptions to one topic', number(10_000_000).default(10_000)],
  mcpMaxSubscriptions: [
    'number',
    'most MCP clients that may listen for changes at a time; 0 to turn it off',
    number(10_000).default(0),
  ],
  mcpRegistryAuth: [
    'proof',
    'what /.well-known/mcp-registry-auth returns, to prove to the MCP registry that you own the domain',
    RegistryProof.optional(),
  ],
  verifyPackage: [
    'package',
    'the published package that /policy names for checking the log, with its version',
    Package.optional(),
  ],
  witnesses: [
    'witnesses',
    'witnesses that cosign the public log, each as key@address, separated by commas',
    Witnesses.default([]),
  ],
  witnessFor: [
    'keys',
    'keys of the logs that this service cosigns at /witness, separated by commas',
    WitnessFor.default([]),
  ],
  outgoingAllowCidrs: [
    'networks',
    'networks besides the public internet where sources of reviews, witnesses and targets of alerts may be, also without HTTPS',
    Networks.default([]),
  ],
  alertWebhookUrl: [
    'url',
    'where alerts are posted as JSON: Slack, Discord, ntfy or a program of yours',
    WebhookUrl.optional(),
  ],
  alertSmtpUrl: ['url', 'the mail server for alerts', SmtpUrl.optional()],
  alertEmailTo: ['addresses', 'who gets alerts by e-mail', EmailAddresses.default([])],
  alertEmailFrom: [
    'address',
    'the sender of alerts by e-mail',
    EmailAddress.optional(),
    'the first of ALERT_EMAIL_TO',
  ],
  alertMaxRating: [
    'stars',
    'a new review with at most this many stars is worth an alert; 0 for none',
    number(5).default(3),
  ],
  alertReviewText: [
    'true|false',
    'whether alerts contain the name and words of the customer',
    Switch.default(false),
  ],
  metricsPort: ['number', 'port for /metrics (Prometheus), never the public one', number(65535).optional()],
  metricsHost: [
    'address',
    'address where /metrics listens; 0.0.0.0 inside a container that publishes no such port',
    Text.default('127.0.0.1'),
  ],
  logLevel: [
    'level',
    'how much the service logs: silent, error, warn, info or debug',
    z.enum(LOG_LEVELS).default('info'),
  ],
  insightsLlmUrl: [
    'url',
    'OpenAI-compatible address of a language model that writes the summary of the insights',
    LlmUrl.optional(),
  ],
  insightsLlmModel: ['name', 'the name of that language model', LlmModel.optional()],
  insightsLlmKey: ['key', 'the API key for that address', LlmKey.optional()],
}

export const SETTINGS = Object.entries(DESCRIBED).map(([name, [takes, help, schema, fallback]]) => {
  const variable = name.replaceAll(/[A-Z]/g, letter => `_${letter}`).toUpperCase()
  return {
    name: name as keyof ServiceSettings,
    /** DATABASE_URL */
    variable,
    /** --database-url <url> */
    flag: `--${variable.toLowerCase().replaceAll('_', '-')} <${takes}>`,
    help,
    /** The default, as the help shows it. */
    fallback: fallback ?? (String(schema.parse(undefined) ?? '') || 'none'),
    schema,
  }
})
