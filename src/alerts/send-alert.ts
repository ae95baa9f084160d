/** Sends an alert to the webhook and by e-mail, each at most once. */
import { NoConnection, type OperatorClient } from '../outgoing/operator-requests.ts'
import { sendMail } from '../outgoing/smtp.ts'
import { type Alert, webhookBody } from './alert.ts'

export interface AlertTargets {
  alertWebhookUrl?: string | undefined
  alertSmtpUrl?: string | undefined
  alertEmailTo: string[]
  alertEmailFrom?: string | undefined
}

export interface SendDependencies {
  client: OperatorClient
  networks: string[]
  now: () => Date
  wait: (ms: number) => Promise<void>
  signal: AbortSignal
  /** The message names the host, and nothing secret. */
  onFailure: (message: string) => void
}

export type SendAlert = (alert: Alert) => Promise<void>

export function createSendAlert(targets: AlertTargets, dependencies: SendDependencies): SendAlert {
  const { alertWebhookUrl, alertSmtpUrl, alertEmailTo, alertEmailFrom } = targets
  const ways: SendAlert[] = []
  if (alertWebhookUrl) ways.push(alert => postAlert(new URL(alertWebhookUrl), alert, dependencies))
  if (alertSmtpUrl)
    ways.push(({ title, lines }) => {
      const from = alertEmailFrom ?? alertEmailTo[0]!
      const mail = { from, to: alertEmailTo, subject: title, text: `${title}\n\n${lines.join('\n')}\n` }
      return sendMail(new URL(alertSmtpUrl), mail, dependencies.networks, dependencies.now())
    })
  return async alert => {
    await Promise.all(ways.map(send => sendPatiently(() => send(alert), dependencies)))
  }
}

/** The waits are a minute, ten minutes and an hour. */
const WAITS_MS = [60_000, 600_000, 3_600_000]

/** Tries again only if the receiver surely did not take it: nobody should get the same alert twice. */
async function sendPatiently(
  send: () => Promise<void>,
  { wait, signal, onFailure }: SendDependencies,
): Promise<void> {
  for (const waitMs of [...WAITS_MS, null]) {
    try {
      return await send()
    } catch (error) {
      if (signal.aborted) return
      if (waitMs === null || !(error instanceof NoConnection) || !error.isUnsent)
        return onFailure((error as Error).message)
      await wait(waitMs)
    }
  }
}

const REQUEST_MS = 30_000

async function postAlert(url: URL, alert: Alert, { client, signal }: SendDependencies): Promise<void> {
  const topic = decodeURIComponent(url.hash.slice(1))
  const { status } = await client.send(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(webhookBody(alert, topic)),
    signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_MS)]),
    maxBytes: 2 ** 20,
  })
  if (status >= 200 && status < 300) return
  throw new NoConnection(`${url.hostname} answered ${status} to the alert.`, status === 429 || status >= 500)
}
