/** The tests of the MCP endpoint, in one process with one demo. */
import { shareDemo } from '../kit/shared.ts'
import { runGroup } from '../kit/test-groups.ts'

await runGroup('mcp', shareDemo)
