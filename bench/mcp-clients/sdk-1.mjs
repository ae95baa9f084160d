/** MCP SDK 1.x. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { report } from './report.mjs'

const client = new Client({ name: 'bench', version: '1.0.0' })
await client.connect(new StreamableHTTPClientTransport(new URL(process.argv[2])))
const { tools } = await client.listTools()
const { content } = await client.callTool({ name: 'search_reviews', arguments: { limit: 3 } })
report(tools, content[0].text)
await client.close()
