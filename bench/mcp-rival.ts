/** Rivals of the MCP endpoint on the same data: plain servers with SDK 1.x and 2.x, and a handwritten one. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { getRequestListener } from '@hono/node-server'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { createMcpHandler, McpServer as McpServer2 } from '@modelcontextprotocol/server'
import { TOOLS } from '../src/mcp/tools.ts'
import { toJsonSchema } from '../src/model/scalars.ts'
import { system } from '../src/model/system.ts'
import { loadEngine } from '../src/publish/load-engine.ts'
import { openSnapshot } from '../src/publish/snapshot.ts'
import { createSnapshotBuilder } from '../src/publish/snapshot-builder.ts'
import { openStore } from '../src/store/open-store.ts'

const [kind, databaseUrl] = process.argv.slice(2)
const store = await openStore(databaseUrl!, system)
await store.write(writer => writer.setBusiness(JSON.parse(process.env.BUSINESS!)))
const baseUrl = 'http://localhost'
const snapshot = openSnapshot(
  (await createSnapshotBuilder({
    store,
    baseUrl,
    renderCheckpoint: () => [],
    logId: '',
    engine: await loadEngine(),
  }).build())!.parts,
)

type Respond = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** As in its documentation: a server and a transport for each request. */
const respondBySdk: Respond = async (request, response) => {
  const server = new McpServer({ name: 'rival', version: '1.0.0' })
  for (const { name, title, description, input, output, run } of TOOLS)
    server.registerTool(
      name,
      { title, description, inputSchema: input.shape, outputSchema: output.shape },
      (args: unknown) => {
        const text = Buffer.from(run(snapshot, args as never)).toString()
        return { content: [{ type: 'text', text }], structuredContent: JSON.parse(text) }
      },
    )
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport as never)
  await transport.handleRequest(request, response, await json(request))
  await server.close()
}

/** As in its documentation: a handler for both protocols, with a server for each request. */
const respondBySdk2 = (): Respond => {
  const handler = createMcpHandler(() => {
    const server = new McpServer2({ name: 'rival', version: '1.0.0' })
    for (const { name, title, description, input, output, run } of TOOLS)
      server.registerTool(
        name,
        { title, description, inputSchema: input, outputSchema: output } as never,
        ((args: unknown) => {
          const text = Buffer.from(run(snapshot, args as never)).toString()
          return { content: [{ type: 'text', text }], structuredContent: JSON.parse(text) }
        }) as never,
      )
    return server
  })
  const respond = getRequestListener(request => handler.fetch(request))
  return async (request, response) => void respond(request, response)
}

const list = JSON.stringify({
  tools: TOOLS.map(({ name, title, description, input }) => ({
    name,
    title,
    description,
    inputSchema: toJsonSchema(input),
  })),
})

/** Only what the benchmark needs: hardly anything could be faster. */
const respondByHand: Respond = async (request, response) => {
  const { id, method, params } = (await json(request)) as {
    id: number
    method: string
    params: { name: string; arguments: object }
  }
  const body = `{"jsonrpc":"2.0","id":${id},"result":${method === 'tools/list' ? list : call(params)}}`
  response
    .writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    })
    .end(body)
}

function call({ name, arguments: args }: { name: string; arguments: object }): string {
  const tool = TOOLS.find(one => one.name === name)!
  const text = Buffer.from(tool.run(snapshot, tool.input.parse(args) as never)).toString()
  return `{"content":[{"type":"text","text":${JSON.stringify(text)}}],"structuredContent":${text}}`
}

const server = createServer(
  kind === 'sdk' ? respondBySdk : kind === 'sdk2' ? respondBySdk2() : respondByHand,
)
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))
