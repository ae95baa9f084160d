/** Sends a hostile request and judges the response. */
import { type Agent, request } from 'node:http'
import type { FuzzCase } from './fuzz-cases.ts'

const PATIENCE_MS = 60_000

/** No details of the program: neither a stack nor the text of a function or an object. */
const INSIDES = /node:internal|node_modules|\.[jt]s:\d|\n\s+at |\[native code\]|\[object /

/** Resolves with the status, and with the fault if the response has one. */
export async function sendCase(
  port: number,
  agent: Agent,
  { method, path, headers, body }: FuzzCase,
): Promise<{ status: number; fault?: string }> {
  const { promise, resolve } = Promise.withResolvers<{ status: number; fault?: string }>()
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const options = {
    host: '127.0.0.1',
    port,
    agent,
    method,
    path,
    headers: { ...headers, ...length },
  }
  request({ ...options, timeout: PATIENCE_MS }, async response => {
    const status = response.statusCode!
    // Without the Blob that node:stream/consumers makes, which takes a tenth of the time of a request.
    const text = Buffer.concat(await Array.fromAsync(response)).toString('latin1')
    const fault = faultIn(status, response.headers, method === 'HEAD' ? '' : text)
    resolve(fault ? { status, fault: `${status} ${fault}` } : { status })
  })
    .on('timeout', () => resolve({ status: 0, fault: 'no response' }))
    .on('error', error => resolve({ status: 0, fault: error.message }))
    .end(body)
  return await promise
}

function faultIn(
  status: number,
  headers: NodeJS.Dict<string | string[]>,
  text: string,
): string | undefined {
  const isExpected = status === 501 || (status === 503 && headers['retry-after'] !== undefined)
  if (status >= 500 && !isExpected) return text.slice(0, 300)
  if (headers['content-encoding'] !== undefined || text === '') return undefined
  const insides = INSIDES.exec(text)
  if (insides)
    return `says ${JSON.stringify(text.slice(Math.max(0, insides.index - 80), insides.index + 80))}`
  if (!/^application\/(?:.*\+)?json(?!l)/.test(String(headers['content-type']))) return undefined
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    return `is no JSON: ${(error as Error).message}`
  }
}
