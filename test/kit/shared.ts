/** One service for all tests of a describe block, and one demo for all that only read it. */
import type { TestContext } from 'node:test'
import { type Client, createClient } from './client.ts'
import { startTestService, type TestService, type TestServiceOptions } from './service.ts'
import { share, shareAmong } from './share.ts'

export interface Shared {
  readonly service: TestService
  readonly url: string
  readonly client: Client
}

/** Call it in the body of `describe`; the service is there when the tests run. */
export const shareService = (options: TestServiceOptions = {}): Shared =>
  shared(share(t => start(t, options)))

const shareStartedDemo = shareAmong(t => start(t, { business: null }))

/** The same demo for all describe blocks of a process, whose tests must not change it. */
export const shareDemo = (): Shared => shared(shareStartedDemo())

type Started = Pick<Shared, 'service' | 'client'>

async function start(t: TestContext, options: TestServiceOptions): Promise<Started> {
  const service = await startTestService(t, options)
  return { service, client: await createClient(service.url) }
}

function shared(started: () => Started): Shared {
  return {
    get service() {
      return started().service
    },
    get url() {
      return started().service.url
    },
    get client() {
      return started().client
    },
  }
}
