/** All settings, in the order of the help. */
import { z } from 'zod'
import { DEFAULT_PLACES } from '../../actions/shell-command.ts'
import { LOG_LEVELS } from '../../serve/log-levels.ts'
import type { ServiceSettings } from '../../serve/service.ts'
import {
  EmailAddress,
  EmailAddresses,
  Keys,
  LlmUrl,
  Networks,
  Origin,
  PACKAGE,
  REGISTRY_PROOF,
  Seconds,
  SmtpUrl,
  Switch,
  WebhookUrl,
  wholeNumber,
} from './setting-values.ts'

export interface Setting {
  name: keyof ServiceSettings
  /** DATABASE_URL */
  variable: string
  /** --database-url <url> */
  flag: string
  help: string
  /** The default, as the help shows it. */
  fallback: string
  schema: z.ZodType
}

/** The variable and the flag of a setting follow from its name, and the default from its schema unless `fallback` describes it. */
interface Described {
  takes: string
  help: string
  fallback?: string
  schema: z.ZodType
}

const DESCRIBED: Record<keyof ServiceSettings, Described> = {
  port: {
    takes: 'number',
    help: 'port to listen on',
    schema: wholeNumber(65535).default(8080),
  },
  host: {
    takes: 'address',
    help: 'address to listen on; 0.0.0.0 for every network',
    schema: z.string().min(1).default('127.0.0.1'),
  },
  baseUrl: {
    takes: 'url',
    help: 'the public address; every absolute URL is built from it',
    fallback: 'http://localhost:PORT',
    schema: Origin.optional(),
  },
  databaseUrl: {
    takes: 'url',
    help: 'where the reviews are kept',
    schema: z.string().min(1).default(DEFAULT_PLACES.databaseUrl),
  },
  businessFile: {
    takes: 'file',
    help: 'the file that describes the business',
    schema: z.string().min(1).default(DEFAULT_PLACES.businessFile),
  },
  rateLimitPerMinute: {
    takes: 'number',
    help: 'requests per minute for each client; 0 for no limit',
    schema: wholeNumber(1_000_000).default(600),
  },
  trustProxy: {
    takes: 'networks',
    help: 'proxies whose X-Forwarded-For header is trusted',
    schema: Networks.default([]),
  },
  secretKey: {
    takes: 'key',
    help: "encrypts subscribers' secrets in the database; older keys may follow, separated by commas",
    fallback: 'generated once, kept in the database',
    schema: Keys.default([]),
  },
  websubCallbackAllowCidrs: {
    takes: 'networks',
    help: 'networks where callbacks are allowed besides the public internet',
    schema: Networks.default([]),
  },
  websubRetrySeconds: {
    takes: 'seconds',
    help: 'delays before the second and third attempts of a delivery',
    schema: Seconds.default([60, 1800]),
  },
  websubMinLeaseSeconds: {
    takes: 'number',
    help: 'the shortest lease of a subscription',
    schema: wholeNumber(2_592_000).default(300),
  },
  websubMaxPerHost: {
    takes: 'number',
    help: 'most subscriptions of one callback host to one topic',
    schema: wholeNumber(1_000_000).default(100),
  },
  websubMaxPerTopic: {
    takes: 'number',
    help: 'most subscriptions to one topic',
    schema: wholeNumber(10_000_000).default(10_000),
  },
  mcpMaxSubscriptions: {
    takes: 'number',
    help: 'most MCP clients that may listen for changes at a time; 0 to turn it off',
    schema: wholeNumber(10_000).default(0),
  },
  mcpRegistryAuth: {
    takes: 'proof',
    help: 'what /.well-known/mcp-registry-auth returns, to prove to the MCP registry that you own the domain',
    schema: z
      .string()
      .regex(REGISTRY_PROOF, 'must look like v=MCPv1; k=ed25519; p=PUBLIC_KEY, with the key in Base64')
      .optional(),
  },
  verifyPackage: {
    takes: 'package',
    help: 'the published package that /policy names for checking the log, with its version',
    schema: z
      .string()
      .regex(PACKAGE, 'must be a package with its version, such as firsthand@1.2.3')
      .optional(),
  },
  outgoingAllowCidrs: {
    takes: 'networks',
    help: 'networks besides the public internet where sources of reviews and targets of alerts may be, also without HTTPS',
    schema: Networks.default([]),
  },
  alertWebhookUrl: {
    takes: 'url',
    help: 'where alerts are posted as JSON: Slack, Discord, ntfy or a program of yours',
    schema: WebhookUrl.optional(),
  },
  alertSmtpUrl: { takes: 'url', help: 'the mail server for alerts', schema: SmtpUrl.optional() },
  alertEmailTo: { takes: 'addresses', help: 'who gets alerts by e-mail', schema: EmailAddresses.default([]) },
  alertEmailFrom: {
    takes: 'address',
    help: 'the sender of alerts by e-mail',
    fallback: 'the first of ALERT_EMAIL_TO',
    schema: EmailAddress.optional(),
  },
  alertMaxRating: {
    takes: 'stars',
    help: 'a new review with at most this many stars is worth an alert; 0 for none',
    schema: wholeNumber(5).default(3),
  },
  alertReviewText: {
    takes: 'true|false',
    help: 'whether alerts contain the name and words of the customer',
    schema: Switch.default(false),
  },
  metricsPort: {
    takes: 'number',
    help: 'port for /metrics (Prometheus), never the public one',
    schema: wholeNumber(65535).optional(),
  },
  metricsHost: {
    takes: 'address',
    help: 'address where /metrics listens; 0.0.0.0 inside a container that publishes no such port',
    schema: z.string().min(1).default('127.0.0.1'),
  },
  logLevel: {
    takes: 'level',
    help: 'how much the service logs: silent, error, warn, info or debug',
    schema: z.enum(LOG_LEVELS).default('info'),
  },
  insightsLlmUrl: {
    takes: 'url',
    help: 'OpenAI-compatible address of a language model that writes the summary of the insights',
    schema: LlmUrl.optional(),
  },
  insightsLlmModel: {
    takes: 'name',
    help: 'the name of that language model',
    schema: z
      .string()
      .regex(/^[\w.:/@+-]{1,100}$/, 'must be the name of a model, such as gpt-5-mini')
      .optional(),
  },
  insightsLlmKey: {
    takes: 'key',
    help: 'the API key for that address',
    schema: z
      .string()
      .regex(/^[\x21-\x7e]+$/, 'must be a key without spaces')
      .optional(),
  },
}

export const SETTINGS: Setting[] = Object.entries(DESCRIBED).map(
  ([name, { takes, help, fallback, schema }]) => {
    const variable = name.replaceAll(/[A-Z]/g, letter => `_${letter}`).toUpperCase()
    return {
      name: name as keyof ServiceSettings,
      variable,
      flag: `--${variable.toLowerCase().replaceAll('_', '-')} <${takes}>`,
      help,
      fallback: fallback ?? (String(schema.parse(undefined) ?? '') || 'none'),
      schema,
    }
  },
)
