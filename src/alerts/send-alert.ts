/** Sends an alert to the webhook and by e-mail, each at most once. */
import { system } from '../model/system.ts'
import { RequestFailure, reasonOfStatus } from '../outgoing/failures.ts'
import { createOperatorClient, type OperatorClient } from '../outgoing/operator-client.ts'
import { type Alert, testAlert, webhookBody } from './alert.ts'

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
  /** Before each further attempt; without it, there is only one. */
  wait?: (ms: number) => Promise<void>
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
    ways.push(async ({ title, lines }) => {
      // Most services send no mail.
      const { createMailGuard, sendMail } = await import('../outgoing/mail.ts')
      const guard = createMailGuard(dependencies.networks)
      const from = alertEmailFrom ?? alertEmailTo[0]!
      const mail = {
        from,
        to: alertEmailTo,
        subject: title,
        text: `${title}\n\n${lines.join('\n')}\n`,
      }
      return sendMail(new URL(alertSmtpUrl), mail, guard, dependencies.now())
    })
  return async alert => {
    await Promise.all(ways.map(send => sendPatiently(() => send(alert), dependencies)))
  }
}

/** Sends a test now, and returns what went wrong. */
export async function sendTestAlert(targets: AlertTargets, networks: string[], business: string) {
  const failures: string[] = []
  const client = createOperatorClient(networks)
  const once = { now: system.now, signal: new AbortController().signal }
  const onFailure = (message: string) => void failures.push(message)
  const send = createSendAlert(targets, { ...once, client, networks, onFailure })
  await send(testAlert(business)).finally(() => client.close())
  return failures
}

/** The waits are a minute, ten minutes and an hour. */
const WAITS_MS = [60_000, 600_000, 3_600_000]

/** Tries again only if the receiver surely did not take it: nobody should get the same alert twice. */
async function sendPatiently(
  send: () => Promise<void>,
  { wait, signal, onFailure }: SendDependencies,
) {
  for (const waitMs of [...WAITS_MS, null]) {
    try {
      return await send()
    } catch (error) {
      if (signal.aborted) return
      if (!wait || waitMs === null || !wasNotTaken(error))
        return onFailure((error as Error).message)
      await wait(waitMs)
    }
  }
}

const wasNotTaken = (error: unknown) =>
  error instanceof RequestFailure && (error.reason === 'unsent' || error.reason === 'busy')

const REQUEST_MS = 30_000

async function postAlert(
  url: URL,
  alert: Alert,
  { client, signal }: SendDependencies,
): Promise<void> {
  const topic = decodeURIComponent(url.hash.slice(1))
  const { status } = await client.send(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(webhookBody(alert, topic)),
    signal,
    limitMs: REQUEST_MS,
    maxBytes: 2 ** 20,
  })
  if (status < 300) return
  throw new RequestFailure(
    `${url.hostname} answered ${status} to the alert.`,
    reasonOfStatus(status),
  )
}
