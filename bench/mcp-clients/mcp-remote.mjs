/** mcp-remote, started by a client that can only start programs. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { report } from './report.mjs'

const program = 'node_modules/mcp-remote/dist/proxy.js'
const args = [program, process.argv[2], '--allow-http', '--transport', 'http-only']
const client = new Client({ name: 'bench', version: '1.0.0' })
await client.connect(
  new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }),
)
const { tools } = await client.listTools()
const { content } = await client.callTool({ name: 'search_reviews', arguments: { limit: 3 } })
report(tools, content[0].text)
await client.close()
