/** Hands a request over to another thread of this process, which listens on a socket of its own, and sends back what that responds. */
import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { App } from './app.ts'

/** The address of the client, whatever the client says. */
const ADDRESS = 'x-firsthand-client'

/** Resolves when the response has begun. If the other thread breaks off, so does the connection of the client. */
export function forwardTo(socketPath: string): (bindings: HttpBindings) => Promise<Response> {
  return ({ incoming, outgoing }) =>
    new Promise(resolve => {
      const { method, url: path, socket } = incoming
      const headers = { ...incoming.headers, connection: 'keep-alive', [ADDRESS]: socket.remoteAddress }
      const forwarded = request({ socketPath, method, path, headers })
      forwarded.on('response', response => {
        sendBack(response, outgoing as ServerResponse)
        resolve(RESPONSE_ALREADY_SENT)
      })
      forwarded.on('error', () => {
        outgoing.destroy()
        resolve(RESPONSE_ALREADY_SENT)
      })
      outgoing.once('close', () => forwarded.destroy())
      // The other thread decides how long it waits for the rest, so the server here does not.
      incoming.on('timeout', () => {})
      incoming.pipe(forwarded)
    })
}

/** Each connection has headers of its own (RFC 9110 §7.6.1); only that it ends is passed on. */
function sendBack(response: IncomingMessage, outgoing: ServerResponse): void {
  const { headers, statusCode } = response
  if (headers.connection !== 'close') delete headers.connection
  delete headers['keep-alive']
  delete headers['transfer-encoding']
  outgoing.writeHead(statusCode!, headers)
  response.on('error', () => outgoing.destroy())
  response.pipe(outgoing)
}

/** Responds to what other threads forward; they count it. */
export const onForwarded = (app: App): App => ({
  ...app,
  count: undefined,
  writePrebuilt(incoming, outgoing) {
    const value = incoming.headers[ADDRESS]
    Object.defineProperty(incoming.socket, 'remoteAddress', { value, configurable: true })
    return app.writePrebuilt(incoming, outgoing)
  },
})
