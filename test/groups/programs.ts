/** The tests that start programs or threads, but those of the command line. */
import { runGroup } from '../kit/test-groups.ts'

await runGroup('programs')
