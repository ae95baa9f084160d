/** The kinds of values that settings have, each with the message for a wrong one. */
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'

export function wholeNumber(max: number) {
  const error = `must be a whole number from 0 to ${max}`
  return z
    .union([z.number(), z.string().regex(/^\d+$/).transform(Number)], error)
    .pipe(z.int(error).min(0, error).max(max, error))
}
export const Origin = z
  .url({ protocol: /^https?$/, error: 'must be a URL such as https://reviews.example.com' })
  .refine(isOrigin, 'must be an origin, without a path or query')
  .transform(url => new URL(url).origin)
/** A list in firsthand.json, or separated by commas. */
const List = z.union([
  z.array(z.string()),
  z.string().transform(list => list.split(',').map(entry => entry.trim())),
])

export const Networks = List.transform(entries => entries.filter(entry => entry !== '')).refine(
  entries => entries.every(isNetwork),
  'must list addresses or networks, such as 127.0.0.1,10.0.0.0/8',
)

export const Seconds = z
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
export const Keys = List.refine(
  keys => keys.every(key => key.length >= MIN_KEY_LENGTH),
  `must have at least ${MIN_KEY_LENGTH} characters each; separate older keys with commas`,
)

export const LlmUrl = z
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
export const REGISTRY_PROOF = /^v=MCPv1; k=(?:ed25519|ecdsap384); p=[A-Za-z\d+/]{16,200}={0,2}$/

/** A published npm package in one exact version. */
export const PACKAGE = /^(?:@[a-z\d][\w.-]*\/)?[a-z\d][\w.-]*@\d+\.\d+\.\d+(?:-[\w.-]+)?$/

export const WebhookUrl = z.url({
  protocol: /^https?$/,
  error: 'must be a URL such as https://hooks.example.com/abc',
})
export const SmtpUrl = z.url({
  protocol: /^smtps?$/,
  error: 'must be a URL such as smtps://user:password@mail.example.com',
})
/** Also keeps a line break out of the mail. */
export const EmailAddress = z.email('must be an e-mail address such as owner@example.com')
export const EmailAddresses = List.pipe(z.array(EmailAddress))
export const Switch = z.union(
  [z.boolean(), z.enum(['true', 'false']).transform(text => text === 'true')],
  'must be true or false',
)
