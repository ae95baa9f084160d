/** The tests of pages, in one process. */
import { runGroup } from '../kit/test-groups.ts'

await runGroup('site')
