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
  name: 'database' | 'public log' | 'business file' | 'public address' | 'disk' | 'clock'
  state: 'ok' | 'warning' | 'problem'
  message: string
}

/** The possible results of one check. */
export function resultsOf(name: Check['name']) {
  const result = (state: Check['state']) => (message: string) => ({ name, state, message })
  return { ok: result('ok'), warning: result('warning'), problem: result('problem') }
}
