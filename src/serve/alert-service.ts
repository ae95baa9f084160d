/** Starts the alerts of the service, if the operator wants any. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type Alerts, createAlerts } from '../alerts/alerts.ts'
import { type AlertTargets, createSendAlert } from '../alerts/send-alert.ts'
import { system } from '../model/system.ts'
import { createOperatorClient } from '../outgoing/operator-client.ts'
import type { Store } from '../store/store.ts'

export interface AlertSettings extends AlertTargets {
  alertMaxRating: number
  alertReviewText: boolean
  outgoingAllowCidrs: string[]
}

export type AlertService = ReturnType<typeof startAlerts>

const LOOK_EVERY_MS = 30_000

/** `findProblem` says what is wrong with the service. */
export function startAlerts(
  store: Store,
  settings: AlertSettings,
  findProblem: () => string | undefined,
  log: Logger,
) {
  const closing = new AbortController()
  const { signal } = closing
  const client = createOperatorClient(settings.outgoingAllowCidrs)
  const send = createSendAlert(settings, {
    client,
    networks: settings.outgoingAllowCidrs,
    now: system.now,
    wait: ms => sleep(ms, undefined, { signal, ref: false }).catch(() => {}),
    signal,
    onFailure: message => log.error(`An alert was not sent: ${message}`),
  })
  const alerts = createAlerts({
    store,
    send,
    maxRating: settings.alertMaxRating,
    withText: settings.alertReviewText,
    now: system.now,
  })
  let work = Promise.resolve()
  /** Runs what an alert needs, and logs what goes wrong. */
  const run = (task: (alerts: Alerts) => Promise<void>): void => {
    work = work
      .then(() => task(alerts))
      .catch(error => {
        if (!signal.aborted) log.error(`An alert was not sent: ${error.message}`)
      })
  }
  const timer = setInterval(() => run(one => one.considerProblem(findProblem())), LOOK_EVERY_MS)
  timer.unref()
  return {
    run,
    async close(): Promise<void> {
      closing.abort()
      clearInterval(timer)
      await work
      await client.close()
    },
  }
}
