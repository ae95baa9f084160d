/** The tests of commands that run in the process of the test. */
import { runGroup } from '../kit/test-groups.ts'

await runGroup('cli')
