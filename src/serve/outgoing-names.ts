/** Whether the name servers of this machine lead to those that the service sends to. */
import { type Check, resultsOf } from '../actions/check-result.ts'
import { isHostName } from '../hub/outage.ts'
import type { WitnessAddress } from '../model/witnessing.ts'
import { createIsAllowed, createResolve, type Resolve } from '../outgoing/guarded-connections.ts'
import type { HubStore } from '../store/hub/hub-store.ts'

interface OutgoingSettings {
  witnesses: WitnessAddress[]
  outgoingAllowCidrs: string[]
  websubCallbackAllowCidrs: string[]
}

const REMEDY = 'so nothing can be sent there. Check the name servers of this machine.'
const UNKNOWN = 'The name servers answer for none of the names that this service sends to'
const PRIVATE = 'The name servers lead all names that this service sends to into private networks'

/** Nobody but subscribers who were reached, and witnesses, are asked about: strangers with dead names cannot fake an outage. */
export async function checkNames(
  hub: Pick<HubStore, 'someReached'>,
  { witnesses, outgoingAllowCidrs, websubCallbackAllowCidrs }: OutgoingSettings,
  resolve?: Resolve,
): Promise<Check[]> {
  const isAllowed = createIsAllowed([...outgoingAllowCidrs, ...websubCallbackAllowCidrs])
  const hosts = [
    ...(await hub.someReached()).map(({ host }) => host),
    ...witnesses.map(({ url }) => new URL(url).hostname),
  ]
  const names = [...new Set(hosts)].filter(isHostName)
  const lookUp = resolve ?? createResolve(isAllowed)
  const found = await Promise.all(names.map(name => lookUp(name).catch(() => [])))
  const { ok, warning, problem } = resultsOf('outgoing DNS')
  if (names.length === 0) return []
  if (found.some(addresses => addresses.length > 0 && addresses.every(isAllowed)))
    return [ok('The name servers know those that this service sends to.')]
  const what = found.flat().length === 0 ? UNKNOWN : PRIVATE
  // The only name may be the one that is wrong.
  const result = names.length > 1 ? problem : warning
  return [result(`${what} (${names.join(', ')}), ${REMEDY}`, `${what}, ${REMEDY}`)]
}
