/** Two services that know each other: a log, and a witness that cosigns it. */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { WitnessList, WitnessOverview } from '../../src/model/witnessing.ts'
import type { ServiceSettings } from '../../src/serve/service.ts'
import { type Service, startAgain, startTestService, type TestService, until } from './service.ts'

export const LOOPBACK = { outgoingAllowCidrs: ['127.0.0.0/8', '::1/128'] }

export const readText = async (url: string) => {
  const response = await fetch(url)
  assert.equal(response.status, 200, url)
  return await response.text()
}
export const readKeyOf = async ({ url }: Pick<Service, 'url'>) =>
  (await readText(`${url}/log/key`)).trimEnd()
export const readWitnesses = async ({ url }: Pick<Service, 'url'>): Promise<WitnessList> =>
  JSON.parse(await readText(`${url}/log/witnesses`))

export async function startTestWitness(t: TestContext, logKeys: string[]) {
  const logs = logKeys.map(key => ({ origin: key.split('+')[0]!, key }))
  const service = await startTestService(t, { settings: { witnessFor: logs } })
  const overview = async (): Promise<WitnessOverview> =>
    JSON.parse(await readText(`${service.url}/witness.json`))
  const { keys } = await overview()
  return {
    ...service,
    overview,
    addresses: keys.map(key => ({ key, url: `${service.url}/witness` })),
  }
}

/** Where the service is public, also after a restart on another port: its log is named after it. */
export const addressOf = ({ url }: Pick<Service, 'url'>) => ({
  baseUrl: `http://localhost:${new URL(url).port}`,
})

/** A service with reviews whose log is cosigned by another. */
export async function startCosigned(
  t: TestContext,
  first: TestService,
  settings: Partial<ServiceSettings> = {},
) {
  const witness = await startTestWitness(t, [await readKeyOf(first)])
  const log = await startAgain(t, first, {
    ...LOOPBACK,
    ...addressOf(first),
    witnesses: witness.addresses,
    ...settings,
  })
  return { witness, log, addresses: witness.addresses }
}

/** Waits until the published checkpoint has all cosignatures. */
export const untilCosigned = (service: Pick<Service, 'url'>, count: number) =>
  until(
    async () =>
      (await readText(`${service.url}/log/checkpoint`)).split('\n— ').length === 2 + count,
  )
