/** The tests of commands that run in processes of their own. */
import { runGroup } from '../kit/test-groups.ts'

await runGroup('commands')
