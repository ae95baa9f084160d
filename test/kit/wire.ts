/** HTTP on the wire, where fetch normalizes too much: one request per socket, and bytes exactly as they arrive. */
import { type IncomingHttpHeaders, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { PATIENCE_MS } from './patience.ts'

export interface WireResponse {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

export interface WireRequest {
  method?: string
  headers?: Record<string, string>
}

/** Sends the path exactly as written and decodes nothing. */
export async function ask(
  url: string,
  path: string,
  { method = 'GET', headers = {} }: WireRequest = {},
): Promise<WireResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<WireResponse>()
  request(
    { host: '127.0.0.1', port: portOf(url), path, method, headers, agent: false },
    async answer => {
      resolve({ status: answer.statusCode!, headers: answer.headers, body: await buffer(answer) })
    },
  )
    .on('error', reject)
    .end()
  return await promise
}

/**
 * Sends bytes and returns everything received until the connection ends, one character per byte. A server that rejects a
 * request may reset the connection because of unread data: what it sent before counts.
 */
export async function sendBytes(url: string, bytes: string | Uint8Array): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const socket = openSocket(url)
  const giveUp = setTimeout(() => reject(new Error('the server never closed')), PATIENCE_MS)
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.on('error', () => {})
  socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')))
  socket.write(bytes)
  try {
    return await promise
  } finally {
    clearTimeout(giveUp)
    socket.destroy()
  }
}

export const openSocket = (url: string): Socket => connect(portOf(url), '127.0.0.1')

const portOf = (url: string) => Number(new URL(url).port)
