/** MCP client 2.x; asks for the newest protocol if the second argument is "auto". */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { report } from './report.mjs'

const [url, mode] = process.argv.slice(2)
const options = mode === 'auto' ? { versionNegotiation: { mode } } : {}
const client = new Client({ name: 'bench', version: '1.0.0' }, options)
await client.connect(new StreamableHTTPClientTransport(new URL(url)))
const { tools } = await client.listTools()
const { content } = await client.callTool({ name: 'search_reviews', arguments: { limit: 3 } })
report(tools, content[0].text)
await client.close()
