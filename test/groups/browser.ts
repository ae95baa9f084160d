/** The tests in a browser, in one process with one browser. */
import { runGroup } from '../kit/test-groups.ts'

await runGroup('browser')
