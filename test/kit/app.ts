/** The HTTP app alone, on a real socket, with Snapshots from the test. */
import type { TestContext } from 'node:test'
import { createApp } from '../../src/http/app.ts'
import type { AppDependencies } from '../../src/http/app-dependencies.ts'
import { type HttpServer, listen } from '../../src/http/http-server.ts'
import { NO_LIMIT } from '../../src/http/rate-limit.ts'
import type { Snapshot } from '../../src/publish/snapshot.ts'
import { ON_DEMAND_PAGES } from '../../src/site/pages/on-demand-pages.ts'
import { createSharing } from '../../src/site/sharing.ts'

export interface TestApp {
  url: string
  /** The path patterns of the app, beside those of prebuilt documents. */
  routes: string[]
  show(snapshot: Snapshot): void
}

export async function startTestApp(
  t: TestContext,
  changed: Partial<AppDependencies> = {},
): Promise<TestApp> {
  let current: Snapshot | undefined
  const app = createApp({
    current: () => current,
    problem: () => undefined,
    facts: () => [],
    isDatabaseLost: () => false,
    draining: () => false,
    limiter: NO_LIMIT,
    hubLimiter: NO_LIMIT,
    hub: () => undefined,
    mcp: () => undefined,
    pages: ON_DEMAND_PAGES,
    sharing: createSharing(),
    health: () => ({}),
    newRequestId: () => 'test',
    nowMs: Date.now,
    onError(error) {
      throw error
    },
    ...changed,
  })
  const server: HttpServer = await listen(app, { host: '127.0.0.1', port: 0 })
  t.after(async () => {
    await server.close(0)
    // The runner keeps this function, and all that it could use, until the process ends.
    current = undefined
  })
  return {
    url: `http://127.0.0.1:${server.port}`,
    routes: app.routes,
    show(snapshot) {
      current = snapshot
    },
  }
}
