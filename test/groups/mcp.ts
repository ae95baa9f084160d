/** The tests of the MCP endpoint, in one process. */
import { runGroup } from '../kit/test-groups.ts'

await runGroup('mcp')
