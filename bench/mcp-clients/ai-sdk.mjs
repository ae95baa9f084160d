/** The MCP client of the AI SDK. */
import { createMCPClient } from '@ai-sdk/mcp'
import { report } from './report.mjs'

const client = await createMCPClient({ transport: { type: 'http', url: process.argv[2] } })
const tools = await client.tools()
const { content } = await tools.search_reviews.execute(
  { limit: 3 },
  { toolCallId: '1', messages: [] },
)
report(Object.keys(tools), content[0].text)
await client.close()
