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
  variable: string
  flag: string
  help: string
  /** The default, as the help shows it. */
  fallback: string
  schema: z.ZodType
}

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
    fallback: DEFAULT_PLACES.databaseUrl,
    schema: z.string().min(1).default(DEFAULT_PLACES.databaseUrl),
  },
  {
    name: 'businessFile',
    variable: 'BUSINESS_FILE',
    flag: '--business-file <file>',
    help: 'the file that describes the business',
    fallback: DEFAULT_PLACES.businessFile,
    schema: z.string().min(1).default(DEFAULT_PLACES.businessFile),
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
