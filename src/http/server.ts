/** The socket: limits, time-outs, broken requests, and a graceful end. */
import { createServer, type Server, STATUS_CODES } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import type { ErrorBody } from '../model/error.ts'
import type { App } from './app.ts'

export interface HttpServer {
  port: number
  /** Stops taking connections, lets running answers end, and gives up after the deadline. */
  close(deadlineMs: number): Promise<void>
}

const LIMITS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2_000,
}

export async function listen(app: App, { host, port }: { host: string; port: number }): Promise<HttpServer> {
  const server = createServer(
    LIMITS,
    getRequestListener((request, bindings) => app(request, bindings as HttpBindings), {
      errorHandler: answerUnreadable,
    }),
  )
  server.on('clientError', answerBroken)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  return { port: (server.address() as AddressInfo).port, close: deadlineMs => close(server, deadlineMs) }
}

async function close(server: Server, deadlineMs: number): Promise<void> {
  const closed = new Promise<void>(resolve => server.close(() => resolve()))
  server.closeIdleConnections()
  const deadline = setTimeout(() => server.closeAllConnections(), deadlineMs)
  await closed
  clearTimeout(deadline)
}

const badRequest: ErrorBody = { error: 'bad_request', message: 'The request could not be read.' }

/** A request whose address or Host header makes no sense. */
function answerUnreadable(): Response {
  return new Response(JSON.stringify(badRequest), {
    status: 400,
    headers: { 'content-type': 'application/json' },
  })
}

const brokenAnswers: Record<string, { status: number } & ErrorBody> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    error: 'headers_too_large',
    message: 'The request headers are too large.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    error: 'request_timeout',
    message: 'The request took too long to arrive.',
  },
}

/** A request that is not HTTP, or too much of it, never reaches the app: it is answered on the bare socket. */
function answerBroken(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, ...body } = brokenAnswers[error.code ?? ''] ?? { status: 400, ...badRequest }
  const json = JSON.stringify(body)
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: application/json\r\n` +
      `Access-Control-Allow-Origin: *\r\nContent-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`,
  )
}
