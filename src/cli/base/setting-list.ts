/** All settings, in the order of the help, and the kinds of values they have, each with the message for a wrong one. */
import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { DEFAULT_PLACES } from '../../actions/shell-command.ts'
import { unlessItThrows } from '../../ingest/values/unless-it-throws.ts'
import { parseNoteKey, parseWitnessKey } from '../../ledger/cosignature.ts'
import { LOG_LEVELS } from '../../serve/log-levels.ts'
import type { ServiceSettings } from '../../serve/service.ts'
import { sha256 } from '../../store/base/node-sha256.ts'
import texts from './settings.json' with { type: 'json' }

const Text = z.string().min(1)

function number(max: number, min = 0) {
  const error = `must be a whole number from ${min} to ${max}`
  return z
    .union([z.number(), z.string().regex(/^\d+$/).transform(Number)], error)
    .pipe(z.int(error).min(min, error).max(max, error))
}
const Origin = z
  .url({ protocol: /^https?$/, error: 'must be a URL such as https://reviews.example.com' })
  .refine(isOrigin, 'must be an origin, without a path or query')
  .transform(url => new URL(url).origin)
/** As name servers know it. */
export const Domain = z
  .string()
  .transform(domainToASCII)
  .refine(
    name => name.length < 254 && /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]*[a-z\d]$/.test(name),
    'must be a name such as reviews.example.com',
  )
const DirectoryUrl = z.url({
  protocol: /^https$/,
  error: 'must be a URL such as https://acme-v02.api.letsencrypt.org/directory',
})
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
const Passphrase = z.string().min(16, 'must have at least 16 characters')
const BackupPlace = z
  .string()
  .min(1)
  .refine(
    place => !/^\w+:\/\//.test(place) || /^https?:\/\/[^/@]+\/[^/]/.test(place),
    'must be a folder, or a bucket such as https://s3.eu-central-1.amazonaws.com/bucket/firsthand',
  )
const BucketKey = z
  .string()
  .regex(/^[^\s:]+:\S+$/, 'must be the id and the secret of a key, such as ID:SECRET')
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

/** The texts are in `settings.json`. The variable and the flag of a setting follow from its name. */
const SCHEMAS: Record<keyof ServiceSettings, z.ZodType> = {
  port: number(65535).optional(),
  host: Text.optional(),
  baseUrl: Origin.optional(),
  domain: Domain.optional(),
  httpPort: number(65535).default(80),
  acmeDirectoryUrl: DirectoryUrl.default('https://acme-v02.api.letsencrypt.org/directory'),
  acmeAgree: Switch.default(false),
  databaseUrl: Text.default(DEFAULT_PLACES.databaseUrl),
  businessFile: Text.default(DEFAULT_PLACES.businessFile),
  rateLimitPerMinute: number(1_000_000).default(600),
  trustProxy: Networks.default([]),
  secretKey: Keys.default([]),
  websubCallbackAllowCidrs: Networks.default([]),
  websubRetrySeconds: Seconds.default([60, 1800]),
  websubMinLeaseSeconds: number(2_592_000).default(300),
  websubMaxPerHost: number(1_000_000).default(100),
  websubMaxPerTopic: number(10_000_000).default(10_000),
  websubSlots: number(1024, 4).default(64),
  mcpMaxSubscriptions: number(10_000).default(0),
  mcpRegistryAuth: RegistryProof.optional(),
  verifyPackage: Package.optional(),
  witnesses: Witnesses.default([]),
  witnessFor: WitnessFor.default([]),
  predecessor: Text.optional(),
  outgoingAllowCidrs: Networks.default([]),
  alertWebhookUrl: WebhookUrl.optional(),
  alertSmtpUrl: SmtpUrl.optional(),
  alertEmailTo: EmailAddresses.default([]),
  alertEmailFrom: EmailAddress.optional(),
  alertMaxRating: number(5).default(3),
  alertReviewText: Switch.default(false),
  backupTo: BackupPlace.optional(),
  backupPassphrase: Passphrase.optional(),
  backupKeep: number(1000, 1).default(14),
  backupS3Key: BucketKey.optional(),
  backupS3Region: Text.default('us-east-1'),
  metricsPort: number(65535).optional(),
  metricsHost: Text.default('127.0.0.1'),
  logLevel: z.enum(LOG_LEVELS).default('info'),
  insightsLlmUrl: LlmUrl.optional(),
  insightsLlmModel: LlmModel.optional(),
  insightsLlmKey: LlmKey.optional(),
}

/** `fallback` describes a default that its schema does not show. */
const TEXTS: Record<keyof ServiceSettings, { takes: string; help: string; fallback?: string }> = texts

export const SETTINGS = (Object.keys(SCHEMAS) as (keyof ServiceSettings)[]).map(name => {
  const schema = SCHEMAS[name]
  const { takes, help, fallback } = TEXTS[name]
  const variable = name.replaceAll(/[A-Z]/g, letter => `_${letter}`).toUpperCase()
  return {
    name,
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
