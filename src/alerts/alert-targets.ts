/** Where alerts go: as the program was started, or else as the owner said at the desk. */
import { z } from 'zod'
import { readOwnerSettings, type Sealing, saveOwnerSettings } from '../store/owner-settings.ts'
import type { Store } from '../store/store.ts'
import type { AlertTargets } from './send-alert.ts'

/** Whether alerts go anywhere. */
export const hasTarget = ({ alertWebhookUrl, alertSmtpUrl }: AlertTargets) =>
  Boolean(alertWebhookUrl || alertSmtpUrl)

export async function readAlertTargets(
  store: Store,
  settings: AlertTargets & Sealing,
): Promise<AlertTargets> {
  if (hasTarget(settings)) return settings
  const { ALERT_WEBHOOK_URL, ALERT_SMTP_URL, ALERT_EMAIL_TO } = await readOwnerSettings(
    store,
    settings,
  )
  const [alertWebhookUrl, alertSmtpUrl] = [ALERT_WEBHOOK_URL, ALERT_SMTP_URL]
  return { alertWebhookUrl, alertSmtpUrl, alertEmailTo: ALERT_EMAIL_TO ? [ALERT_EMAIL_TO] : [] }
}

const url = (protocol: RegExp, error: string) =>
  z.union([z.literal(''), z.url({ protocol, error })])

const OwnerTargets = z
  .object({
    ALERT_WEBHOOK_URL: url(
      /^https?$/,
      'The channel must be an address such as https://hooks.example.com/abc.',
    ),
    ALERT_SMTP_URL: url(
      /^smtps?$/,
      'The mail server must be like smtps://name:password@mail.example.com.',
    ),
    ALERT_EMAIL_TO: z.union([z.literal(''), z.email('The mail address is not complete.')]),
  })
  .refine(
    ({ ALERT_SMTP_URL, ALERT_EMAIL_TO }) => (ALERT_SMTP_URL === '') === (ALERT_EMAIL_TO === ''),
    'Mail needs both: your address, and the mail server that sends it.',
  )

/** Replaces all that was entered before. Returns what is wrong with it; null if it was saved. */
export async function saveAlertTargets(
  store: Store,
  sealing: Sealing,
  entered: Record<string, string>,
) {
  const { data, error } = OwnerTargets.safeParse(entered)
  if (error) return error.issues[0]!.message
  await saveOwnerSettings(store, sealing, data)
  return null
}
