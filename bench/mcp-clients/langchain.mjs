/** LangChain's MCP adapters. */
import { MultiServerMCPClient } from '@langchain/mcp-adapters'
import { report } from './report.mjs'

const client = new MultiServerMCPClient({
  mcpServers: { reviews: { transport: 'http', url: process.argv[2] } },
})
const tools = await client.getTools()
const { text } = await tools.find(({ name }) => name === 'search_reviews').invoke({ limit: 3 })
report(tools, text)
await client.close()
