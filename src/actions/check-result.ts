/** One of the checks of an installation, and what they are about. */

export interface CheckedSettings {
  databaseUrl: string
  businessFile: string
  /** As configured; absent if it is the default. */
  baseUrl?: string | undefined
  port: number
}

/** A `problem` needs the operator; a `warning` may. */
export interface Check {
  name: 'database' | 'ledger' | 'business file' | 'public address' | 'disk' | 'clock'
  state: 'ok' | 'warning' | 'problem'
  message: string
}
