/** The domain that the owner wants the site to have: the last question of `firsthand init`, and what follows from the answer. */
import { networkInterfaces } from 'node:os'
import { PROGRAM } from '../../actions/shell-command.ts'
import { createIsAllowed } from '../../outgoing/allowed-addresses.ts'
import { UsageError } from '../base/result.ts'
import { Domain } from '../base/setting-list.ts'
import type { Asker, Question } from './questions.ts'

const WRONG = 'A domain looks like reviews.example.com.'

const DOMAIN: Question = {
  text: 'Which domain should the site have on the internet? (reviews.example.com; empty if you do not know yet)',
  flag: '--domain',
  usual: '',
  check: answer => (answer === '' || Domain.safeParse(answer).success ? null : WRONG),
}

/** Empty if there is none yet. Without a terminal, only the flag says it. */
export async function askDomain(given: string | undefined, asker: Asker): Promise<string> {
  const answer = given ?? (asker.canAsk ? await asker.ask(DOMAIN) : '')
  if (DOMAIN.check!(answer)) throw new UsageError(`${DOMAIN.flag}: ${WRONG}`)
  return answer && Domain.parse(answer)
}

/** The way to a live site. */
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
