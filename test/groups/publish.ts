/** The tests of Snapshots, in one process. */
import { runGroup } from '../kit/test-groups.ts'

await runGroup('publish')
