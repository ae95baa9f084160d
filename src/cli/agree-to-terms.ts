/** Asks the owner once whether they agree to the terms of the certificate authority. */
import { changeCertificate, readCertificate } from '../actions/certificate/certificate-state.ts'
import { cleanLine, unlessItThrows } from '../model/scalars.ts'
import { system } from '../model/system.ts'
import { createOperatorClient } from '../outgoing/operator-client.ts'
import type { ServiceSettings } from '../serve/service.ts'
import { openStore } from '../store/open-store.ts'
import { confirm, type Terminal } from './base/confirm.ts'
import { UsageError } from './base/result.ts'

export async function agreeToTerms(
  settings: ServiceSettings & { agree?: boolean },
  terminal: Terminal,
) {
  const { databaseUrl, acmeDirectoryUrl: agreed_to, acmeAgree, agree, domain = '' } = settings
  await using store = await openStore(databaseUrl, system)
  if ((await readCertificate(store, domain)).agreed_to === agreed_to) return
  if (!agree && !acmeAgree) await askAboutTerms(settings, terminal)
  await changeCertificate(store, domain, () => ({ agreed_to }))
}

async function askAboutTerms(settings: ServiceSettings, terminal: Terminal): Promise<void> {
  const { host } = new URL(settings.acmeDirectoryUrl)
  if (!terminal.stdin.isTTY || !terminal.stdout.isTTY)
    throw new UsageError(
      `The certificate comes from ${host}, whose terms you must agree to, but this is not a terminal to ask on. Add --agree, or set ACME_AGREE=true.`,
    )
  const about = `The certificate comes from ${host}. Its terms: ${await readTerms(settings)}\n`
  if (!(await confirm(about, 'Do you agree to them?', terminal)))
    throw new UsageError('Without a certificate there is no HTTPS site.')
}

/** The address of the terms is in the authority's directory (RFC 8555 §7.1.1). */
async function readTerms({
  acmeDirectoryUrl,
  outgoingAllowCidrs,
}: ServiceSettings): Promise<string> {
  await using client = createOperatorClient(outgoingAllowCidrs)
  try {
    const { body } = await client.send(new URL(acmeDirectoryUrl), {
      method: 'GET',
      maxBytes: 65_536,
    })
    const terms = unlessItThrows(() => JSON.parse(body.toString()))?.meta?.termsOfService
    return typeof terms === 'string' ? cleanLine(terms) : 'none are published'
  } catch (error) {
    throw new UsageError(
      `The terms of the certificate authority cannot be read: ${(error as Error).message}`,
    )
  }
}
