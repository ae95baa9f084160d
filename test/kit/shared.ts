/** One service for all tests of a describe block. */
import { type Client, createClient } from './client.ts'
import { startTestService, type TestService, type TestServiceOptions } from './service.ts'
import { share } from './share.ts'

export interface Shared {
  readonly service: TestService
  readonly url: string
  readonly client: Client
}

/** Call it in the body of `describe`; the service is there when the tests run. */
export function shareService(options: TestServiceOptions = {}): Shared {
  const started = share(async t => {
    const service = await startTestService(t, options)
    return { service, client: await createClient(service.url) }
  })
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
