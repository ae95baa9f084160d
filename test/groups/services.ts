/** The tests of services in folders with few of them, in one process. */
import { runGroup } from '../kit/test-groups.ts'

await runGroup('services')
