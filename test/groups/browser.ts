/** The tests in a browser, in one process with one browser and one demo. */
import { shareBrowser } from '../kit/browser.ts'
import { shareDemo } from '../kit/shared.ts'
import { runGroup } from '../kit/test-groups.ts'

await runGroup('browser', shareBrowser, shareDemo)
