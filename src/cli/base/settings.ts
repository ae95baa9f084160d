/** Settings, in the order of the help: `settings.json` says what each takes, and here are the types that it names. Each can be a flag, an environment variable, or a line in firsthand.json. */
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { DEFAULT_PLACES } from '../../actions/shell-command.ts'
import { parseJsonAs } from '../../ingest/values/parse-json.ts'
import { parseNoteKey, parseWitnessKey } from '../../ledger/cosignature.ts'
import { plainError } from '../../model/plain-errors.ts'
import { unlessItThrows } from '../../model/scalars.ts'
import type { ServiceSettings } from '../../serve/service.ts'
import { sha256 } from '../../store/base/node-signatures.ts'
import { UsageError } from './result.ts'
import definitions from './settings.json' with { type: 'json' }

interface SettingDefinition {
  takes: string
  help: string
  /** Describes a default that its schema does not show. */
  fallback?: string
  /** One of `TYPES`. A whole number has `max` instead, a URL its protocol, any other text a pattern. */
  type?: string
  min?: number
  max?: number
  url?: string
  pattern?: string
  /** What a wrong value is told. */
  error?: string
  default?: unknown
}

function wholeNumber(max: number, min = 0, otherwise = '') {
  const error = `must be a whole number from ${min} to ${max}${otherwise}`
  return z
    .union([z.number(), z.string().regex(/^\d+$/).transform(Number)], error)
    .pipe(z.int(error).min(min, error).max(max, error))
}

/** As name servers know it. */
export const Domain = z
  .string()
  .transform(domainToASCII)
  .refine(
    name =>
      name.length < 254 &&
      /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]*[a-z\d]$/.test(name),
    'must be a name such as reviews.example.com',
  )

/** A list in firsthand.json, or separated by commas. */
const List = z.union([
  z.array(z.string()),
  z.string().transform(list => list.split(',').map(entry => entry.trim())),
])

const MIN_KEY_LENGTH = 16
/** Also keeps a line break out of the mail. */
const EmailAddress = z.email('must be an e-mail address such as owner@example.com')

/** Reviews and the key travel over it. A name without a dot is this machine or a container next to it. */
function isConfidential({ protocol, hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (protocol === 'https:' || /^[^.:]+$|\.(?:localhost|local|internal)$/.test(host)) return true
  return ipaddr.isValid(host) && PRIVATE.includes(ipaddr.process(host).range())
}
const PRIVATE = ['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat']

/** As every absolute URL begins: without a slash at its end. */
const BASE_URL = /^https?:\/\/[^/?#@]+(?:\/[\w.~-]+)*$/

function isNetwork(entry: string): boolean {
  const [address = '', prefix, ...rest] = entry.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return (
    prefix === undefined || (/^\d+$/.test(prefix) && Number(prefix) <= (version === 6 ? 128 : 32))
  )
}

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

const TYPES: Record<string, z.ZodType> = {
  text: z.string().min(1),
  switch: z.union(
    [z.boolean(), z.enum(['true', 'false']).transform(text => text === 'true')],
    'must be true or false',
  ),
  // From the quietest to the most talkative.
  logLevel: z.enum(['silent', 'error', 'warn', 'info', 'debug']),
  baseUrl: z
    .url({ protocol: /^https?$/, error: 'must be a URL such as https://reviews.example.com' })
    .transform(url => new URL(url).href.replace(/\/$/, ''))
    .refine(
      url => BASE_URL.test(url),
      'must be a host and perhaps a path, such as https://salon.example/reviews, without a query',
    ),
  domain: Domain,
  networks: List.transform(entries => entries.filter(entry => entry !== '')).refine(
    entries => entries.every(isNetwork),
    'must list addresses or networks, such as 127.0.0.1,10.0.0.0/8',
  ),
  seconds: z
    .union([
      z.array(z.number()),
      z
        .string()
        .transform(list =>
          list.split(',').map(entry => (entry.trim() === '' ? Number.NaN : Number(entry))),
        ),
    ])
    .refine(
      list => list.length === 2 && list.every(seconds => seconds >= 1),
      'must be two numbers of seconds, each at least 1, such as 60,1800',
    ),
  keys: List.refine(
    keys => keys.every(key => key.length >= MIN_KEY_LENGTH),
    `must have at least ${MIN_KEY_LENGTH} characters each; separate older keys with commas`,
  ),
  passphrase: z.string().min(MIN_KEY_LENGTH, `must have at least ${MIN_KEY_LENGTH} characters`),
  email: EmailAddress,
  emails: List.pipe(z.array(EmailAddress)),
  backupPlace: z
    .string()
    .min(1)
    .refine(
      place => !/^\w+:\/\//.test(place) || /^https?:\/\/[^/@]+\/[^/]/.test(place),
      'must be a folder, or a bucket such as https://s3.eu-central-1.amazonaws.com/bucket/firsthand',
    ),
  llmUrl: z
    .url({ protocol: /^https?$/, error: 'must be a URL such as https://llm.example.com/v1' })
    .refine(
      url => URL.canParse(url) && isConfidential(new URL(url)),
      'must start with https:// unless it is on a private network',
    )
    .refine(
      url => URL.canParse(url) && new URL(url).username === '',
      'must not contain a user name: use INSIGHTS_LLM_KEY for the key',
    ),
  witnesses: keyList(
    'must list keys of witnesses with their addresses: name+id+key@https://witness.example',
    (key, place) => parseWitnessKey(key, sha256) && /^https?:$/.test(new URL(place).protocol),
  ).transform(list => list.map(({ key, place }) => ({ key, url: place.replace(/\/$/, '') }))),
  witnessedLogs: keyList(
    'must list keys of logs as /log/key shows them, name+id+key; add @origin if it is not the name',
    key => parseNoteKey(key, sha256),
  ).transform(list => list.map(({ key, place }) => ({ key, origin: place || key.split('+')[0]! }))),
}

function typeOf({ type = '', min, max, url, pattern, error }: SettingDefinition): z.ZodType {
  if (max !== undefined) return wholeNumber(max, min)
  if (url !== undefined) return z.url({ protocol: new RegExp(`^${url}$`), error: error! })
  return pattern === undefined ? TYPES[type]! : z.string().regex(new RegExp(pattern), error)
}

const DEFINITIONS: Record<keyof ServiceSettings, SettingDefinition> = definitions
const PLACES: Partial<Record<keyof ServiceSettings, string>> = DEFAULT_PLACES

/** The variable and the flag of a setting follow from its name. */
export const SETTINGS = (Object.keys(DEFINITIONS) as (keyof ServiceSettings)[]).map(name => {
  const { takes, help, fallback, default: usual = PLACES[name] } = DEFINITIONS[name]
  const type = typeOf(DEFINITIONS[name])
  const schema = usual === undefined ? type.optional() : type.default(usual)
  const variable = name.replaceAll(/[A-Z]/g, letter => `_${letter}`).toUpperCase()
  return {
    name,
    /** DATABASE_URL */
    variable,
    /** --database-url <url> */
    flag: `--${variable.toLowerCase().replaceAll('_', '-')} <${takes}>`,
    help,
    /** The default, as the help shows it. */
    fallback: fallback ?? (String(usual ?? '') || 'none'),
    schema,
  }
})

const CONFIG_FILE = 'firsthand.json'
const ConfigFile = z.strictObject(
  Object.fromEntries(
    SETTINGS.map(({ variable }) => [variable.toLowerCase(), z.unknown().optional()]),
  ),
)

/** The public address. */
export const baseUrlOf = ({
  baseUrl,
  port,
}: Pick<ServiceSettings, 'baseUrl'> & { port?: number }) => baseUrl ?? `http://localhost:${port}`

/** A flag wins over the environment, the environment over firsthand.json. */
export function readSettings(
  flags: Record<string, unknown>,
  env: NodeJS.ProcessEnv,
): ServiceSettings {
  const file = readConfigFile()
  const entries = SETTINGS.map(({ name, variable, flag, schema }) => {
    const sources = [
      { value: flags[name], label: flag.split(' ')[0] },
      { value: env[variable] || undefined, label: variable },
      { value: file[variable.toLowerCase()], label: `${variable.toLowerCase()} in ${CONFIG_FILE}` },
    ]
    const source = sources.find(({ value }) => value !== undefined)
    const result = schema.safeParse(source?.value, { error: plainError })
    if (!result.success)
      throw new UsageError(`${source?.label}: ${result.error.issues[0]?.message}.`)
    return [name, result.data]
  })
  const settings = withDomain(Object.fromEntries(entries))
  if (settings.insightsLlmUrl && !settings.insightsLlmModel)
    throw new UsageError('INSIGHTS_LLM_URL also needs INSIGHTS_LLM_MODEL, the name of the model.')
  if (settings.alertSmtpUrl && settings.alertEmailTo.length === 0)
    throw new UsageError(
      'ALERT_SMTP_URL also needs ALERT_EMAIL_TO, the addresses that get the alerts.',
    )
  if (settings.backupTo && !settings.backupPassphrase)
    throw new UsageError(
      'BACKUP_TO also needs BACKUP_PASSPHRASE: backups contain the key of the public log.',
    )
  if (/^https?:/.test(settings.backupTo ?? '') && !settings.backupS3Key)
    throw new UsageError(
      'A bucket in BACKUP_TO also needs BACKUP_S3_KEY, the id and secret of its key.',
    )
  return settings
}

/** With a domain, this is the web server itself, on the usual ports of every network. */
function withDomain(settings: ServiceSettings): ServiceSettings {
  const {
    domain,
    baseUrl,
    port = domain ? 443 : 8080,
    host = domain ? '::' : '127.0.0.1',
  } = settings
  const own = `https://${domain}`
  if (domain && baseUrl && new URL(baseUrl).origin.replace(/:\d+$/, '') !== own)
    throw new UsageError(
      `BASE_URL is ${baseUrl}, but the domain is ${domain}. Leave BASE_URL out: it follows from the domain.`,
    )
  return { ...settings, port, host, baseUrl: baseUrl ?? (domain && own) }
}

function readConfigFile(): Record<string, unknown> {
  const text = unlessItThrows(() => readFileSync(CONFIG_FILE, 'utf8'))
  if (text === undefined) return {}
  try {
    return parseJsonAs(text, ConfigFile)
  } catch (error) {
    throw new UsageError(`${CONFIG_FILE}: ${(error as Error).message}`)
  }
}
