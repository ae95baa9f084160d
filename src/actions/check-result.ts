/** One of the checks of an installation, and what they are about. */
import type { HealthStatus } from '../model/health-fact.ts'

export interface CheckedSettings {
  databaseUrl: string
  businessFile: string
  /** As configured; absent if it is the default. */
  baseUrl?: string | undefined
  port: number
  /** Of a service with its own certificate. */
  domain?: string | undefined
  backupTo?: string | undefined
}

export interface Check {
  /** What it is about. */
  name: string
  state: HealthStatus
  message: string
  /** The same for everyone, without paths, hosts, sizes or counts; absent if the message has none. */
  detail?: string
}

/** The possible results of one check. */
export function resultsOf(name: string) {
  const result = (state: HealthStatus) => (message: string, detail?: string) =>
    ({ name, state, message, ...(detail && { detail }) }) as Check
  return { ok: result('ok'), warning: result('warning'), problem: result('problem') }
}
