/** LangChain's MCP adapters. */
import { MultiServerMCPClient } from '@langchain/mcp-adapters'
import { report } from './report.mjs'

const client = new MultiServerMCPClient({
  mcpServers: { reviews: { transport: 'http', url: process.argv[2] } },
})
const tools = await client.getTools()
const result = await tools.find(({ name }) => name === 'search_reviews').invoke({ limit: 3 })
report(tools, typeof result === 'string' ? result : result[0].text)
await client.close()
