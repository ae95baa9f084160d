/** A peer: a bare node:http server that sends the files of a folder from memory. */
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'

const folder = process.argv[2]
const bodies = new Map(
  readdirSync(folder).map(name => [`/${name}`, readFileSync(join(folder, name))]),
)

createServer((request, response) => {
  const body = bodies.get(request.url)
  response
    .writeHead(body ? 200 : 404, {
      'content-type': 'application/json',
      'content-length': body?.length ?? 0,
    })
    .end(body)
}).listen(Number(process.env.PORT), '127.0.0.1')
