/** One process in place of all callbacks: accepts every delivery over TLS and reports to its parent how many arrived. */
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'

const { key, cert } = JSON.parse(process.env.CERTIFICATE!) as { key: string; cert: string }
let [good, firstMs, lastMs, connections] = [0, 0, 0, 0]

const server = createServer({ key, cert, keepAliveTimeout: 60_000 }, (request, response) => {
  request.resume().on('end', () => {
    if (request.url!.startsWith('/hang')) return
    good++
    firstMs ||= Date.now()
    lastMs = Date.now()
    response.writeHead(204).end()
  })
})
server.on('secureConnection', () => connections++)
server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }))

process.on('message', () => {
  process.send!({ good, firstMs, lastMs, connections })
  ;[good, firstMs, lastMs, connections] = [0, 0, 0, 0]
})
