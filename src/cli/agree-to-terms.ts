/** Asks the owner once whether they agree to the terms of the certificate authority. */
import packageJson from '../../package.json' with { type: 'json' }
import { changeCertificate, generateKey, readCertificate } from '../actions/certificate/certificate-state.ts'
import { createOperatorClient } from '../outgoing/operator-client.ts'
import type { ServiceSettings } from '../serve/service.ts'
import { openStore } from '../store/open-store.ts'
import { confirm, type Terminal } from './base/confirm.ts'
import { UsageError } from './base/result.ts'
import { withStore } from './base/run-with-store.ts'

export async function agreeToTerms(
  settings: ServiceSettings & { agree?: boolean },
  terminal: Terminal,
): Promise<void> {
  const { databaseUrl, acmeDirectoryUrl, acmeAgree, agree } = settings
  const domain = settings.domain!
  await withStore(
    databaseUrl,
    async store => {
      if ((await readCertificate(store, domain)).agreed_to === acmeDirectoryUrl) return
      if (!agree && !acmeAgree) await askAboutTerms(settings, terminal)
      await changeCertificate(store, domain, () => ({ agreed_to: acmeDirectoryUrl }))
    },
    openStore,
  )
}

async function askAboutTerms(
  { acmeDirectoryUrl, outgoingAllowCidrs }: ServiceSettings,
  terminal: Terminal,
): Promise<void> {
  const { host } = new URL(acmeDirectoryUrl)
  if (!terminal.stdin.isTTY || !terminal.stdout.isTTY)
    throw new UsageError(
      `The certificate comes from ${host}, whose terms you must agree to, but this is not a terminal to ask on. Add --agree, or set ACME_AGREE=true.`,
    )
  const { readTerms } = await import('../actions/certificate/order-certificate.ts')
  const client = createOperatorClient(outgoingAllowCidrs, `Firsthand/${packageJson.version}`)
  const { signal } = new AbortController()
  const terms = await readTerms({ url: acmeDirectoryUrl, client, accountKey: generateKey(), signal })
    .catch(error => {
      throw new UsageError(
        `The certificate authority could not be asked for its terms: ${error.message} Try again, or set ACME_DIRECTORY_URL.`,
      )
    })
    .finally(() => client.close())
  const about = `The certificate comes from ${host}. Its terms: ${terms ?? 'none are published'}\n`
  if (!(await confirm(about, 'Do you agree to them?', terminal)))
    throw new UsageError('Without a certificate there is no HTTPS site.')
}
