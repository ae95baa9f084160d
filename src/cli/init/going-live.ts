/** What is left to do until the site is live on the domain that the owner wants. */
import { networkInterfaces } from 'node:os'
import { PROGRAM } from '../../actions/shell-command.ts'
import { createIsAllowed } from '../../outgoing/allowed-addresses.ts'

export function describeGoingLive(domain: string): string {
  if (domain === '') return '  3. To make it public on your own domain: docs/operations.md\n'
  return `  3. To make it public on ${domain}:
     - Where you registered the domain, add a DNS record: type A, name ${domain}, value ${publicAddress()}.
     - On that machine: ${PROGRAM} serve ${domain}
     - If something is missing, this says what: ${PROGRAM} check --public --domain ${domain}
`
}

function publicAddress(): string {
  const addresses = Object.values(networkInterfaces()).flatMap(list => list ?? [])
  const own = addresses.find(
    ({ family, address, internal }) => family === 'IPv4' && !internal && createIsAllowed([])(address),
  )
  return own ? `${own.address} (this machine)` : 'the public address of the machine that will serve it'
}
