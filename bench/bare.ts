/** The baseline: a bare node:http server that sends responses it copied once from the service given as argument. */
import { createServer, get, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

interface CopiedResponse {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

const [origin, ...paths] = process.argv.slice(2)
const full = new Map<string, CopiedResponse>()
const notModified = new Map<string, CopiedResponse>()

for (const path of paths)
  for (const coding of ['identity', 'br']) {
    const copied = await copy(path, { 'accept-encoding': coding })
    full.set(`${path} ${coding}`, copied)
    const headers = { 'accept-encoding': coding, 'if-none-match': copied.headers.etag }
    notModified.set(copied.headers.etag!, await copy(path, headers))
  }

const server = createServer((request, response) => {
  const known = notModified.get(request.headers['if-none-match'] ?? '')
  const { status, headers, body } =
    known ?? full.get(`${request.url} ${request.headers['accept-encoding'] ?? 'identity'}`)!
  response.writeHead(status, headers).end(body)
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))

/** With the bytes as on the wire: fetch would decode them. */
function copy(path: string, headers: Record<string, string | undefined>): Promise<CopiedResponse> {
  return new Promise((resolve, reject) => {
    get(origin + path, { headers }, async response => {
      const { date, connection, 'keep-alive': keepAlive, ...rest } = response.headers
      resolve({
        status: response.statusCode!,
        headers: rest,
        body: Buffer.concat(await response.toArray()),
      })
    }).on('error', reject)
  })
}
