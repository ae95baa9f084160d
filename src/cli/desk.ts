/** `firsthand desk`: runs the owner's desk until it gets SIGTERM or SIGINT. */
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { checkInstallation } from '../actions/check-installation.ts'
import { loadBusinessFile } from '../actions/edit-business.ts'
import { canHavePasskeys, createInvitation, readUserName } from '../desk/base/invitation.ts'
import { createDeskLink, startDesk } from '../desk/desk-server.ts'
import { system } from '../model/system.ts'
import type { ServiceSettings } from '../serve/service.ts'
import { isMissing, openStore } from '../store/open-store.ts'
import type { Store } from '../store/store.ts'
import { EXIT, listenForStop, openDatabase, UsageError } from './base/result.ts'
import { baseUrlOf } from './base/settings.ts'

interface DeskOptions extends ServiceSettings {
  deskPort: string
  deskHost: string
  tunnelPort?: string
  /** Only prints a new link. */
  link: boolean
  /** Only prints an invitation to the desk at the public address; true without a name. */
  invite?: string | true
}

export async function runDesk(options: DeskOptions, process: NodeJS.Process): Promise<number> {
  const { deskPort, deskHost, tunnelPort: tunnel, link, invite, ...settings } = options
  const port = readPort(deskPort, '--port')
  const tunnelPort = tunnel === undefined ? undefined : readPort(tunnel, '--tunnel-port')
  const baseUrl = baseUrlOf(settings)
  // Where a business is described, a database is missing: another would begin a second history.
  const isNew =
    !link && !invite && isMissing(settings.databaseUrl) && !existsSync(settings.businessFile)
  const { databaseUrl } = settings
  await using store = await (isNew ? openStore(databaseUrl, system) : openDatabase(databaseUrl))
  if (link || invite) {
    const text = link
      ? `${createDeskLink(tunnelPort ?? port, await store.secretKey(), system)}\n`
      : await inviteTo(store, baseUrl, invite === true ? 'Owner' : invite!)
    process.stdout.write(text)
    return EXIT.done
  }
  await loadBusinessFile(settings.businessFile, store)
  const onError = (error: Error) => void process.stderr.write(`${error.stack ?? error.message}\n`)
  const desk = await startDesk(
    { ...settings, baseUrl, port, host: deskHost, tunnelPort },
    { store, ...system, check: () => checkInstallation(settings, system), onError },
  ).catch(failure => {
    throw startProblem(failure, port, deskHost)
  })
  const stopped = once(listenForStop(process), 'abort')
  process.stdout.write(`${isNew ? BEGINNING : ''}${describe(desk.link)}\n`)
  await stopped
  await desk.close()
  return EXIT.done
}

async function inviteTo(store: Store, baseUrl: string, text: string): Promise<string> {
  if (!canHavePasskeys(baseUrl))
    throw new UsageError(
      `Passkeys need HTTPS, and the address of this site is ${baseUrl}. Name the https:// address of the site with --base-url, as the service has it (docs/operations.md).`,
    )
  const name = readUserName(text)
  if (name === '') throw new UsageError('--invite needs a name, or nothing after it.')
  const link = await createInvitation(store.deskAccess, baseUrl, name, system)
  return `${name} can use the desk at the public address after opening this link on a phone or computer:

  ${link}

It works once, for 24 hours, while the service runs. Send it only to ${name}: whoever opens it first gets in.
`
}

const BEGINNING =
  'Nothing was set up in this folder yet, so the desk begins with that. If you have a site already, press Ctrl-C and run this in its folder.\n\n'

const describe = (
  link: string,
) => `The desk is open on this machine only. Open this link in your browser:

  ${link}

It works once, for 15 minutes; firsthand desk --link prints another. Ctrl-C closes the desk.`

function readPort(text: string, flag: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (!(port <= 65535)) throw new UsageError(`${flag} must be a whole number from 0 to 65535.`)
  return port
}

function startProblem(error: NodeJS.ErrnoException, port: number, host: string): Error {
  if (error.code === 'EADDRINUSE')
    return new UsageError(
      `Port ${port} is in use, perhaps by a desk that is already open: firsthand desk --link prints a link to it. Or choose another port with --port.`,
    )
  if (error.code === 'EACCES')
    return new UsageError(`This user may not open port ${port}. Choose one above 1023 with --port.`)
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new UsageError(
      `"${host}" is not an address of this machine. Choose another with --host.`,
    )
  return error
}
