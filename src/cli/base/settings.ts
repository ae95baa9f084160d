/** Settings: each can be a flag, an environment variable, or a line in firsthand.json. */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { parseJsonAs } from '../../ingest/values/parse-json.ts'
import { plainError } from '../../model/plain-errors.ts'
import type { ServiceSettings } from '../../serve/service.ts'
import { UsageError } from './result.ts'
import { SETTINGS } from './setting-list.ts'

const CONFIG_FILE = 'firsthand.json'
const ConfigFile = z.strictObject(
  Object.fromEntries(SETTINGS.map(({ variable }) => [variable.toLowerCase(), z.unknown().optional()])),
)

/** The public address. */
export const baseUrlOf = ({ baseUrl, port }: Pick<ServiceSettings, 'baseUrl'> & { port?: number }) =>
  baseUrl ?? `http://localhost:${port}`

/** A flag wins over the environment, the environment over firsthand.json. */
export function readSettings(flags: Record<string, unknown>, env: NodeJS.ProcessEnv): ServiceSettings {
  const file = readConfigFile()
  const entries = SETTINGS.map(({ name, variable, flag, schema }) => {
    const sources = [
      { value: flags[name], label: flag.split(' ')[0] },
      { value: env[variable] || undefined, label: variable },
      { value: file[variable.toLowerCase()], label: `${variable.toLowerCase()} in ${CONFIG_FILE}` },
    ]
    const source = sources.find(({ value }) => value !== undefined)
    const result = schema.safeParse(source?.value, { error: plainError })
    if (!result.success) throw new UsageError(`${source?.label}: ${result.error.issues[0]?.message}.`)
    return [name, result.data]
  })
  const settings = withDomain(Object.fromEntries(entries))
  if (settings.insightsLlmUrl && !settings.insightsLlmModel)
    throw new UsageError('INSIGHTS_LLM_URL also needs INSIGHTS_LLM_MODEL, the name of the model.')
  if (settings.alertSmtpUrl && settings.alertEmailTo.length === 0)
    throw new UsageError('ALERT_SMTP_URL also needs ALERT_EMAIL_TO, the addresses that get the alerts.')
  if (settings.backupTo && !settings.backupPassphrase)
    throw new UsageError('BACKUP_TO also needs BACKUP_PASSPHRASE: backups contain the key of the public log.')
  if (/^https?:/.test(settings.backupTo ?? '') && !settings.backupS3Key)
    throw new UsageError('A bucket in BACKUP_TO also needs BACKUP_S3_KEY, the id and secret of its key.')
  return settings
}

/** With a domain, this is the web server itself, on the usual ports of every network. */
function withDomain(settings: ServiceSettings): ServiceSettings {
  const { domain, baseUrl, port = domain ? 443 : 8080, host = domain ? '::' : '127.0.0.1' } = settings
  const own = `https://${domain}`
  if (domain && baseUrl && new URL(baseUrl).origin.replace(/:\d+$/, '') !== own)
    throw new UsageError(
      `BASE_URL is ${baseUrl}, but the domain is ${domain}. Leave BASE_URL out: it follows from the domain.`,
    )
  return { ...settings, port, host, baseUrl: baseUrl ?? (domain && own) }
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
