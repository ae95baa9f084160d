/** Settings: a flag, an environment variable and a line of the config file say the same thing. */
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import type { Command } from 'commander'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { parseJsonAs } from '../../ingest/values/parse-json.ts'
import type { ServiceSettings } from '../../service/service.ts'
import { UsageError } from './exit.ts'

export interface Setting {
  name: keyof ServiceSettings
  variable: string
  flag: string
  help: string
  /** What the help says of it when nobody sets it. */
  fallback: string
  parse: z.ZodType
}

function wholeNumber(most: number) {
  const error = `must be a whole number from 0 to ${most}`
  return z
    .union([z.number(), z.string().regex(/^\d+$/).transform(Number)], error)
    .pipe(z.int(error).min(0, error).max(most, error))
}
const Origin = z
  .url({ protocol: /^https?$/, error: 'must be a URL such as https://reviews.example.com' })
  .refine(isOrigin, 'must be an origin: no path, no query')
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
    list => list.length === 2 && list.every(seconds => seconds >= 0),
    'must be two numbers of seconds, such as 60,1800',
  )
const SHORTEST_KEY = 16
const Keys = z
  .union([z.array(z.string()), z.string().transform(list => list.split(',').map(key => key.trim()))])
  .refine(
    keys => keys.every(key => key.length >= SHORTEST_KEY),
    `must have at least ${SHORTEST_KEY} characters; the key before it may follow after a comma`,
  )

const LlmUrl = z
  .url({ protocol: /^https?$/, error: 'must be a URL such as https://llm.example.com/v1' })
  .refine(
    url => URL.canParse(url) && isConfidential(new URL(url)),
    'must begin with https:// unless it is in a private network',
  )
  .refine(
    url => URL.canParse(url) && new URL(url).username === '',
    'must have no user name: INSIGHTS_LLM_KEY is for the key',
  )

/** Reviews and key travel over it. A name without a dot is of this machine or of a container beside it. */
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

export const SETTINGS: Setting[] = [
  {
    name: 'port',
    variable: 'PORT',
    flag: '--port <number>',
    help: 'port to listen on',
    fallback: '8080',
    parse: wholeNumber(65535).default(8080),
  },
  {
    name: 'host',
    variable: 'HOST',
    flag: '--host <address>',
    help: 'address to listen on; 0.0.0.0 for every network',
    fallback: '127.0.0.1',
    parse: z.string().min(1).default('127.0.0.1'),
  },
  {
    name: 'baseUrl',
    variable: 'BASE_URL',
    flag: '--base-url <url>',
    help: 'the public address; every absolute URL is built from it',
    fallback: 'http://localhost:PORT',
    parse: Origin.optional(),
  },
  {
    name: 'databaseUrl',
    variable: 'DATABASE_URL',
    flag: '--database-url <url>',
    help: 'where the reviews are kept',
    fallback: 'sqlite:data/firsthand.db',
    parse: z.string().min(1).default('sqlite:data/firsthand.db'),
  },
  {
    name: 'businessFile',
    variable: 'BUSINESS_FILE',
    flag: '--business-file <file>',
    help: 'the file that says whose reviews these are',
    fallback: 'business.json',
    parse: z.string().min(1).default('business.json'),
  },
  {
    name: 'rateLimitPerMinute',
    variable: 'RATE_LIMIT_PER_MINUTE',
    flag: '--rate-limit-per-minute <number>',
    help: 'requests a minute for each client; 0 for no limit',
    fallback: '600',
    parse: wholeNumber(1_000_000).default(600),
  },
  {
    name: 'trustProxy',
    variable: 'TRUST_PROXY',
    flag: '--trust-proxy <networks>',
    help: 'proxies whose X-Forwarded-For counts',
    fallback: 'none',
    parse: Networks.default([]),
  },
  {
    name: 'secretKey',
    variable: 'SECRET_KEY',
    flag: '--secret-key <key>',
    help: "closes subscribers' secrets in the database; older keys may follow after commas",
    fallback: 'made once, kept in the database',
    parse: Keys.default([]),
  },
  {
    name: 'websubCallbackAllowCidrs',
    variable: 'WEBSUB_CALLBACK_ALLOW_CIDRS',
    flag: '--websub-callback-allow-cidrs <networks>',
    help: 'networks that callbacks may be in besides the public internet',
    fallback: 'none',
    parse: Networks.default([]),
  },
  {
    name: 'websubRetrySeconds',
    variable: 'WEBSUB_RETRY_SECONDS',
    flag: '--websub-retry-seconds <seconds>',
    help: 'waits before the second and the third try of a delivery',
    fallback: '60,1800',
    parse: Seconds.default([60, 1800]),
  },
  {
    name: 'websubMinLeaseSeconds',
    variable: 'WEBSUB_MIN_LEASE_SECONDS',
    flag: '--websub-min-lease-seconds <number>',
    help: 'the shortest subscription',
    fallback: '300',
    parse: wholeNumber(2_592_000).default(300),
  },
  {
    name: 'websubMaxPerHost',
    variable: 'WEBSUB_MAX_PER_HOST',
    flag: '--websub-max-per-host <number>',
    help: 'subscriptions of one callback host to one topic',
    fallback: '100',
    parse: wholeNumber(1_000_000).default(100),
  },
  {
    name: 'websubMaxPerTopic',
    variable: 'WEBSUB_MAX_PER_TOPIC',
    flag: '--websub-max-per-topic <number>',
    help: 'subscriptions to one topic',
    fallback: '10000',
    parse: wholeNumber(10_000_000).default(10_000),
  },
  {
    name: 'metricsPort',
    variable: 'METRICS_PORT',
    flag: '--metrics-port <number>',
    help: 'port of /metrics for Prometheus, on this machine only',
    fallback: 'none',
    parse: wholeNumber(65535).optional(),
  },
  {
    name: 'insightsLlmUrl',
    variable: 'INSIGHTS_LLM_URL',
    flag: '--insights-llm-url <url>',
    help: 'OpenAI-compatible address of a language model that writes the summary of the insights',
    fallback: 'none',
    parse: LlmUrl.optional(),
  },
  {
    name: 'insightsLlmModel',
    variable: 'INSIGHTS_LLM_MODEL',
    flag: '--insights-llm-model <name>',
    help: 'the name of that language model',
    fallback: 'none',
    parse: z
      .string()
      .regex(/^[\w.:/@+-]{1,100}$/, 'must be the name of a model, such as gpt-5-mini')
      .optional(),
  },
  {
    name: 'insightsLlmKey',
    variable: 'INSIGHTS_LLM_KEY',
    flag: '--insights-llm-key <key>',
    help: 'the key for that address',
    fallback: 'none',
    parse: z
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

/** A flag wins over the environment, the environment over firsthand.json. */
export function readSettings(
  flags: Record<string, unknown>,
  environment: NodeJS.ProcessEnv,
): ServiceSettings {
  const file = readConfigFile()
  const entries = SETTINGS.map(({ name, variable, flag, parse }) => {
    const sources = [
      { value: flags[name], called: flag.split(' ')[0] },
      { value: environment[variable] || undefined, called: variable },
      { value: file[variable.toLowerCase()], called: `${variable.toLowerCase()} in ${CONFIG_FILE}` },
    ]
    const source = sources.find(({ value }) => value !== undefined)
    const result = parse.safeParse(source?.value)
    if (!result.success) throw new UsageError(`${source?.called}: ${result.error.issues[0]?.message}.`)
    return [name, result.data]
  })
  const settings = Object.fromEntries(entries) as ServiceSettings
  if (settings.insightsLlmUrl && !settings.insightsLlmModel)
    throw new UsageError('INSIGHTS_LLM_URL needs INSIGHTS_LLM_MODEL, the name of the model to ask there.')
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
