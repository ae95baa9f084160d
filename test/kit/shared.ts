/** One service for all tests of a describe block. */
import { after, before, type TestContext } from 'node:test'
import { type Client, createClient } from './client.ts'
import { startTestService, type TestService, type TestServiceOptions } from './service.ts'

export interface Shared {
  readonly service: TestService
  readonly url: string
  readonly client: Client
}

/** Call it in the body of `describe`; the service is there when the tests run. */
export function shareService(options: TestServiceOptions = {}): Shared {
  const endings: (() => unknown)[] = []
  const context = { after: (end: () => unknown) => endings.push(end) } as unknown as TestContext
  let service: TestService | undefined
  let client: Client | undefined
  before(async () => {
    service = await startTestService(context, options)
    client = await createClient(service.url)
  })
  after(async () => {
    for (const end of endings.splice(0).reverse()) await end()
    // The runner keeps all tests of a process until the last one ends.
    service = client = undefined
  })
  return {
    get service() {
      return service!
    },
    get url() {
      return service!.url
    },
    get client() {
      return client!
    },
  }
}
