/** The alerts of the service. Without a target it only notes what is old by the time there is one. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { hasTarget, readAlertTargets } from '../alerts/alert-targets.ts'
import { type Alerts, createAlerts } from '../alerts/alerts.ts'
import { type AlertTargets, createSendAlert, type SendDependencies } from '../alerts/send-alert.ts'
import { system } from '../model/system.ts'
import { createOperatorClient } from '../outgoing/operator-client.ts'
import type { Sealing } from '../store/owner-settings.ts'
import type { Store } from '../store/store.ts'

export interface AlertSettings extends AlertTargets, Sealing {
  alertMaxRating: number
  alertReviewText: boolean
  outgoingAllowCidrs: string[]
}

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
  let targets: AlertTargets = settings
  /** The owner may change them at the desk. Without its database the service uses those that it knew. */
  const findTargets = async () => {
    targets = await readAlertTargets(store, settings).catch(() => targets)
    return targets
  }
  const sending: SendDependencies = {
    client,
    networks: settings.outgoingAllowCidrs,
    now: system.now,
    wait: ms => sleep(ms, undefined, { signal, ref: false }).catch(() => {}),
    signal,
    onFailure: message => log.error(`An alert was not sent: ${message}`),
  }
  const alerts = createAlerts({
    store,
    // The next alert does not wait until the receiver of this one is there again.
    async send(alert) {
      const sent = createSendAlert(await findTargets(), sending)(alert)
      unfinished = Promise.all([unfinished, sent]).then(() => {})
    },
    maxRating: settings.alertMaxRating,
    withText: settings.alertReviewText,
    now: system.now,
  })
  let unfinished = Promise.resolve()
  let work = Promise.resolve()
  /** Runs what an alert needs, and logs what goes wrong. */
  const run = (task: (alerts: Alerts) => Promise<void>): void => {
    work = work
      .then(() => task(alerts))
      .catch(error => {
        if (!signal.aborted) log.error(`An alert was not sent: ${error.message}`)
      })
  }
  // A problem that nobody was told is news once there is a target.
  const look = async (one: Alerts) => {
    if (hasTarget(await findTargets())) await one.considerProblem(findProblem())
  }
  const timer = setInterval(() => run(look), LOOK_EVERY_MS)
  timer.unref()
  return {
    run,
    async close(): Promise<void> {
      closing.abort()
      clearInterval(timer)
      await work
      await unfinished
      await client.close()
    },
  }
}
