/** The tests of stores and hubs, in one process. */
import { runGroup } from '../kit/test-groups.ts'

await runGroup('stores')
