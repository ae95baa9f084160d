/** Settings: each can be a flag, an environment variable, or a line in firsthand.json. */
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import type { Command } from 'commander'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { parseJsonAs } from '../../ingest/values/parse-json.ts'
import { plainError } from '../../model/plain-errors.ts'
import { LOG_LEVELS } from '../../service/log-levels.ts'
import type { ServiceSettings } from '../../service/service.ts'
import { UsageError } from './exit.ts'

export interface Setting {
  name: keyof ServiceSettings
  variable: string
  flag: string
  help: string
  /** The default, as the help shows it. */
  fallback: string
  schema: z.ZodType
}

function wholeNumber(max: number) {
  const error = `must be a whole number from 0 to ${max}`
  return z
    .union([z.number(), z.string().regex(/^\d+$/).transform(Number)], error)
    .pipe(z.int(error).min(0, error).max(max, error))
}
const Origin = z
  .url({ protocol: /^https?$/, error: 'must be a URL such as https://reviews.example.com' })
  .refine(isOrigin, 'must be an origin, without a path or query')
  .transform(url => new URL(url).origin)
const Networks = z
  .union([z.array(z.string()), z.string().transform(list => list.split(',').map(entry => entry.trim()))])
  .transform(entries => entries.filter(entry => entry !== ''))
  .refine(
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
const Keys = z
  .union([z.array(z.string()), z.string().transform(list => list.split(',').map(key => key.trim()))])
  .refine(
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
const REGISTRY_PROOF = /^v=MCPv1; k=(?:ed25519|ecdsap384); p=[A-Za-z\d+/]{16,200}={0,2}$/

/** A published npm package in one exact version. */
const PACKAGE = /^(?:@[a-z\d][\w.-]*\/)?[a-z\d][\w.-]*@\d+\.\d+\.\d+(?:-[\w.-]+)?$/

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
const EmailAddresses = z
  .union([z.array(z.string()), z.string().transform(list => list.split(',').map(entry => entry.trim()))])
  .pipe(z.array(EmailAddress))
const Switch = z.union(
  [z.boolean(), z.enum(['true', 'false']).transform(text => text === 'true')],
  'must be true or false',
)

export const SETTINGS: Setting[] = [
  {
    name: 'port',
    variable: 'PORT',
    flag: '--port <number>',
    help: 'port to listen on',
    fallback: '8080',
    schema: wholeNumber(65535).default(8080),
  },
  {
    name: 'host',
    variable: 'HOST',
    flag: '--host <address>',
    help: 'address to listen on; 0.0.0.0 for every network',
    fallback: '127.0.0.1',
    schema: z.string().min(1).default('127.0.0.1'),
  },
  {
    name: 'baseUrl',
    variable: 'BASE_URL',
    flag: '--base-url <url>',
    help: 'the public address; every absolute URL is built from it',
    fallback: 'http://localhost:PORT',
    schema: Origin.optional(),
  },
  {
    name: 'databaseUrl',
    variable: 'DATABASE_URL',
    flag: '--database-url <url>',
    help: 'where the reviews are kept',
    fallback: 'sqlite:data/firsthand.db',
    schema: z.string().min(1).default('sqlite:data/firsthand.db'),
  },
  {
    name: 'businessFile',
    variable: 'BUSINESS_FILE',
    flag: '--business-file <file>',
    help: 'the file that describes the business',
    fallback: 'business.json',
    schema: z.string().min(1).default('business.json'),
  },
  {
    name: 'rateLimitPerMinute',
    variable: 'RATE_LIMIT_PER_MINUTE',
    flag: '--rate-limit-per-minute <number>',
    help: 'requests per minute for each client; 0 for no limit',
    fallback: '600',
    schema: wholeNumber(1_000_000).default(600),
  },
  {
    name: 'trustProxy',
    variable: 'TRUST_PROXY',
    flag: '--trust-proxy <networks>',
    help: 'proxies whose X-Forwarded-For header is trusted',
    fallback: 'none',
    schema: Networks.default([]),
  },
  {
    name: 'secretKey',
    variable: 'SECRET_KEY',
    flag: '--secret-key <key>',
    help: "encrypts subscribers' secrets in the database; older keys may follow, separated by commas",
    fallback: 'generated once, kept in the database',
    schema: Keys.default([]),
  },
  {
    name: 'websubCallbackAllowCidrs',
    variable: 'WEBSUB_CALLBACK_ALLOW_CIDRS',
    flag: '--websub-callback-allow-cidrs <networks>',
    help: 'networks where callbacks are allowed besides the public internet',
    fallback: 'none',
    schema: Networks.default([]),
  },
  {
    name: 'websubRetrySeconds',
    variable: 'WEBSUB_RETRY_SECONDS',
    flag: '--websub-retry-seconds <seconds>',
    help: 'delays before the second and third attempts of a delivery',
    fallback: '60,1800',
    schema: Seconds.default([60, 1800]),
  },
  {
    name: 'websubMinLeaseSeconds',
    variable: 'WEBSUB_MIN_LEASE_SECONDS',
    flag: '--websub-min-lease-seconds <number>',
    help: 'the shortest lease of a subscription',
    fallback: '300',
    schema: wholeNumber(2_592_000).default(300),
  },
  {
    name: 'websubMaxPerHost',
    variable: 'WEBSUB_MAX_PER_HOST',
    flag: '--websub-max-per-host <number>',
    help: 'most subscriptions of one callback host to one topic',
    fallback: '100',
    schema: wholeNumber(1_000_000).default(100),
  },
  {
    name: 'websubMaxPerTopic',
    variable: 'WEBSUB_MAX_PER_TOPIC',
    flag: '--websub-max-per-topic <number>',
    help: 'most subscriptions to one topic',
    fallback: '10000',
    schema: wholeNumber(10_000_000).default(10_000),
  },
  {
    name: 'mcpMaxSubscriptions',
    variable: 'MCP_MAX_SUBSCRIPTIONS',
    flag: '--mcp-max-subscriptions <number>',
    help: 'most MCP clients that may listen for changes at a time; 0 to turn it off',
    fallback: '0',
    schema: wholeNumber(10_000).default(0),
  },
  {
    name: 'mcpRegistryAuth',
    variable: 'MCP_REGISTRY_AUTH',
    flag: '--mcp-registry-auth <proof>',
    help: 'what /.well-known/mcp-registry-auth returns, to prove to the MCP registry that you own the domain',
    fallback: 'none',
    schema: z
      .string()
      .regex(REGISTRY_PROOF, 'must look like v=MCPv1; k=ed25519; p=PUBLIC_KEY, with the key in Base64')
      .optional(),
  },
  {
    name: 'verifyPackage',
    variable: 'VERIFY_PACKAGE',
    flag: '--verify-package <package>',
    help: 'the published package that /policy names for checking the log, with its version',
    fallback: 'none',
    schema: z
      .string()
      .regex(PACKAGE, 'must be a package with its version, such as firsthand@1.2.3')
      .optional(),
  },
  {
    name: 'outgoingAllowCidrs',
    variable: 'OUTGOING_ALLOW_CIDRS',
    flag: '--outgoing-allow-cidrs <networks>',
    help: 'networks besides the public internet where sources of reviews and targets of alerts may be, also without HTTPS',
    fallback: 'none',
    schema: Networks.default([]),
  },
  {
    name: 'alertWebhookUrl',
    variable: 'ALERT_WEBHOOK_URL',
    flag: '--alert-webhook-url <url>',
    help: 'where alerts are posted as JSON: Slack, Discord, ntfy or a program of yours',
    fallback: 'none',
    schema: WebhookUrl.optional(),
  },
  {
    name: 'alertSmtpUrl',
    variable: 'ALERT_SMTP_URL',
    flag: '--alert-smtp-url <url>',
    help: 'the mail server for alerts',
    fallback: 'none',
    schema: SmtpUrl.optional(),
  },
  {
    name: 'alertEmailTo',
    variable: 'ALERT_EMAIL_TO',
    flag: '--alert-email-to <addresses>',
    help: 'who gets alerts by e-mail',
    fallback: 'none',
    schema: EmailAddresses.default([]),
  },
  {
    name: 'alertEmailFrom',
    variable: 'ALERT_EMAIL_FROM',
    flag: '--alert-email-from <address>',
    help: 'the sender of alerts by e-mail',
    fallback: 'the first of ALERT_EMAIL_TO',
    schema: EmailAddress.optional(),
  },
  {
    name: 'alertMaxRating',
    variable: 'ALERT_MAX_RATING',
    flag: '--alert-max-rating <stars>',
    help: 'a new review with at most this many stars is worth an alert; 0 for none',
    fallback: '3',
    schema: wholeNumber(5).default(3),
  },
  {
    name: 'alertReviewText',
    variable: 'ALERT_REVIEW_TEXT',
    flag: '--alert-review-text <true|false>',
    help: 'whether alerts contain the name and words of the customer',
    fallback: 'false',
    schema: Switch.default(false),
  },
  {
    name: 'metricsPort',
    variable: 'METRICS_PORT',
    flag: '--metrics-port <number>',
    help: 'port for /metrics (Prometheus), never the public one',
    fallback: 'none',
    schema: wholeNumber(65535).optional(),
  },
  {
    name: 'metricsHost',
    variable: 'METRICS_HOST',
    flag: '--metrics-host <address>',
    help: 'address where /metrics listens; 0.0.0.0 inside a container that publishes no such port',
    fallback: '127.0.0.1',
    schema: z.string().min(1).default('127.0.0.1'),
  },
  {
    name: 'logLevel',
    variable: 'LOG_LEVEL',
    flag: '--log-level <level>',
    help: 'how much the service logs: silent, error, warn, info or debug',
    fallback: 'info',
    schema: z.enum(LOG_LEVELS).default('info'),
  },
  {
    name: 'insightsLlmUrl',
    variable: 'INSIGHTS_LLM_URL',
    flag: '--insights-llm-url <url>',
    help: 'OpenAI-compatible address of a language model that writes the summary of the insights',
    fallback: 'none',
    schema: LlmUrl.optional(),
  },
  {
    name: 'insightsLlmModel',
    variable: 'INSIGHTS_LLM_MODEL',
    flag: '--insights-llm-model <name>',
    help: 'the name of that language model',
    fallback: 'none',
    schema: z
      .string()
      .regex(/^[\w.:/@+-]{1,100}$/, 'must be the name of a model, such as gpt-5-mini')
      .optional(),
  },
  {
    name: 'insightsLlmKey',
    variable: 'INSIGHTS_LLM_KEY',
    flag: '--insights-llm-key <key>',
    help: 'the API key for that address',
    fallback: 'none',
    schema: z
      .string()
      .regex(/^[\x21-\x7e]+$/, 'must be a key without spaces')
      .optional(),
  },
]

const CONFIG_FILE = 'firsthand.json'
const ConfigFile = z.strictObject(
  Object.fromEntries(SETTINGS.map(({ variable }) => [variable.toLowerCase(), z.unknown().optional()])),
)

export function addSettings(command: Command, names: (keyof ServiceSettings)[]): Command {
  for (const { flag, variable, help, fallback } of SETTINGS.filter(({ name }) => names.includes(name)))
    command.option(flag, `${help} (${variable}, default ${fallback})`)
  return command
}

/** The public address. */
export const baseUrlOf = ({ baseUrl, port }: Pick<ServiceSettings, 'baseUrl' | 'port'>) =>
  baseUrl ?? `http://localhost:${port}`

/** A flag wins over the environment, the environment over firsthand.json. */
export function readSettings(
  flags: Record<string, unknown>,
  environment: NodeJS.ProcessEnv,
): ServiceSettings {
  const file = readConfigFile()
  const entries = SETTINGS.map(({ name, variable, flag, schema }) => {
    const sources = [
      { value: flags[name], label: flag.split(' ')[0] },
      { value: environment[variable] || undefined, label: variable },
      { value: file[variable.toLowerCase()], label: `${variable.toLowerCase()} in ${CONFIG_FILE}` },
    ]
    const source = sources.find(({ value }) => value !== undefined)
    const result = schema.safeParse(source?.value, { error: plainError })
    if (!result.success) throw new UsageError(`${source?.label}: ${result.error.issues[0]?.message}.`)
    return [name, result.data]
  })
  const settings = Object.fromEntries(entries) as ServiceSettings
  if (settings.insightsLlmUrl && !settings.insightsLlmModel)
    throw new UsageError('INSIGHTS_LLM_URL also needs INSIGHTS_LLM_MODEL, the name of the model.')
  if (settings.alertSmtpUrl && settings.alertEmailTo.length === 0)
    throw new UsageError('ALERT_SMTP_URL also needs ALERT_EMAIL_TO, the addresses that get the alerts.')
  return settings
}

function readConfigFile(): Record<string, unknown> {
  let text: string
  try {
    text = readFileSync(CONFIG_FILE, 'utf8')
  } catch {
    return {}
  }
  try {
    return parseJsonAs(text, ConfigFile)
  } catch (error) {
    throw new UsageError(`${CONFIG_FILE}: ${(error as Error).message}`)
  }
}
