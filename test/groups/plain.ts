/** The tests of everything that needs no database, in one process. */
import { runGroup } from '../kit/test-groups.ts'

await runGroup('plain')
