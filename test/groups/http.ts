/** The tests of the HTTP interface, in one process. */
import { runGroup } from '../kit/test-groups.ts'

await runGroup('http')
