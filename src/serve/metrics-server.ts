/** Metrics for the operator's monitoring, on a port of their own that is never public. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { collectDefaultMetrics, type Registry } from 'prom-client'

export interface MetricsServer {
  close(): Promise<void>
}

export async function startMetrics(port: number, host: string, registry: Registry): Promise<MetricsServer> {
  collectDefaultMetrics({ register: registry })
  const server = createServer(async (incoming, outgoing) => {
    if (incoming.url !== '/metrics') {
      outgoing.writeHead(404).end()
      return
    }
    try {
      const text = await registry.metrics()
      outgoing.writeHead(200, { 'content-type': registry.contentType }).end(text)
    } catch {
      // The database may be unreachable: monitoring should see that too.
      outgoing.writeHead(503).end()
    }
  })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
