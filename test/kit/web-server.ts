/** A small web server for one test: the test decides what it responds, and requests are recorded. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'

export interface TestWebServer {
  url: string
  /** Host and port, as reports show it. */
  host: string
  /** Path and query of every request. */
  asked: string[]
}

type Answer = (incoming: IncomingMessage, outgoing: ServerResponse) => void | Promise<void>

export async function startTestWebServer(t: TestContext, answer: Answer): Promise<TestWebServer> {
  const asked: string[] = []
  const server = createServer((incoming, outgoing) => {
    asked.push(incoming.url!)
    void answer(incoming, outgoing)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url: `http://${host}`, host, asked }
}

/** Serves documents by path and query, and 404 for everything else. */
export const serveJson = (t: TestContext, documents: Record<string, unknown>) =>
  startTestWebServer(t, ({ url }, outgoing) => {
    const document = documents[url!]
    const type = document === undefined ? 'text/html; charset=utf-8' : 'application/feed+json'
    outgoing.writeHead(document === undefined ? 404 : 200, { 'content-type': type })
    outgoing.end(document === undefined ? '<p>Nothing here.</p>' : JSON.stringify(document))
  })
